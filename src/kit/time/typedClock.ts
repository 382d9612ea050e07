const clock = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Whether a text is a time of day, `HH:mm`. */
export const isClock = (text: string): boolean => clock.test(text);

/**
 * Reads a clock as people type it: `9`, `930`, `9:30`, `9.30`, `0930`. Undefined for what is none.
 * @returns `HH:mm`
 */
export function parseClock(typed: string): string | undefined {
  const parts = /^(\d{1,2})(?:[:.h\s]?(\d{2}))?$/.exec(typed.trim());
  if (!parts) return undefined;
  const read = `${(parts[1] ?? "").padStart(2, "0")}:${parts[2] ?? "00"}`;
  return isClock(read) ? read : undefined;
}
