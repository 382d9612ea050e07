import type { Prompt, WorkflowContext } from "../../workflow.ts";
import { openFence } from "../fence.ts";
import { fencedSource } from "../material.ts";
import { styleLine } from "../writingStyles.ts";
import { edgeClasses } from "./storyData.ts";
import { rolesOf, type StoryForm } from "./storyForm.ts";
import { backlogOf } from "./checkStories.ts";

/** Longest text of one source in the prompt, UTF-16 units; all of them together hold six times that. */
const longestSource = 20_000;

/** What a model is asked for; everything that can be reckoned is left out and done afterwards. */
export function storyPrompt(form: StoryForm, context: WorkflowContext): Prompt {
  const fence = openFence(context.fence);
  const part = (label: string, words: string): string => (words.trim() === "" ? "" : fence.wrap(label, words));
  const format =
    form.format === "jobStory"
      ? "job story: situation, want, soThat; the situation must be filled"
      : "Connextra: role, want, soThat";
  const system = [
    "You are an experienced product owner. You cut a need into user stories that a team can discuss, estimate and test.",
    `Write in the language ${context.language}. Style: ${styleLine(form.writingStyles)}. Readers: ${form.audienceLevel}.`,
    `Write at most ${form.number} stories, the most useful first; fewer when the material holds fewer. Format: ${format}.`,
    "Each role is one of those in the material `roles`, letter for letter.",
    "Each story can be delivered alone and shows a result to its role. Say what is wanted, never how it is built.",
    `Acceptance criteria have given, when and then, each a clause that can be observed; at most ${form.splitRule ? form.splitLimit : 12} a story. Put numbers and limits of the material into them.`,
    `Edge cases: ask each story about ${form.depth === "quick" ? edgeClasses.slice(0, 3).join(", ") : edgeClasses.join(", ")}. Write them as criteria to decide with isOpen true, unless the material decides them.`,
    form.nonFunctional.length > 0
      ? `Qualities to ask each story about: ${form.nonFunctional.join(", ")}. A number only when the material has it; else isOpen true.`
      : "Leave nonFunctional empty.",
    "Invent nothing: no numbers, names, roles, systems or benefits that the material does not hold. What is missing is an empty field and an open question.",
    "evidence is one sentence of the material, copied letter for letter. activity is a step of the person's work, the same words for stories of the same step.",
    "Do not write again what exists already. Use dependencies only where a story cannot be shown without another.",
    "In sections write one section with the key approach: two or three paragraphs on how you cut the need and what you left out. All other parts of the document are made from data. Claims may stay empty.",
    fence.rule,
  ].join("\n");
  const room = Math.floor((longestSource * 6) / Math.max(1, context.sources.length));
  const backlog = backlogOf(form, context).stories.slice(0, 200);
  const user = [
    part("title", form.requirementTitle),
    part(
      "roles",
      rolesOf(form)
        .map((role) => JSON.stringify(role))
        .join("\n"),
    ),
    part("feature", form.feature),
    part("context", form.context),
    part("constraints", form.constraints),
    part("company", [form.companyInformation, form.productsPitch].filter(Boolean).join("\n")),
    part("notes", form.notes),
    part("existing stories", backlog.map(({ id, text }) => `${id}: ${text}`).join("\n")),
    ...context.sources.map((source) => fencedSource(source, Math.min(longestSource, room), fence)),
  ];
  return { version: "userStoryWriter/3", system, user: user.filter(Boolean).join("\n\n") };
}
