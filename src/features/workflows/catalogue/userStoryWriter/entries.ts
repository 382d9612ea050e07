import { refinementEntry } from "#src/features/calendar/rules.ts";
import type { NewEntry } from "#src/features/calendar/contract.ts";
import { graphemes } from "#src/kit/text.ts";
import type { WorkflowContext } from "../../workflow.ts";
import type { Draft, Proposal } from "#src/features/documents/document.ts";
import { addDays, instantOf, localDateOf, weekdayOf } from "../../domain/dates.ts";
import { draftLanguageOf, fill, oneLine } from "../../domain/wording.ts";
import type { StoryData } from "./storyData.ts";
import type { StoryForm } from "./storyForm.ts";
import { storyWords } from "./storyWords.ts";

/** First code of the family of tasks. */
const taskEntry = "2000";

/** Length of a refinement and of the time to clear questions, minutes. */
const refinementMinutes = 60;
const taskMinutes = 30;

const minuteMs = 60_000;

/** Text of at most `max` UTF-16 units that ends with a whole character. */
export function within(text: string, max: number): string {
  if (text.length <= max) return text;
  let kept = "";
  for (const letter of graphemes(text)) {
    if (kept.length + letter.length > max - 1) break;
    kept += letter;
  }
  return `${kept}…`;
}

/** The working day before or after a date, Monday to Friday. */
export function workingDay(date: string, step: 1 | -1): string {
  const next = addDays(date, step);
  return weekdayOf(next) > 5 ? workingDay(next, step) : next;
}

/** Date of the refinement: the form's, else a week after the next working day. */
export const refinementDate = (form: StoryForm, context: WorkflowContext): string =>
  form.refinement || addDays(workingDay(localDateOf(context.now, context.timeZone), 1), 7);

/** The refinement as an entry of the calendar, and time before it to clear what is open. */
export function storyEntries(draft: Draft<StoryData>, form: StoryForm, context: WorkflowContext): Proposal[] {
  const { say } = storyWords(draftLanguageOf(context.language));
  const values = {
    title: oneLine(form.requirementTitle),
    stories: String(draft.data.stories.length),
    open: String(draft.openQuestions.length),
    count: String(draft.openQuestions.length),
  };
  const t = (key: string): string => fill(say[key] ?? key, values);
  const entryAt = (
    type: string,
    title: string,
    start: string,
    minutes: number,
    notes: string,
    reminders: number[],
  ): NewEntry => ({
    type,
    title: within(title, 300),
    start,
    end: new Date(Date.parse(start) + minutes * minuteMs).toISOString(),
    allDay: false,
    priority: "normal",
    timeZone: context.timeZone,
    exdates: [],
    notes: within(notes, 8000),
    attendees: [],
    reminders,
  });
  const date = refinementDate(form, context);
  const list = draft.data.stories.map(({ id, statement }) => `${id} ${statement}`).join("\n");
  const refinement: Proposal = {
    kind: "calendarEntry",
    key: "refinement",
    payload: {
      ...entryAt(
        refinementEntry,
        t("entryTitle"),
        instantOf(date, "10:00", context.timeZone),
        refinementMinutes,
        `${t("entryNotes")}\n\n${list}`,
        [60],
      ),
    },
  };
  if (draft.openQuestions.length === 0) return [refinement];
  const before = instantOf(workingDay(date, -1), "09:00", context.timeZone);
  // When the day before is gone already, the same morning is left.
  const start = Date.parse(before) >= Date.parse(context.now) ? before : instantOf(date, "09:00", context.timeZone);
  const questions = draft.openQuestions.map((question) => `- ${question}`).join("\n");
  return [
    refinement,
    {
      kind: "calendarEntry",
      key: "questions",
      payload: { ...entryAt(taskEntry, t("taskTitle"), start, taskMinutes, questions, [30]) },
    },
  ];
}
