import { type ContentType, contentTypes } from "#src/features/outcomes/rules.ts";
import { graphemeCount, shorten } from "#src/kit/text.ts";
import type { WorkflowContext } from "../../workflow.ts";
import { capital, clipped, datedText, draftLanguageOf, fill, oneLine, sentence } from "../../domain/wording.ts";
import type { PlanData, PlanItem } from "./planData.ts";
import type { PlanForm } from "./planForm.ts";
import { type GoalKind, planWords } from "./planWords.ts";
import { chainsOf, effortMinutes, frameLength, hashtagsFor, limitOf, linkOf } from "./reckon.ts";
import { planSlots, type Slot, zoneOf } from "../../domain/slots.ts";

/** Longest first line, characters: it must be read before "more". */
export const hookLimit = 120;

/** The words of an item, whoever wrote them. */
export type ItemWords = Pick<PlanItem, "id" | "hook" | "brief" | "cta" | "assetBrief" | "hashtags">;

/** What a goal is after, by the words it is told in: people write goals in either language. */
export function goalKindOf(goal: string): GoalKind {
  const text = goal.toLowerCase();
  const stems = [planWords("en").goalStems, planWords("de").goalStems];
  const isOf = (kind: Exclude<GoalKind, "attention">): boolean =>
    stems.some((list) => list[kind].some((stem) => text.includes(stem)));
  return (["event", "hiring", "customers"] as const).find(isOf) ?? "attention";
}

/** Slots with what can be reckoned for each, ready for words. */
export interface PlanFrame {
  slots: Slot[];
  chains: PlanData["chains"];
  /** Item each item is cut from. */
  sourceOf: ReadonlyMap<string, string>;
}

export function planFrame(form: PlanForm, context: WorkflowContext): PlanFrame {
  const slots = planSlots(form, context);
  const chains = chainsOf(slots);
  const sourceOf = new Map(chains.flatMap(({ id, items }) => items.slice(1).map((cut) => [cut, id] as const)));
  return { slots, chains, sourceOf };
}

/**
 * Words for every slot from the form alone: its topics, audiences, campaigns and material in changing ways of
 * telling. Two items open alike only when all ways of telling a topic are used up.
 */
export function templateWords(form: PlanForm, frame: PlanFrame): Map<string, ItemWords> {
  const words = planWords(draftLanguageOf(form.goalLanguage));
  const kind = goalKindOf(form.goal);
  const made = new Map<string, ItemWords>();
  const openings = new Set<string>();
  const slotOf = new Map(frame.slots.map((slot) => [slot.id, slot]));
  for (const [index, slot] of frame.slots.entries()) {
    const { hook, angle } = opening(slot, form, words, openings);
    openings.add(hook.toLowerCase());
    const source = slotOf.get(frame.sourceOf.get(slot.id) ?? "");
    const ctas = words.ctas[kind];
    made.set(slot.id, {
      id: slot.id,
      hook,
      brief: briefOf(slot, angle, form, words, source && { slot: source, hook: made.get(source.id)?.hook ?? "" }),
      cta: ctas[(slot.angle + index) % ctas.length] ?? "",
      assetBrief: assetOf(slot, index, form, words),
      hashtags: [],
    });
  }
  return made;
}

type Words = ReturnType<typeof planWords>;

function opening(
  slot: Slot,
  form: PlanForm,
  words: Words,
  used: ReadonlySet<string>,
): { hook: string; angle: Words["angles"][number] } {
  const count = words.angles.length;
  const topic = capital(oneLine(slot.topic || slot.pillar || form.requirementTitle));
  const first = words.angles[slot.angle % count] ?? words.angles[0];
  if (first === undefined) throw new RangeError("a language without angles");
  if (slot.pinned !== "") {
    const hooks = words.pinned.map((hook) => clipped(fill(hook, { title: capital(oneLine(slot.pinned)) }), hookLimit));
    return {
      hook: hooks.find((hook) => !used.has(hook.toLowerCase())) ?? hooks[0] ?? topic,
      angle: { hooks: first.hooks, need: "", brief: fill(words.pinnedBrief, { title: oneLine(slot.pinned) }) },
    };
  }
  // The topic is cut, never the template round it: the templates are what makes openings differ.
  const hookAt = (angle: Words["angles"][number], variant: number): string =>
    fill(angle.hooks[variant % 3] ?? angle.hooks[0], { topic: shorten(topic, hookLimit - 50) });
  for (let step = 0; step < count * 3; step += 1) {
    const angle = words.angles[(slot.angle + step) % count] ?? first;
    const hook = hookAt(angle, Math.floor(slot.angle / count) + Math.floor(step / count));
    if (!used.has(hook.toLowerCase())) return { hook, angle };
  }
  return { hook: hookAt(first, Math.floor(slot.angle / count)), angle: first };
}

function briefOf(
  slot: Slot,
  angle: Words["angles"][number],
  form: PlanForm,
  words: Words,
  source: { slot: Slot; hook: string } | undefined,
): string {
  const { say } = words;
  const audience = form.audiences.find(({ name }) => name === slot.audience);
  const campaign = form.campaigns.find(({ name }) => name === slot.campaign);
  const parts = [angle.brief, words.formats[slot.contentType]];
  if (audience) parts.push(fill(say.forAudience, { audience: oneLine(audience.name) }));
  if (audience && audience.pain.trim() !== "") parts.push(fill(say.painLine, { pain: oneLine(audience.pain) }));
  if (campaign) parts.push(fill(say.campaignLine, { campaign: oneLine(campaign.name) }), sentence(campaign.message));
  if (source) {
    parts.push(
      fill(say.cutLine, {
        id: source.slot.id,
        date: datedText(source.slot.date, draftLanguageOf(form.goalLanguage)),
        platform: source.slot.platform,
        hook: source.hook,
      }),
    );
  }
  if (form.depth === "deep" && form.brandVoice.trim() !== "")
    parts.push(sentence(fill(say.voiceLine, { voice: oneLine(form.brandVoice) })));
  if (form.depth !== "quick" && angle.need !== "") parts.push(fill(say.needLine, { need: angle.need }));
  return parts.filter(Boolean).join(" ");
}

function assetOf(slot: Slot, index: number, form: PlanForm, words: Words): string {
  const wish = words.assets[slot.contentType];
  if (wish === "") return "";
  const own = form.assets[index % Math.max(1, form.assets.length)];
  return own === undefined ? wish : `${sentence(wish)} ${fill(words.say.assetLine, { asset: oneLine(own) })}`;
}

/**
 * Joins words with their slot: dates and all that is reckoned come from the slot, so no engine can change them.
 * Hashtags follow the policy, and the frame of a post fits its network.
 */
export function itemOf(
  slot: Slot,
  given: ItemWords,
  isTemplate: boolean,
  frame: PlanFrame,
  form: PlanForm,
  context: WorkflowContext,
): PlanItem {
  const tags = [...given.hashtags, ...form.brandHashtags, slot.topic, slot.pillar].filter(Boolean);
  const written: ItemWords = {
    id: slot.id,
    hook: clipped(oneLine(given.hook), hookLimit),
    brief: given.brief.trim(),
    cta: oneLine(given.cta),
    assetBrief: oneLine(given.assetBrief),
    hashtags: hashtagsFor(tags, slot.platform, form.hashtagPolicy, form.goalLanguage),
  };
  const fitted = fitFrame(written, limitOf(slot.platform, slot.contentType));
  return {
    ...fitted,
    date: slot.date,
    time: slot.time,
    timeZone: zoneOf(form, context),
    platform: slot.platform,
    contentType: slot.contentType,
    pillar: slot.pillar,
    audience: slot.audience,
    topic: slot.topic,
    campaign: slot.campaign,
    pinned: slot.pinned,
    moved: slot.moved,
    repurposeOf: frame.sourceOf.get(slot.id) ?? "",
    link: linkOf(slot, form),
    languages: [form.goalLanguage, ...form.languages.filter((language) => language !== form.goalLanguage)],
    effortMinutes: effortMinutes[slot.contentType],
    status: "idea",
    isTemplate,
  };
}

/** Drops hashtags, then the call to action's end, until the frame fits. */
function fitFrame(words: ItemWords, limit: number): ItemWords {
  let fitted = words;
  while (frameLength(fitted) > limit && fitted.hashtags.length > 0)
    fitted = { ...fitted, hashtags: fitted.hashtags.slice(0, -1) };
  const over = frameLength(fitted) - limit;
  return over > 0 ? { ...fitted, cta: shorten(fitted.cta, Math.max(0, graphemeCount(fitted.cta) - over - 1)) } : fitted;
}

/** Content type of an item as a code, for names. */
export const typeOf = (item: Pick<PlanItem, "contentType">): ContentType =>
  contentTypes.find((code) => code === item.contentType) ?? 3;

/** Workflow that writes an item of a kind, and the kind's name. */
export function writerOf(platform: string, code: ContentType): { workflow: string; kind: string } {
  if (code === 100) return { workflow: "blogArticleWriterWorkflow", kind: "article" };
  const isFilm = [2, 20, 40, 41, 42, 50].includes(code);
  if (isFilm) return { workflow: "videoScriptWriterWorkflow", kind: "video" };
  return { workflow: "socialPostWriterWorkflow", kind: platform === "Reddit" && code === 10 ? "link" : "post" };
}
