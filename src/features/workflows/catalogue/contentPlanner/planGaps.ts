import { keywords } from "#src/kit/text.ts";
import type { WorkflowContext } from "../../workflow.ts";
import {
  clipped,
  type DraftLanguage,
  draftLanguageOf,
  fill,
  languageAssumptions,
  listed,
  oneLine,
} from "../../domain/wording.ts";
import type { PlanForm } from "./planForm.ts";
import { planWords } from "./planWords.ts";
import { pillarsOf, type Slot, zoneOf } from "../../domain/slots.ts";

/** `Germany`, `Deutschland`. @param code two letters of ISO 3166 */
const countryName = (code: string, language: DraftLanguage): string =>
  new Intl.DisplayNames([language], { type: "region" }).of(code) ?? code;

/** What only the person can close, as questions. */
export function planGaps(form: PlanForm, slots: readonly Slot[], context: WorkflowContext): string[] {
  const language = draftLanguageOf(form.goalLanguage);
  const words = planWords(language);
  const { say } = words;
  const withPictures = slots.filter(({ contentType }) => words.assets[contentType] !== "").length;
  const topics = new Set(
    [...form.topics, ...form.pillars.flatMap((pillar) => pillar.topics)].map((topic) => topic.trim().toLowerCase()),
  );
  const metric = form.metricName.trim();
  const read = context.sources.slice(0, 3).flatMap(({ source, text }) => {
    const found = keywords(text.slice(0, 50_000), form.goalLanguage, 5);
    const title = clipped(oneLine(source.title), 80);
    return found.length > 0 ? [fill(say.gapRead, { title, words: listed(found, language) })] : [];
  });
  return [
    ...(form.pillars.length === 0 ? [say.gapPillars] : []),
    ...(form.audiences.length === 0 ? [say.gapAudience] : []),
    ...form.audiences
      .filter(({ pain }) => pain.trim() === "")
      .map(({ name }) => fill(say.gapPain, { audience: oneLine(name) })),
    ...(form.topics.length === 0
      ? pillarsOf(form)
          .filter((pillar) => pillar.topics.length === 0)
          .map(({ name }) => fill(say.gapTopics, { pillar: oneLine(name) }))
      : []),
    ...(topics.size > 0 && slots.length > topics.size * 12
      ? [fill(say.gapFewTopics, { count: String(slots.length), topics: String(topics.size) })]
      : []),
    ...form.pillars.map(({ name }) => fill(say.gapProof, { pillar: oneLine(name) })),
    ...(metric === ""
      ? [say.gapMetric]
      : form.metricNow === null || form.metricTarget === null
        ? [fill(say.gapBaseline, { metric: oneLine(metric) })]
        : []),
    ...(form.brandVoice.trim() === "" ? [say.gapVoice] : []),
    ...(form.approver.trim() === "" ? [say.gapApprover] : []),
    ...(form.link === "" ? [say.gapLink] : []),
    ...(form.assets.length === 0 && withPictures > 0 ? [fill(say.gapAssets, { count: String(withPictures) })] : []),
    ...form.campaigns
      .filter(({ name }) => !slots.some(({ campaign }) => campaign === name))
      .map(({ name }) => fill(say.gapCampaign, { campaign: oneLine(name) })),
    ...read,
  ];
}

/** What the plan takes for granted because nobody said otherwise. */
export function planAssumptions(form: PlanForm, slots: readonly Slot[], context: WorkflowContext): string[] {
  const language = draftLanguageOf(form.goalLanguage);
  const { say } = planWords(language);
  const others = form.languages.filter((other) => other !== form.goalLanguage);
  return [
    ...languageAssumptions(form.goalLanguage),
    ...(form.pillars.length === 0
      ? [
          fill(say.assumePillars, {
            pillars: listed(
              pillarsOf(form).map(({ name, percent }) => `${name} ${percent}\u00a0%`),
              language,
            ),
          }),
        ]
      : []),
    ...form.channels
      .filter(({ contentTypes }) => contentTypes.length === 0)
      .map(({ platform }) => fill(say.assumeTypes, { platform })),
    ...form.channels.flatMap(({ platform }) => {
      const count = slots.filter((slot) => slot.platform === platform && slot.moved === "day").length;
      return count > 0 ? [fill(say.assumeSlots, { platform, count: String(count) })] : [];
    }),
    say.assumeEffort,
    fill(say.assumeZone, { zone: zoneOf(form, context) }),
    ...(form.country === "none" ? [] : [fill(say.assumeHolidays, { country: countryName(form.country, language) })]),
    ...(others.length > 0 ? [fill(say.assumeLanguages, { languages: listed(others, language) })] : []),
  ];
}
