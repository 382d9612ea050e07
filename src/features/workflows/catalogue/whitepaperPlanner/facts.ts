import { draftLanguageOf } from "../../kit/bilingual.ts";
import { backPlan, type Milestone } from "../../kit/effects.ts";
import type { Scene } from "../../kit/state.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import type { WorkflowContext } from "../../workflow.ts";
import type { Form } from "./form.ts";
import { announcementDays, mailDays, postDays, steps } from "./schedule.ts";

/* What follows from the form alone: dates of the work, of posts and of emails. */

export interface Facts {
  today: string;
  milestones: Milestone[];
  posts: { id: string; date: string; platform: Form["channels"][number] }[];
  mails: { id: string; date: string }[];
}
export type PaperScene = Scene<Form, Facts>;

export function factsOf(values: Form, context: WorkflowContext): Facts {
  const { publishOn, channels } = values;
  const country = values.country === "none" ? undefined : values.country;
  const today = localDateOf(context.now, context.timeZone);
  return {
    today,
    // Work ends on a working day; publication is the day that was chosen, whichever that is.
    milestones: backPlan(publishOn, steps, context, draftLanguageOf(values.goalLanguage), country).map((milestone) =>
      milestone.id === "launch" ? { ...milestone, date: publishOn, isLate: publishOn < today } : milestone,
    ),
    // Without a network, nothing is posted.
    posts: announcementDays(publishOn, postDays, country).flatMap((date, at) => {
      const platform = channels[at % Math.max(1, channels.length)];
      return platform === undefined ? [] : [{ id: `p${at + 1}`, date, platform }];
    }),
    mails: values.isGated
      ? announcementDays(publishOn, mailDays, country).map((date, at) => ({ id: `m${at + 1}`, date }))
      : [],
  };
}
