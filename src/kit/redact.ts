import { withoutRepeats } from "./repeats.ts";

/** Key formats of the known providers, for foreign keys that appear in an echoed request. */
const keyShapes =
  /\b(?:sk|pk|rk|key|gsk|xai)-[A-Za-z0-9_*.-]{6,}|\bAIza[A-Za-z0-9_-]{20,}|\bBearer\s+[A-Za-z0-9._~+/=-]{6,}/g;

/** Characters of a message that are searched; the rest is cut off. */
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
