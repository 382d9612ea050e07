import { sourceRows } from "#src/platform/sourceSettings.ts";

/** Environment in which no public service is asked: tests do not leave this machine. */
export const sourcesOff: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(sourceRows).map(({ env }) => [env, "off"]),
);
