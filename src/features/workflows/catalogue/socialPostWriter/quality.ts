import type { Block, Issue } from "#src/features/documents/document.ts";
import { postLength } from "#src/features/outcomes/rules.ts";
import { overlap } from "#src/kit/text.ts";
import { maxHashtags } from "../../domain/contentPlan.ts";
import { hasFigure } from "../../domain/postBrief.ts";
import {
  bannedIn,
  emojisIn,
  firstLineOf,
  isThreaded,
  maxEmojis,
  postLimits,
  superlativesIn,
} from "../../domain/posts.ts";
import { issueIf } from "../../domain/textBlocks.ts";
import { figure, listed } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { note, tableOf } from "../../kit/sections.ts";
import { type FinalPost, limitOf, type PostScene } from "./facts.ts";

/* What can be seen of finished posts without a reader: lengths, first lines, words and signs. */

export interface CheckedPost extends FinalPost {
  id: string;
  letter: string;
  /** As it was written, without link and hashtags, marks taken off. */
  written: string;
}

interface PostIssue {
  code: keyof typeof faultNames;
  found: string;
}

const faultNames = {
  tooLong: "too long: {found} | zu lang: {found}",
  threadTooLong: "more posts than requested: {found} | mehr Beiträge als gewünscht: {found}",
  firstLineCut: "first line is cut: {found} characters | erste Zeile wird abgeschnitten: {found} Zeichen",
  emojis: "more emojis than requested: {found} | mehr Emojis als gewünscht: {found}",
  noEmojis: "no emojis, although you asked for many | keine Emojis, obwohl viele gewünscht sind",
  wordToAvoid: "words to avoid: {found} | unerwünschte Wörter: {found}",
  withheld: "not for publication: {found} | nicht zur Veröffentlichung: {found}",
  addressInText: "web address in the text | Webadresse im Text",
  hashtagInText: "hashtag in the text: {found} | Hashtag im Text: {found}",
  superlative: "needs proof: {found} | braucht einen Beleg: {found}",
} as const satisfies Readonly<Record<string, Bilingual>>;

/** Faults that a writer must put right; the others are for the person to judge. */
const refused: ReadonlySet<string> = new Set(["wordToAvoid", "withheld"]);

export const postIssueTexts: Readonly<Record<string, Bilingual>> = {
  tooLong:
    "Variant {variant} has {found} characters; the network allows {limit}. | Variante {variant} hat {found} Zeichen; das Netzwerk erlaubt {limit}.",
  threadTooLong:
    "Variant {variant} splits into {found} posts; you asked for {limit}. | Variante {variant} ergibt {found} Beiträge; gewünscht sind {limit}.",
  firstLineCut:
    "The first line of variant {variant} has {found} characters; about {limit} are visible. | Die erste Zeile von Variante {variant} hat {found} Zeichen; sichtbar sind etwa {limit}.",
  emojis:
    "Variant {variant} has more emojis than requested: {found} instead of {limit}. | Variante {variant} hat mehr Emojis als gewünscht: {found} statt {limit}.",
  noEmojis:
    "Variant {variant} has no emojis, although you asked for many. | Variante {variant} hat keine Emojis, obwohl viele gewünscht sind.",
  wordToAvoid:
    "Variant {variant} contains words to avoid: {found}. | Variante {variant} enthält unerwünschte Wörter: {found}.",
  withheld:
    "Variant {variant} reveals something not for publication: {found}. | Variante {variant} nennt etwas, das nicht veröffentlicht werden soll: {found}.",
  addressInText:
    "Variant {variant} has a web address in its text. | Variante {variant} enthält eine Webadresse im Text.",
  hashtagInText:
    "Variant {variant} has a hashtag in its text: {found}. | Variante {variant} hat einen Hashtag im Text: {found}.",
  superlative:
    "Variant {variant} makes a claim that needs proof: {found}. | Variante {variant} behauptet etwas, das einen Beleg braucht: {found}.",
  publishPast:
    "{given} has passed. The post is planned for {date}. | Der {given} ist vorbei. Der Beitrag ist für den {date} geplant.",
  promotionLimited:
    "The post has a link or is paid for, and the community limits that: “{rule}” | Der Beitrag enthält einen Link oder ist bezahlt, und die Community schränkt das ein: „{rule}“",
  pageUnread: "The page could not be read: {url} | Die Seite konnte nicht gelesen werden: {url}",
};

const limitsIn = ({ form }: PostScene): Partial<Record<PostIssue["code"], number>> => ({
  tooLong: limitOf(form.platform),
  threadTooLong: form.threadPosts,
  firstLineCut: postLimits[form.platform].visible ?? 0,
  emojis: maxEmojis[form.emoji],
});

/** What is wrong with a post as it would be published. */
function issuesOf({ form, facts, language }: PostScene, { text, pieces, written }: CheckedPost): PostIssue[] {
  const { platform } = form;
  const length = postLength(text, platform);
  const opening = postLength(firstLineOf(written), platform);
  const emojis = emojisIn(written);
  const banned = bannedIn(written, form.wordsToAvoid);
  const withheld = facts.withheld.filter((one) => hasFigure(written, one));
  const tags = (written.match(/#[\p{L}\p{N}_]+/gu) ?? []).filter((tag) => !/^#\d+$/.test(tag));
  const claims = superlativesIn(written);
  const all: [boolean, PostIssue["code"], string][] = [
    [!isThreaded(platform) && length > limitOf(platform), "tooLong", figure(length, language)],
    [isThreaded(platform) && pieces.length > form.threadPosts, "threadTooLong", String(pieces.length)],
    [opening > (postLimits[platform].visible ?? Infinity), "firstLineCut", String(opening)],
    [emojis > maxEmojis[form.emoji], "emojis", String(emojis)],
    [form.emoji === "many" && emojis === 0 && written !== "", "noEmojis", ""],
    [banned.length > 0, "wordToAvoid", listed(banned, language)],
    [withheld.length > 0, "withheld", listed(withheld, language)],
    [/https?:\/\//.test(written), "addressInText", ""],
    [tags.length > 0, "hashtagInText", tags.join(" ")],
    [claims.length > 0, "superlative", listed(claims, language)],
  ];
  return all.flatMap(([isFault, code, found]) => (isFault ? [{ code, found }] : []));
}

/** A variant of which this share of word sequences is in an earlier one offers no choice. */
const maxShared = 0.6;

export const postIssues = (scene: PostScene, posts: readonly CheckedPost[]): Issue[] =>
  posts.flatMap((post, index) => {
    const at = `variants/${post.id}/text`;
    const isRepeated = posts
      .slice(0, index)
      .some((other) => overlap(post.written, other.written, scene.form.goalLanguage) > maxShared);
    return [
      ...issueIf(isRepeated, "error", "alike", at),
      ...issuesOf(scene, post).map(({ code, found }): Issue => ({
        level: refused.has(code) ? "error" : "warn",
        code,
        at,
        params: { variant: post.letter, found, limit: limitsIn(scene)[code] ?? "" },
      })),
    ];
  });

/** Each post with what was found, and what its network takes. */
export function checkedBlocks(scene: PostScene, posts: readonly CheckedPost[]): Block[] {
  const { form, facts, translate, translateAll, language } = scene;
  const limits = postLimits[form.platform];
  const most = maxHashtags(form.platform, "many");
  const rows = (
    [
      ["Characters per post | Zeichen je Beitrag", figure(limits.text, language)],
      ["Visible before “more” (approx.) | Sichtbar vor „mehr“ (etwa)", limits.visible ? String(limits.visible) : ""],
      ["Characters per title | Zeichen je Titel", limits.title ? String(limits.title) : ""],
      ["Pictures | Bilder", form.contentType === 1 ? String(limits.pictures) : ""],
    ] satisfies [Bilingual, string][]
  ).filter(([, value]) => value !== "");
  return [
    ...tableOf(
      translateAll("Variant | Variante", "Length | Länge", "Result | Ergebnis"),
      posts.map((post) => {
        const faults = issuesOf(scene, post).map(({ code, found }) => translate(faultNames[code], { found }));
        return [
          post.letter,
          figure(postLength(post.text, form.platform), language),
          faults.join("; ") ||
            translate("length, first line, emojis and words are fine | Länge, erste Zeile, Emojis und Wörter passen"),
        ];
      }),
      [1],
    ),
    ...tableOf(
      translateAll("On {platform} | Auf {platform}", "Limit | Grenze", "Source | Quelle", "Status | Stand").map(
        (head) => head.replace("{platform}", form.platform),
      ),
      rows.map(([name, value]) => [translate(name), value, limits.origin, translate("to be checked | zu prüfen")]),
      [1],
    ),
    ...(facts.hashtags > most
      ? [
          note(
            "info",
            translate(
              "You asked for {count:hashtag|hashtags}; up to {most} are common on {platform}. | Gewünscht: {count:Hashtag|Hashtags}; auf {platform} sind bis zu {most} üblich.",
              { count: facts.hashtags, platform: form.platform, most },
            ),
          ),
        ]
      : []),
  ];
}
