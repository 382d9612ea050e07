import type { Prompt, WorkflowContext } from "../../workflow.ts";
import { openFence } from "../fence.ts";
import { commonRules, fencedForm, fencedSource } from "../material.ts";
import { planWords } from "./planWords.ts";
import type { PlanForm } from "./planForm.ts";
import { hookLimit, type PlanFrame } from "./planItems.ts";
import { pillarsOf } from "../../domain/slots.ts";

/** Characters of each source that a plan needs at most. */
const sourceLength = 12_000;

/** Asks for words only: the slots are numbered and dated already. */
export function planPrompt(form: PlanForm, context: WorkflowContext, { slots, sourceOf }: PlanFrame): Prompt {
  const types = planWords("en").types;
  const fence = openFence(context.fence);
  const system = [
    "You are an experienced content editor. You write the words of a content plan whose dates, networks, content types and pillars are fixed.",
    commonRules(form, fence),
    `data.items: exactly one entry for each slot id of the list, in its order, with hook (at most ${hookLimit} characters), brief, cta, assetBrief, hashtags. Leave every other field of an item out. Vary the openings: no two hooks begin with the same three words.`,
    "data.messageHouse: one roof and one wall for each pillar. Leave out mix, chains, holidays, warnings, kpis and production.",
    'sections: "strategy" (why this plan reaches the goal, what each pillar does, what changes from month to month) and "messageHouse". No other sections, no calendar, no tables of items: those are added.',
    `Briefs: ${{ quick: "one sentence", standard: "two or three sentences", deep: "three or four sentences with the example to use" }[form.depth]}. A slot that is cut from another says which part of it.`,
  ].join("\n\n");
  const list = slots.map((slot) =>
    [
      slot.id,
      slot.date,
      slot.platform,
      types[slot.contentType],
      `pillar: ${slot.pillar}`,
      slot.audience && `for: ${slot.audience}`,
      slot.topic && `topic: ${slot.topic}`,
      slot.campaign && `campaign: ${slot.campaign}`,
      slot.pinned && `fixed: ${slot.pinned}`,
      sourceOf.has(slot.id) && `cut from ${sourceOf.get(slot.id)}`,
    ]
      .filter(Boolean)
      .join(" | "),
  );
  const user = [
    fencedForm(
      {
        Title: form.requirementTitle,
        Goal: form.goal,
        Company: form.companyInformation,
        Offer: form.productsPitch,
        Voice: form.brandVoice,
        Pillars: pillarsOf(form)
          .map(({ name, percent, topics }) => `${name} ${percent} % (${topics.join("; ")})`)
          .join(", "),
        Audiences: form.audiences
          .map(({ name, situation, pain }) => `${name}: ${situation} Problem: ${pain}`)
          .join(" / "),
        Campaigns: form.campaigns
          .map(({ name, from, to, message }) => `${name} ${from} to ${to}: ${message}`)
          .join(" / "),
        Topics: form.topics.join(", "),
        Material: form.assets.join(", "),
        Notes: form.notes,
      },
      fence,
    ),
    `${slots.length} slots:`,
    fence.wrap("slots", list.join("\n")),
    context.sources.length === 0 ? "Sources: none. State no outside facts." : "Sources:",
    ...context.sources.map((source) => fencedSource(source, sourceLength, fence)),
  ];
  return { version: "contentPlanner/3", system, user: user.join("\n") };
}
