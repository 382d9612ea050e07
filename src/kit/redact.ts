import { withoutRepeats } from "./repeats.ts";

/** Key shapes of the known providers, for keys that are not ours but come back in an echo. */
const keyShapes =
  /\b(?:sk|pk|rk|key|gsk|xai)-[A-Za-z0-9_*.-]{6,}|\bAIza[A-Za-z0-9_-]{20,}|\bBearer\s+[A-Za-z0-9._~+/=-]{6,}/g;

/** As much of a message is looked at, characters: an echo of a whole prompt tells nothing more. */
const longestRead = 20_000;

/**
 * A provider's words for the log: without keys, one line, at most 300 characters.
 * @param sent texts of the person; what the message repeats of them, whole or in part, is masked
 */
export function redact(
  message: string,
  secrets: readonly (string | undefined)[],
  sent: readonly string[] = [],
): string {
  let clean = message;
  for (const secret of secrets) if (secret) clean = clean.replaceAll(secret, "[key]");
  clean = clean.slice(0, longestRead).replace(keyShapes, "[key]");
  return withoutRepeats(clean, sent, "[words]").replace(/\s+/g, " ").trim().slice(0, 300);
}
