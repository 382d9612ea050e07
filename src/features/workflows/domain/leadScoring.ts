import { foldText } from "#src/features/leads/rules.ts";
import type { Bilingual } from "../kit/bilingual.ts";

/* How well a lead fits and can be reached, in points, with three reasons. */

/** What can be read off a record. Labels are those of the form. */
export const signs = {
  delivers: "Delivers | Liefert aus",
  noWebsite: "No website known | Keine Website bekannt",
  noHttps: "Website without https | Website ohne https",
  isNew: "Founded in the last two years | In den letzten zwei Jahren gegründet",
} as const satisfies Record<string, Bilingual>;
export type Sign = keyof typeof signs;

/** What of a lead is judged. */
export interface LeadSignals {
  email: string;
  phone: string;
  website: string;
  street: string;
  zip: string;
  city: string;
  /** Kilometres from the middle of the search; null when unknown. */
  km: number | null;
  isOwn: boolean;
  /** It was found by a branch that was asked for, or names one. */
  fitsBranch: boolean;
  signs: readonly string[];
  /** Words of the person that occur in its record or on its site. */
  words: readonly string[];
}

/** What is asked of all leads of a list alike. */
export interface Measure {
  hasBranch: boolean;
  /** Kilometres of the search; null without a place. */
  km: number | null;
  signs: readonly Sign[];
  words: readonly string[];
  /** Both a list of one's own and a search: the own one counts more. */
  isMixed: boolean;
}

/** Most points of each part; parts that a list does not ask for count for nothing. */
export const weights = {
  email: 20,
  phone: 15,
  website: 5,
  address: 10,
  branch: 15,
  near: 15,
  signs: 15,
  words: 15,
  own: 5,
} as const;
type Part = keyof typeof weights;

const applies = (part: Part, measure: Measure): boolean =>
  ({
    email: true,
    phone: true,
    website: true,
    address: true,
    branch: measure.hasBranch,
    near: measure.km !== null,
    signs: measure.signs.length > 0,
    words: measure.words.length > 0,
    own: measure.isMixed,
  })[part];

/** Parts that count in this list, with their most points. */
export const weightsOf = (measure: Measure): [Part, number][] =>
  (Object.entries(weights) as [Part, number][]).filter(([part]) => applies(part, measure));

export interface Reason {
  text: Bilingual;
  values: Readonly<Record<string, string | number>>;
}
export interface Score {
  /** 0 to 100. */
  score: number;
  /** Three: what speaks for it, and what is missing. */
  reasons: Reason[];
  /** Share of its seven fields that are filled, 0 to 100. */
  completeness: number;
}

const reason = (text: Bilingual, values: Reason["values"] = {}): Reason => ({ text, values });

export function scoreOf(lead: LeadSignals, measure: Measure): Score {
  const found = measure.signs.filter((sign) => lead.signs.includes(sign));
  const words = measure.words.filter((word) => lead.words.includes(word));
  const near = measure.km === null || lead.km === null ? 0 : Math.max(0, 1 - lead.km / Math.max(0.1, measure.km));
  const hasAddress = lead.street !== "" && (lead.zip !== "" || lead.city !== "");
  const shares: Record<Part, number> = {
    email: lead.email === "" ? 0 : 1,
    phone: lead.phone === "" ? 0 : 1,
    website: lead.website === "" ? 0 : 1,
    address: hasAddress ? 1 : lead.zip !== "" || lead.city !== "" ? 0.5 : 0,
    branch: lead.fitsBranch ? 1 : 0,
    near,
    signs: found.length / Math.max(1, measure.signs.length),
    words: Math.min(1, words.length / 2),
    own: lead.isOwn ? 1 : 0,
  };
  const parts = weightsOf(measure).map(([part, most]) => ({ part, points: most * shares[part], most }));
  const most = parts.reduce((sum, one) => sum + one.most, 0);
  const points = parts.reduce((sum, one) => sum + one.points, 0);
  const [firstSign] = found;
  const [firstWord = ""] = words;
  // What sets a lead apart goes before ways to reach it, which most of a list have.
  const told: [isTold: boolean, text: Reason][] = [
    [words.length > 0, reason("“{word}” | „{word}“", { word: firstWord })],
    [firstSign !== undefined, reason(firstSign === undefined ? "signal | Merkmal" : lowered(signs[firstSign]))],
    [measure.isMixed && lead.isOwn, reason("in your list | in Ihrer Liste")],
    [near >= 0.5, reason("{km} km away | {km} km entfernt", { km: lead.km ?? 0 })],
    [measure.hasBranch && lead.fitsBranch, reason("matching industry | passende Branche")],
    [lead.email !== "", reason("email | E-Mail")],
    [lead.phone !== "", reason("phone | Telefon")],
    [hasAddress, reason("full address | vollständige Adresse")],
    [lead.website !== "", reason("website | Website")],
  ];
  const missing: [isTold: boolean, text: Reason][] = [
    [lead.email === "", reason("no email | keine E-Mail")],
    [lead.phone === "", reason("no phone | kein Telefon")],
    [!hasAddress, reason("no full address | keine vollständige Adresse")],
    [lead.website === "", reason("no website | keine Website")],
  ];
  const [good, lacking] = [told, missing].map((list) => list.filter(([isTold]) => isTold).map(([, text]) => text)) as [
    Reason[],
    Reason[],
  ];
  const kept = good.slice(0, lacking.length > 0 ? 2 : 3);
  return {
    score: most === 0 ? 0 : Math.round((100 * points) / most),
    reasons: [...kept, ...lacking.slice(0, 3 - kept.length)],
    completeness: completenessOf(lead),
  };
}

const lowered = (text: Bilingual): Bilingual =>
  text
    .split(" | ")
    // Nouns of German keep their capital.
    .map((half, at) =>
      at === 0 || /^(?:Liefert|Keine|In)\b/.test(half) ? half.charAt(0).toLowerCase() + half.slice(1) : half,
    )
    .join(" | ") as Bilingual;

/** Share of the seven fields of a lead that are filled, 0 to 100; its name always is. */
export function completenessOf({
  email,
  phone,
  website,
  street,
  zip,
  city,
}: Omit<LeadSignals, "km" | "isOwn" | "fitsBranch" | "signs" | "words">): number {
  const fields = [email, phone, website, street, zip, city];
  return Math.round((100 * (1 + fields.filter((field) => field !== "").length)) / (fields.length + 1));
}

/** Words of the person that occur in a text, ignoring case and accents. */
export function wordsFound(text: string, words: readonly string[]): string[] {
  const folded = foldText(text);
  return words.filter((word) => word.trim() !== "" && folded.includes(foldText(word.trim())));
}

/** Leads of one block of work. */
export const blockSize = 20;

/** A list in blocks of work, in its order. */
export const workBlocks = <Item>(items: readonly Item[], size = blockSize): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
