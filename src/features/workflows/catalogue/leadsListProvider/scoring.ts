import { branches, type BranchKey, tagsInWords } from "../../domain/leadBranches.ts";
import type { LeadSignals, Measure } from "../../domain/leadScoring.ts";
import { chosenBranches, type Form } from "./form.ts";
import type { Tagged } from "./trades.ts";

/* How a lead is judged, before its website was read and after. */

/** How the leads of this form are judged. */
export function measureOf(form: Form, hasPlace: boolean, tags: readonly string[], hasList: boolean): Measure {
  return {
    hasBranch: tags.length > 0,
    km: hasPlace && form.reach === "radius" ? form.radius : null,
    signs: form.signals,
    words: form.fitWords,
    isMixed: hasList && hasPlace,
  };
}

/** What of a lead counts in its score. */
export function signalsOf(
  lead: Omit<LeadSignals, "isOwn" | "fitsBranch"> & { origin: string; branch: string },
  form: Form,
  tagged: readonly Tagged[],
): LeadSignals {
  const tags = new Set([
    ...chosenBranches(form).flatMap((key): readonly string[] => branches[key].tags),
    ...form.otherBranches.flatMap((words) => tagsInWords(words)),
    ...tagged.map(({ tag }) => tag),
  ]);
  const own = Object.hasOwn(branches, lead.branch) ? branches[lead.branch as BranchKey].tags : tagsInWords(lead.branch);
  return {
    ...lead,
    isOwn: lead.origin === "list",
    // What a service was asked for is what it answers; a list names its trades itself.
    fitsBranch:
      lead.origin !== "list" ||
      own.some((tag) => tags.has(tag)) ||
      [...tags].some((tag) => tag.endsWith(`=${lead.branch}`)),
  };
}
