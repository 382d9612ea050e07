import type { Proposal } from "#src/features/documents/document.ts";
import { contentTypesOf, type Platform } from "#src/features/outcomes/rules.ts";
import { addDays, localDateOf } from "../../domain/dates.ts";
import { clipped } from "../../domain/wording.ts";
import { withFigures, withoutMarks } from "../../kit/claims.ts";
import { entryAt, nextWorkday, outcomeAt, writerOf } from "../../kit/effects.ts";
import { workflowNameOf } from "../../rules.ts";
import { figuresOf, type GroupsScene } from "./facts.ts";
import { half } from "../../kit/bilingual.ts";
import { goals } from "./form.ts";

/* What target groups suggest to the calendar, to the content items and to the content planner. */

export interface WrittenGroup {
  id: string;
  name: string;
  job: string;
  trigger: string;
  pain: string;
  hook: string;
  promise: string;
  content: string;
  platform: Platform | null;
}

/** Days until the first talks, and from one group to the next. */
const [firstTalks, betweenTalks] = [9, 7];
/** Days until the tests are judged: they run for four weeks. */
const judgedAfter = 35;
const firstContent = 14;
/** Characters that the form of the content planner takes. */
const limits = { name: 80, situation: 300, goal: 600, topic: 100 } as const;

export function groupProposals(scene: GroupsScene, groups: readonly WrittenGroup[], hasTests: boolean): Proposal[] {
  const { form, facts, translate, context, language } = scene;
  const { timeZone } = context;
  const today = localDateOf(context.now, timeZone);
  const day = (days: number): string => nextWorkday(addDays(today, days));
  const figures = figuresOf(scene);
  const plain = (text: string): string => withFigures(withoutMarks(text), figures).trim();
  const title = form.requirementTitle;
  const inOrder = facts.ranks.flatMap(({ id }) => groups.filter((group) => group.id === id && group.name !== ""));
  const named = inOrder.filter(({ job, trigger }) => job !== "" || trigger !== "");
  const name = clipped(title, 120, 120).padEnd(3, ".");
  return [
    ...(form.interviews
      ? inOrder.map((group, at) =>
          entryAt(`talks:${group.id}`, {
            type: "6000",
            title: translate("Five interviews: {name} | Fünf Gespräche: {name}", { name: plain(group.name) }),
            date: day(firstTalks + betweenTalks * at),
            minutes: 150,
            notes: plain(group.trigger),
            timeZone,
          }),
        )
      : []),
    ...(hasTests
      ? [
          entryAt("judge", {
            type: "2000",
            title: translate("Judge the tests: {title} | Tests auswerten: {title}", { title }),
            date: day(judgedAfter),
            minutes: 45,
            timeZone,
          }),
        ]
      : []),
    ...named.flatMap(({ id, content, platform, hook, promise, name: group }, at) => {
      const contentType = platform ? contentTypesOf[platform][0] : undefined;
      if (!platform || contentType === undefined || content === "") return [];
      return outcomeAt(id, {
        ...writerOf(platform, contentType),
        platform,
        contentType,
        title: plain(content),
        brief: [plain(group), plain(hook), plain(promise)].filter(Boolean).join("\n"),
        date: day(firstContent + betweenTalks * at),
        time: "09:00",
        timeZone,
        entryType: "3010",
      });
    }),
    ...(named.length > 0
      ? [
          {
            kind: "project" as const,
            key: "content",
            payload: {
              workflow: workflowNameOf("contentPlanner"),
              name,
              formValues: {
                requirementTitle: name,
                goalLanguage: form.goalLanguage,
                goal: `${half(goals[form.goal], language)}: ${form.offer}`.slice(0, limits.goal).toWellFormed(),
                companyInformation: form.companyInformation,
                productsPitch: form.productsPitch,
                audiences: named.map((group) => ({
                  name: clipped(plain(group.name), limits.name, limits.name),
                  situation: clipped(plain(group.trigger || group.job), limits.situation),
                  pain: clipped(plain(group.pain), limits.situation),
                })),
                topics: [
                  ...new Set(named.map(({ content }) => clipped(plain(content), limits.topic, limits.topic))),
                ].filter(Boolean),
              },
            },
          },
        ]
      : []),
  ];
}
