import { dayText } from "#src/kit/time/dateTexts.ts";
import { contentTypeNames } from "../../domain/planWords.ts";
import { limitsPromotion } from "../../domain/posts.ts";
import { capital, clipped } from "../../domain/wording.ts";
import { defineWorkflow } from "../../kit/define.ts";
import { sectionsFor } from "../../kit/lists.ts";
import type { ReadRequest } from "../../kit/state.ts";
import { materialOf } from "../material.ts";
import { chapterBlocks, hashtagBlocks, legalBlocks, publishBlocks } from "./blocks.ts";
import { effectsOf } from "./effects.ts";
import { isOwnPost, approaches, type Facts, factsOf, finalPost, type PostScene } from "./facts.ts";
import { example, form, type Form, goals } from "./form.ts";
import { checkedBlocks, type CheckedPost, postIssues, postIssueTexts } from "./quality.ts";
import {
  best,
  comment,
  communityRules,
  description,
  flair,
  hashtags,
  headlines,
  isWritten,
  pictures,
  replies,
  script,
  slides,
  tagsOf,
  variants,
} from "./sections.ts";

/* One post for one network in several variants: counted, cut, linked and dated by code, worded by a writer. */

const { computed } = sectionsFor<Form, Facts>();

const pageOf = ({ sourceUrl }: Form): ReadRequest => ({ kind: "url", url: sourceUrl });

const postsOf = (scene: PostScene): CheckedPost[] => {
  const rows = new Map(variants.of(scene).map(({ id, text }) => [id, text]));
  return scene.facts.variants.flatMap(({ id, letter }) => {
    const text = rows.get(id) ?? "";
    if (text === "") return [];
    return [{ ...finalPost(scene, text, tagsOf(scene)), id, letter, written: scene.show(text) }];
  });
};

const tagIdeas = computed("tagIdeas", "Hashtags | Hashtags", (scene) => hashtagBlocks(scene, tagsOf(scene)));
const chapters = computed(
  "chapters",
  "Chapters | Kapitel",
  (scene) => chapterBlocks(scene, new Map(script.of(scene).map(({ id, screen }) => [id, scene.show(screen)]))),
  ({ form: values }) => values.platform === "YouTube" && values.contentType === 50,
);
const checked = computed("checked", "Checks | Prüfung", (scene) => checkedBlocks(scene, postsOf(scene)));
const publish = computed("publish", "Publishing | Veröffentlichung", publishBlocks);
const legal = computed("legal", "Legal | Recht", legalBlocks);

export const socialPostWriter = defineWorkflow<Form, Facts>({
  key: "socialPostWriter",
  version: 2,
  form,
  role: "You write posts for specialists who would rather say nothing than something empty. People of the trade must nod, and strangers must understand.",
  task: "Write the post in variants that differ in approach, so that the person can choose. Every figure, name and event comes from the material.",
  // How many emojis a post has is the person's choice and is beside each variant.
  lifts: ["emojis"],
  example,
  factsIgnoreAnswer: true,
  sources: ({ form: values }) =>
    materialOf(values, [values.sourceUrl], values.sourceUrl === "" ? [clipped(values.requirementTitle, 120)] : []),
  facts: ({ form: values, context }) => factsOf(values, context),
  contextLines: (scene) => [
    ...(scene.facts.hashtags > 0 ? [`Hashtags wanted: ${scene.facts.hashtags}.`] : []),
    ...scene.facts.rules.map(({ text }) => `Rule of the community: ${text}`),
    ...variants.of(scene).flatMap(({ id, text }) => (text === "" ? [] : [`${id}: ${scene.show(text)}`])),
  ],
  summary: ({ form: values, facts, translate, language }) =>
    translate(
      "{kind} on {platform}, {count:variant|variants}, {day} at {time}. Goal: {goal}. | {kind} auf {platform}, {count:Variante|Varianten}, {day} um {time} Uhr. Ziel: {goal}.",
      {
        kind: capital(translate(contentTypeNames[values.contentType])),
        platform: values.platform,
        count: values.variants,
        day: dayText(facts.publishOn, language),
        time: values.publishAt,
        goal: translate(goals[values.goal]),
      },
    ),
  sections: [
    best,
    hashtags,
    variants,
    tagIdeas,
    headlines,
    pictures,
    slides,
    script,
    description,
    chapters,
    flair,
    communityRules,
    comment,
    replies,
    checked,
    publish,
    legal,
  ],
  assumptions: ({ facts, translate, language }) => [
    ...(facts.publicationDay === "usual"
      ? [
          translate(
            "You didn’t set a date, so the post is planned for the next working day, {day}. | Sie haben kein Datum angegeben; der Beitrag ist deshalb für den nächsten Werktag geplant, den {day}.",
            { day: dayText(facts.publishOn, language) },
          ),
        ]
      : []),
    ...facts.notes.flatMap(({ kind, text }) =>
      kind === "withheld"
        ? [
            translate("Left out, as you asked: “{text}” | Auf Ihren Wunsch weggelassen: „{text}“", {
              text: clipped(text, 140),
            }),
          ]
        : [],
    ),
  ],
  questions: (scene) => {
    const { facts, translate } = scene;
    const rows = new Map(variants.of(scene).map(({ id, text }) => [id, text]));
    return [
      ...facts.variants.flatMap(({ id, letter, approach }) => {
        const text = rows.get(id) ?? "";
        return text === "" || isOwnPost(facts, text)
          ? [`${letter}, ${translate(approaches[approach].name)}: ${translate(approaches[approach].question)}`]
          : [];
      }),
      ...facts.notes.flatMap(({ flag, text }) =>
        flag === null
          ? []
          : [
              flag === "check"
                ? translate("What is correct here? “{text}” | Was stimmt hier? „{text}“", { text: clipped(text, 140) })
                : translate("May this be published as it is? “{text}” | Darf das so veröffentlicht werden? „{text}“", {
                    text: clipped(text, 140),
                  }),
            ],
      ),
    ];
  },
  checks: (scene) => {
    const { facts, form: values, language, textOf } = scene;
    const isUnread = values.research === "web" && values.sourceUrl !== "" && textOf(pageOf(values)) === "";
    const promoting =
      values.link !== "" || values.isAdvertisement ? facts.rules.filter(({ text }) => limitsPromotion(text)) : [];
    return [
      ...promoting.map(({ text }) => ({
        level: "warn" as const,
        code: "promotionLimited",
        at: "communityRules",
        params: { rule: clipped(text, 120) },
      })),
      ...(facts.publicationDay === "past"
        ? [
            {
              level: "warn" as const,
              code: "publishPast",
              at: "publish",
              params: { given: dayText(values.publishOn, language), date: dayText(facts.publishOn, language) },
            },
          ]
        : []),
      ...(isUnread
        ? [
            {
              level: "warn" as const,
              code: "pageUnread",
              at: "variants",
              params: { url: clipped(values.sourceUrl, 120) },
            },
          ]
        : []),
      ...(isWritten(scene) ? postIssues(scene, postsOf(scene)) : []),
    ];
  },
  issueTexts: postIssueTexts,
  effects: effectsOf,
});
