import { dayNumber } from "#src/kit/time/dates.ts";
import type { Lead } from "../contract.ts";

/** Days without a word after which an open conversation has gone quiet; the view of the same name filters by it. */
export const quietAfterDays = 14;

/** The one thing to be warned of in a row; the gravest goes first. */
export type LeadWarning =
  | { kind: "doNotContact" }
  /** `day` as `YYYY-MM-DD`. */
  | { kind: "overdue"; day: string }
  | { kind: "noReply"; days: number };

/**
 * What a lead is to be warned of, if anything. A stage after `new` says that there was contact: where it has no date,
 * the silence is counted from the last change of the lead, as the view of the quiet ones counts it.
 * @param lastWordDay day of the last contact where the person is, else that of the last change, `YYYY-MM-DD`
 * @param today `YYYY-MM-DD`
 */
export function warningOf(
  lead: Pick<Lead, "stage" | "doNotContact" | "nextStepOn">,
  lastWordDay: string,
  today: string,
): LeadWarning | undefined {
  if (lead.doNotContact) return { kind: "doNotContact" };
  if (lead.stage === "won" || lead.stage === "lost") return undefined;
  if (lead.nextStepOn !== null && lead.nextStepOn < today) return { kind: "overdue", day: lead.nextStepOn };
  // A step that is planned answers the silence.
  if (lead.stage === "new" || lead.nextStepOn !== null) return undefined;
  const days = dayNumber(today) - dayNumber(lastWordDay);
  return days > quietAfterDays ? { kind: "noReply", days } : undefined;
}
