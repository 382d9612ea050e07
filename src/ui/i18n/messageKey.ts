import { hasText } from "./index.ts";

/** Codes that say only that the server failed, in which case what was tried is the message. */
const sayNothing: readonly string[] = ["unknown", "internal", "server.error", "server.unavailable"];

/** Message key of a refusal: its code, or what was tried where the code has no words or says nothing of it. */
export const messageKeyOf = (code: string, tried: string): string =>
  (!sayNothing.includes(code) || tried === "unknown") && hasText(`messages:${code}.title`) ? code : tried;
