/** Most coins of a pack or of a month. */
export const coinsLimit = 10_000_000;

/** Cents of a price as people type it, `19`, `19.00` or `19,5`; null for what is no price from 0.01 to 1,000,000. */
export function centsOf(typed: string): number | null {
  const [, whole = "", part = ""] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(typed.trim()) ?? [];
  if (whole === "") return null;
  const cents = Number(whole) * 100 + Number(part.padEnd(2, "0"));
  return cents >= 1 && cents <= 100_000_000 ? cents : null;
}

/** A whole number of up to seven figures as people type it; NaN for what is none. */
export const whole = (typed: string): number => (/^\d{1,7}$/.test(typed.trim()) ? Number(typed.trim()) : Number.NaN);
