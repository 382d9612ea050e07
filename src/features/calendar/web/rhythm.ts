/** How often an entry recurs. */
export interface Rhythm {
  frequency: "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";
  /** Every so many days, weeks, months or years. */
  interval: number;
}

/** The rhythm of a rule (RFC 5545, RRULE); undefined without a rule. */
export function rhythmOf(rrule: string | null): Rhythm | undefined {
  const frequency = (["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const).find((one) => rrule?.includes(`FREQ=${one}`));
  return frequency && { frequency, interval: Number(/INTERVAL=(\d+)/.exec(rrule ?? "")?.[1] ?? 1) };
}
