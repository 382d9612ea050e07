import {
  characterLimit,
  type ContentType,
  isEmoji,
  type Platform,
  postLength,
  splitAddresses,
} from "#src/features/outcomes/rules.ts";
import { graphemes, isStopword, keywordCounts, occurrences, sentences, slug, words } from "#src/kit/text.ts";
import { hashtag } from "./contentPlan.ts";

/* What can be said of a post without a writer: how long it is on its network, where it is cut, what it links to. */

/** What a network takes of a post, in characters where nothing else is said. */
export interface PostLimits {
  /** The text, `characterLimit`. */
  text: number;
  /** The title field; null for networks without one. */
  title: number | null;
  /** What readers see before they tap “more”, about; null where everything is shown. Phones show less. */
  visible: number | null;
  /** Longest text that still reads well there. A value of ours for planning. */
  usual: number;
  /** Pictures in one post. */
  pictures: number;
  /** Where the limits of title and pictures come from. They change; documents say “to be checked”. */
  origin: string;
}

export const postLimits: Readonly<Record<Platform, PostLimits>> = {
  Facebook: { ...limits("Facebook", 700), visible: 470, pictures: 10, origin: "facebook.com/help" },
  Instagram: { ...limits("Instagram", 900), visible: 125, pictures: 20, origin: "help.instagram.com" },
  "X (Twitter)": { ...limits("X (Twitter)", 280), pictures: 4, origin: "docs.x.com" },
  TikTok: { ...limits("TikTok", 300), visible: 100, pictures: 35, origin: "developers.tiktok.com" },
  YouTube: { ...limits("YouTube", 900), title: 100, visible: 150, pictures: 10, origin: "support.google.com/youtube" },
  LinkedIn: { ...limits("LinkedIn", 1300), visible: 210, pictures: 20, origin: "linkedin.com/help" },
  Reddit: { ...limits("Reddit", 1500), title: 300, pictures: 20, origin: "support.reddithelp.com" },
  Threads: { ...limits("Threads", 500), pictures: 20, origin: "developers.facebook.com/docs/threads" },
  Bluesky: { ...limits("Bluesky", 300), pictures: 4, origin: "docs.bsky.app" },
};
function limits(platform: Platform, usual: number): PostLimits {
  return { text: characterLimit[platform], title: null, visible: null, usual, pictures: 1, origin: "" };
}

/** Networks on which a longer text is published as a thread. */
export const threaded = ["X (Twitter)", "Threads", "Bluesky"] as const satisfies readonly Platform[];
export const isThreaded = (platform: Platform): boolean => threaded.some((one) => one === platform);

/** Kinds of content that are filmed and have a length. */
export const videoKinds = [2, 20, 40, 41, 42, 50] as const satisfies readonly ContentType[];
export const isVideoKind = (code: ContentType): boolean => videoKinds.some((one) => one === code);

/** A character as people count it, or an address that counts as one: nothing that may be cut. */
interface Token {
  text: string;
  size: number;
}

const tokensOf = (text: string, platform: Platform): Token[] =>
  splitAddresses(text, platform)
    .flatMap((piece, at) => (at % 2 === 1 ? [piece] : graphemes(piece)))
    .map((token) => ({ text: token, size: postLength(token, platform) }));

/** How good a place before a token is for a cut. */
const [betweenWords, betweenSentences, betweenParagraphs] = [1, 2, 3] as const;
const isBlank = (token: Token | undefined): boolean => token !== undefined && token.text.trim() === "";

/** Places for a cut by index of the token behind it. */
function cutsOf(tokens: readonly Token[], text: string, language: string): Map<number, number> {
  const ends = new Set<number>();
  let from = 0;
  for (const one of sentences(text, language)) {
    const at = text.indexOf(one, from);
    if (at >= 0) ends.add((from = at + one.length));
  }
  const cuts = new Map<number, number>();
  let offset = 0;
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    if (isBlank(token) || isBlank(before)) cuts.set(index, betweenWords);
    if (ends.has(offset) || (before?.text.includes("\n") ?? false)) cuts.set(index, betweenSentences);
    if (before?.text.includes("\n") && tokens[index - 2]?.text.includes("\n")) cuts.set(index, betweenParagraphs);
    offset += token.text.length;
  }
  return cuts;
}

/** A paragraph or sentence is worth a post that is filled to less than this share, and no shorter one. */
const minFill = { [betweenParagraphs]: 0.6, [betweenSentences]: 0.35, [betweenWords]: 0 };

/** The fewest pieces of at most `room` characters that the tokens from each index on take, cut between words. */
function fewestFrom(tokens: readonly Token[], cuts: ReadonlyMap<number, number>, room: number): number[] {
  const lastCut: number[] = [];
  for (let at = 0; at <= tokens.length; at += 1) lastCut[at] = cuts.has(at) ? at : (lastCut[at - 1] ?? 0);
  const fewest: number[] = [];
  fewest[tokens.length] = 0;
  let [size, end] = [0, tokens.length];
  for (let from = tokens.length - 1; from >= 0; from -= 1) {
    size += tokens[from]?.size ?? 0;
    while (size > room && end > from + 1) size -= tokens[(end -= 1)]?.size ?? 0;
    const word = end < tokens.length ? (lastCut[end] ?? 0) : end;
    fewest[from] = isBlank(tokens[from]) ? (fewest[from + 1] ?? 0) : 1 + (fewest[word > from ? word : end] ?? 0);
  }
  return fewest;
}

/** Share of a thread's room that its text may use, so that posts can end with a sentence and not with any word. */
const usableShare = 0.75;

/**
 * Cuts a text into pieces of at most `room` characters: between paragraphs or sentences while that takes no more
 * pieces than are usual for the length, else between words.
 */
function cutInto(text: string, room: number, platform: Platform, language: string): string[] {
  const tokens = tokensOf(text, platform);
  const cuts = cutsOf(tokens, text, language);
  const fewest = fewestFrom(tokens, cuts, room);
  const usual = Math.ceil(postLength(text, platform) / (room * usableShare));
  let left = Math.max(usual, fewest[0] ?? 0);
  const pieces: string[] = [];
  const take = (from: number, to: number): void => {
    const piece = tokens
      .slice(from, to)
      .map((token) => token.text)
      .join("")
      .trim();
    if (piece !== "") pieces.push(piece);
  };
  let from = 0;
  while (from < tokens.length) {
    while (isBlank(tokens[from])) from += 1;
    let size = 0;
    let end = from;
    for (let next = tokens[end]; next && (size + next.size <= room || end === from); next = tokens[end]) {
      size += next.size;
      end += 1;
    }
    const span = end - from;
    left -= 1;
    const bestOf = (rank: 1 | 2 | 3): number => {
      for (let at = end; at > from && at - from >= span * minFill[rank] && (fewest[at] ?? 0) <= left; at -= 1)
        if ((cuts.get(at) ?? 0) >= rank) return at;
      return 0;
    };
    const cut =
      end >= tokens.length ? end : bestOf(betweenParagraphs) || bestOf(betweenSentences) || bestOf(betweenWords) || end;
    take(from, cut);
    from = cut;
  }
  return pieces;
}

/**
 * Posts of a text that is longer than one, each marked `2/5` and within the limit. No character, as people count them,
 * and no address that counts as one is cut, and nothing but white space is lost.
 */
export function threadOf(text: string, platform: Platform, language: string): string[] {
  const limit = characterLimit[platform];
  const whole = text.trim();
  if (whole === "") return [];
  if (postLength(whole, platform) <= limit) return [whole];
  for (let digits = 1; ; digits += 1) {
    const pieces = cutInto(whole, limit - 2 * digits - 2, platform, language);
    if (pieces.length < 10 ** digits) return pieces.map((piece, at) => `${piece} ${at + 1}/${pieces.length}`);
  }
}

/** Characters of a text that fits into so many posts, up to 99, if none of its words is longer than 60 characters. */
export const roomOfThread = (platform: Platform, posts: number): number =>
  posts <= 1 ? characterLimit[platform] : Math.floor(posts * (characterLimit[platform] - 6) * usableShare);

/** `#a`, `#b`: own ones first, each once, at most so many. */
export function hashtagsOf(own: readonly string[], given: readonly string[], most: number, language: string): string[] {
  const byFold = new Map<string, string>();
  for (const one of [...own, ...given]) {
    const tag = hashtag(one.trim(), language);
    if (tag !== "" && !byFold.has(tag.toLowerCase())) byFold.set(tag.toLowerCase(), tag);
  }
  return [...byFold.values()].slice(0, most);
}

/** Pairs of words that a text repeats, such as “meeting room”. */
function wordPairs(text: string, language: string): string[] {
  const all = words(text.toLowerCase(), language);
  const isTelling = (one: string | undefined): one is string =>
    one !== undefined && one.length > 3 && /^\p{L}+$/u.test(one) && !isStopword(one, language);
  const pairs = all.flatMap((one, at) => {
    const next = all[at + 1];
    return isTelling(one) && isTelling(next) ? [`${one} ${next}`] : [];
  });
  return [...new Set(pairs.filter((pair, at) => pairs.indexOf(pair) < at))];
}

/** What could be hashtags of a text: pairs of words that it has twice, words that it has three times. */
export function hashtagIdeas(text: string, language: string): string[] {
  const pairs = wordPairs(text, language);
  const single = keywordCounts(text, language, 8)
    .filter(({ count, word: found }) => count > 2 && found.length > 3 && /^\p{L}+$/u.test(found))
    .map(({ word: found }) => found.toLowerCase())
    .filter((found) => !pairs.some((pair) => pair.split(" ").includes(found)));
  return [...pairs, ...single]
    .slice(0, 5)
    .map((one) => hashtag(one, language))
    .filter(Boolean);
}

/** Part of an address of at most so many characters, cut between words. */
function shortSlug(text: string, max: number): string {
  const whole = slug(text, 200);
  const cut = whole.slice(0, max + 1).lastIndexOf("-");
  return whole.length <= max || cut < 1 ? whole.slice(0, max) : whole.slice(0, cut);
}

/** Longer addresses are refused by networks and by our own calendar. */
const longestLink = 2000;

/** The address of a variant: network, campaign and variant in parameters, unless the person has set them. */
export function trackedLink(link: string, platform: Platform, campaign: string, variant: string): string {
  if (!URL.canParse(link)) return "";
  const url = new URL(link);
  const parameters = {
    utm_source: slug(platform.replace(/ \(.*/, ""), 20),
    utm_medium: "social",
    utm_campaign: shortSlug(campaign, 40),
    utm_content: variant.toLowerCase(),
  };
  for (const [name, value] of Object.entries(parameters))
    if (value !== "" && !url.searchParams.has(name)) url.searchParams.set(name, value);
  return url.href.length <= longestLink ? url.href : link;
}

/** A post as it is published. An advertisement says so before anything else. */
export const composePost = (post: { label: string; text: string; link: string; hashtags: readonly string[] }): string =>
  [post.label, post.text.trim(), post.link, post.hashtags.join(" ")].filter(Boolean).join("\n\n");

export const firstLineOf = (text: string): string => text.trim().split("\n")[0]?.trim() ?? "";

export const emojisIn = (text: string): number => graphemes(text).filter(isEmoji).length;

/** Most emojis of a post for what the person wishes. */
export const maxEmojis = { none: 0, few: 3, many: 8 } as const;

const isLetter = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);

/** Words to avoid that occur in a text, also at the beginning of a longer one: `Team` is in `Teams`, not in `Steam`. */
export function bannedIn(text: string, avoided: readonly string[]): string[] {
  const plain = text.toLowerCase();
  const isBeginning = (from: number): boolean => !isLetter(plain[from - 1]);
  return avoided.filter((one) => occurrences(plain, one.trim().toLowerCase(), isBeginning).length > 0);
}

/** Claims about a firm that only a proof makes lawful (UWG § 5, Directive 2006/114/EC), as posts have them. */
const superlatives =
  /\b(?:the (?:best|leading|cheapest)|number one|no\. ?1|guaranteed?|world['’]s (?:best|first|leading)|100 ?% (?:safe|secure|satisfaction)|marktführer\p{L}*|nr\. ?1|nummer eins|garantiert\p{L}*|(?:der|die|das) (?:beste|führende|günstigste)|weltweit erste[rsn]?)(?!\p{L})/giu;

/** Superlatives and promises of a text, each once, as they are written. */
export const superlativesIn = (text: string): string[] => {
  const found = [...text.matchAll(superlatives)].map(([one]) => one);
  return found.filter((one, at) => found.findIndex((other) => other.toLowerCase() === one.toLowerCase()) === at);
};

/** Rules of a community that speak of links, advertising or promotion. */
export const limitsPromotion = (rule: string): boolean =>
  /\b(?:promot|advert|spam|links?\b|werbung|eigenwerbung|verlinken)/i.test(rule);
