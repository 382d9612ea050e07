import { characterLimit, type ContentType, type Platform, platformTakes } from "#src/features/outcomes/rules.ts";
import { graphemeCount, words } from "#src/kit/text.ts";
import type { WorkflowContext } from "../../workflow.ts";
import { capital, draftLanguageOf, oneLine } from "../../domain/wording.ts";
import type { ArticleTeaser } from "./articleData.ts";
import type { ArticleForm } from "./articleForm.ts";
import { articleWords } from "./articleWords.ts";
import { fit } from "./fit.ts";
import { bare, keywordOf } from "./material.ts";

/** Characters beyond which a teaser of a network is no teaser any more; its limit may be far higher. */
const usefulLength: Readonly<Record<Platform, number>> = {
  Facebook: 600,
  Instagram: 900,
  "X (Twitter)": 280,
  TikTok: 500,
  YouTube: 900,
  LinkedIn: 1_200,
  Reddit: 1_500,
  Threads: 500,
  Bluesky: 300,
};

/** Kind of content that carries a teaser on a network: text where it is taken. */
export const teaserType = (platform: Platform): ContentType =>
  ([3, 10, 1, 41] as const).find((code) => platformTakes(platform, code)) ?? 3;

function hashtagOf(keyword: string): string {
  const joined = words(keyword)
    .slice(0, 3)
    .map((word) => capital(word.replace(/[^\p{L}\p{M}\p{N}]/gu, "")))
    .join("");
  return joined === "" || /^\d+$/.test(joined) || graphemeCount(joined) > 30 ? "" : `#${joined}`;
}

/** Text within the network's limit, with what that is. */
export function measured(platform: Platform, text: string): ArticleTeaser {
  const limit = characterLimit[platform];
  const fitting = fit(text.trim(), limit);
  return { platform, text: fitting, length: graphemeCount(fitting), limit };
}

/** A teaser of the person's own sentences: title, as many as fit, what to do, where the link goes. */
export function teaserOf(
  platform: Platform,
  form: ArticleForm,
  context: WorkflowContext,
  material: { title: string; points: readonly string[] },
): ArticleTeaser {
  const { say } = articleWords(draftLanguageOf(context.language));
  const room = Math.min(characterLimit[platform], usefulLength[platform]);
  const cta = oneLine(bare(form.callToAction));
  const tag = platform === "Reddit" ? "" : hashtagOf(keywordOf(form, context.language));
  const tail = [graphemeCount(cta) <= room / 3 ? cta : "", say.teaserLink, tag].filter(Boolean);
  const head = [teaserType(platform) === 41 ? say.video : "", fit(material.title, 90)].filter(Boolean);
  const points: string[] = [];
  const whole = (more: readonly string[]): string => [...head, ...more, ...tail].join("\n\n");
  for (const point of material.points) {
    if (graphemeCount(whole([...points, point])) <= room) points.push(point);
  }
  return measured(platform, whole(points));
}
