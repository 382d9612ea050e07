/** Key shapes of the known providers, for keys that are not ours but come back in an echo. */
const keyShapes =
  /\b(?:sk|pk|rk|key|gsk|xai)-[A-Za-z0-9_*.-]{6,}|\bAIza[A-Za-z0-9_-]{20,}|\bBearer\s+[A-Za-z0-9._~+/=-]{6,}/g;

/** A provider's words for the log: without keys, one line, at most 300 characters. */
export function redact(message: string, secrets: readonly (string | undefined)[]): string {
  let clean = message;
  for (const secret of secrets) if (secret) clean = clean.replaceAll(secret, "[key]");
  return clean.replace(keyShapes, "[key]").replace(/\s+/g, " ").trim().slice(0, 300);
}
