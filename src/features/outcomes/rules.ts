import { normalize } from "#src/kit/normalize.ts";
import { graphemeCount, graphemes, trimEndBy } from "#src/kit/text.ts";

/** Networks in the order of specification section 9; also the values that settings and forms store. */
export const platforms = [
  "Facebook",
  "Instagram",
  "X (Twitter)",
  "TikTok",
  "YouTube",
  "LinkedIn",
  "Reddit",
  "Threads",
  "Bluesky",
] as const;
export type Platform = (typeof platforms)[number];

/** Codes of specification section 3. */
export const contentTypes = [1, 2, 3, 10, 20, 30, 40, 41, 42, 50, 100] as const;
export type ContentType = (typeof contentTypes)[number];

/** "Platform to content types" of specification section 9; the first code is what a platform is mostly used for. */
export const contentTypesOf: Readonly<Record<Platform, readonly ContentType[]>> = {
  Facebook: [1, 2, 3],
  Instagram: [20, 2, 1, 30],
  "X (Twitter)": [3, 1, 2],
  TikTok: [41, 42],
  YouTube: [40, 50, 3],
  LinkedIn: [1, 100, 3, 2],
  Reddit: [3, 1, 10],
  Threads: [3, 1],
  Bluesky: [3, 1],
};

export const isPlatform = (value: unknown): value is Platform => platforms.some((platform) => platform === value);

/** A network as a mark. */
export const platformLetters: Readonly<Record<Platform, string>> = {
  Facebook: "fb",
  Instagram: "ig",
  "X (Twitter)": "x",
  TikTok: "tt",
  YouTube: "yt",
  LinkedIn: "in",
  Reddit: "re",
  Threads: "th",
  Bluesky: "bs",
};

export const isContentType = (value: unknown): value is ContentType => contentTypes.some((code) => code === value);

/** Whether a network takes a kind of content. */
export const platformTakes = (platform: Platform, code: ContentType): boolean =>
  contentTypesOf[platform].includes(code);

/** Whether a planned outcome is of a kind that its network takes; networks and kinds not of the lists fit anything. */
export const fitsPlatform = (of: { platform?: unknown; contentType?: unknown }): boolean =>
  !isPlatform(of.platform) || !isContentType(of.contentType) || platformTakes(of.platform, of.contentType);

/** What a field says that does not fit. */
export const notTaken = "is nothing that the platform takes";

/**
 * Longest text of one post in characters (graphemes), as the networks' publishing interfaces take it:
 * X 280, LinkedIn 3000, Bluesky 300, Threads 500, Instagram 2200, Facebook 63206, Reddit body 10000, TikTok 2000,
 * YouTube description 5000. An article (100) has no limit here.
 */
export const characterLimit: Readonly<Record<Platform, number>> = {
  Facebook: 63_206,
  Instagram: 2_200,
  "X (Twitter)": 280,
  TikTok: 2_000,
  YouTube: 5_000,
  LinkedIn: 3_000,
  Reddit: 10_000,
  Threads: 500,
  Bluesky: 300,
};

/** Kinds of content that are filmed: they need a script, not a text. */
const filmed: ReadonlySet<number> = new Set([2, 20, 40, 41, 42, 50]);

/** Key of the workflow that writes an item. */
export function writerOf(of: {
  contentType: number | null;
  kind: string;
}): "blogArticleWriter" | "videoScriptWriter" | "socialPostWriter" {
  if (of.contentType === 100 || (of.contentType === null && of.kind === "article")) return "blogArticleWriter";
  if ((of.contentType !== null && filmed.has(of.contentType)) || (of.contentType === null && of.kind === "video"))
    return "videoScriptWriter";
  return "socialPostWriter";
}

/** Life of a scheduled outcome. `planned` has a date that the person confirmed; `idea` only a proposed one. */
export const outcomeStatuses = ["idea", "planned", "drafted", "approved", "published", "skipped", "failed"] as const;
export type OutcomeStatus = (typeof outcomeStatuses)[number];

/** The way of an item that is neither skipped nor failed; the columns of the board. */
export const boardStatuses = ["idea", "planned", "drafted", "approved", "published"] as const;
export type BoardStatus = (typeof boardStatuses)[number];

/** Scheduled outcomes that one person may have. */
export const maxOutcomes = 100_000;

/** What X counts for any web address, whatever its length (t.co). */
const addressLength = 23;
/** Stands for an address in texts of which nobody knows yet where they lead: its own length says nothing. */
const linkMark = "[Link]";
const addressOrMark = /\[Link\]|[hH][tT][tT][pP][sS]?:\/\/[^\s<>"]+/gu;

/** Text before the first address, the address, text behind it, and so on: those that its platform counts as one. */
export function splitAddresses(text: string, platform: string | null | undefined): string[] {
  if (platform !== "X (Twitter)") return text.split(/(\[Link\])/);
  const pieces: string[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(addressOrMark)) {
    // A full stop or bracket after an address belongs to the sentence.
    const address = found === linkMark ? found : trimEndBy(found, /[.,;:!?)\]}']/);
    pieces.push(text.slice(from, index), address);
    from = index + address.length;
  }
  return [...pieces, text.slice(from)];
}

/** A sign that is shown as a picture: `☺️`, `👩‍🔧`, flags, `1️⃣`; not `©` or `→`, which are letters to readers. */
export const isEmoji = (sign: string): boolean =>
  /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|\p{Regional_Indicator}|\u20E3/u.test(sign);

/** X counts code points outside of these twice: the scripts of East Asia and most signs (twitter-text, version 3). */
const countsOnce = (point: number): boolean =>
  point <= 0x10ff ||
  (point >= 0x2000 && point <= 0x200d) ||
  (point >= 0x2010 && point <= 0x201f) ||
  (point >= 0x2032 && point <= 0x2037);
const isPlain = /^[\n\u0020-\u02ff]*$/;

/** Characters as X counts them: code points of the composed text, some twice; an emoji is two, however it is made. */
function weightedCount(text: string): number {
  if (isPlain.test(text)) return text.length;
  return graphemes(normalize(text, "NFC")).reduce((sum, sign) => {
    if (isEmoji(sign)) return sum + 2;
    return Array.from(sign).reduce((all, one) => all + (countsOnce(one.codePointAt(0) ?? 0) ? 1 : 2), sum);
  }, 0);
}

/**
 * Characters of a text as its platform counts them: as people see them, on X weighted and with 23 for each address;
 * `[Link]` is 23 everywhere.
 */
export function postLength(text: string, platform: string | null | undefined): number {
  const count = platform === "X (Twitter)" ? weightedCount : graphemeCount;
  return splitAddresses(text, platform).reduce(
    (sum, piece, at) => sum + (at % 2 === 1 ? addressLength : count(piece)),
    0,
  );
}

interface Channel {
  platform?: string | null | undefined;
  contentType?: number | null | undefined;
}

/** Most characters of one text; undefined where nothing limits it: an article, mail, or a channel of the person's own. */
export const lengthLimit = (of: Channel): number | undefined =>
  isPlatform(of.platform) && of.contentType !== 100 ? characterLimit[of.platform] : undefined;

/** Statuses in which a text is as it will be, or was, published. */
const final: ReadonlySet<OutcomeStatus> = new Set(["approved", "published"]);

/** Characters that have to go before an item may have its status; 0 where its text fits, or may still be too long. */
export function excessOf(of: Channel & { status: OutcomeStatus; brief: string }): number {
  const limit = final.has(of.status) ? lengthLimit(of) : undefined;
  return limit === undefined ? 0 : Math.max(0, postLength(of.brief, of.platform) - limit);
}

/** Scheduled outcomes that one request may change, delete or bring back. */
export const outcomesAtOnce = 100;
