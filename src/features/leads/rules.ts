import { normalize } from "#src/kit/normalize.ts";

/*
 * Lists stand here and not in the contract, so that a page may know them without the library of its schemas.
 */

/** Steps of a sale in their order. The first four are shown as ticks; won and lost end it. */
export const leadStages = ["new", "contacted", "meeting", "offer", "won", "lost"] as const;

/** Leads that one run of the outreach assistant writes to, at most. */
export const maxOutreachLeads = 50;

/** Leads that a list can be asked for by id at most; a page holds as many. */
export const maxNamedLeads = 200;

/** Views that one person may keep; the tabs of more would find no room, and each is counted. */
export const maxViews = 12;

/** Notes that one person may write about leads. */
export const maxNotes = 50_000;

/** Changes of one lead that are kept; older ones go. */
export const maxTimelineChanges = 200;

/** On what a person may be written to; `none` allows drafts only. */
export const legalBases = ["consent", "existingCustomer", "legitimateInterest", "none"] as const;

/** How the list is laid out. */
export const leadLayouts = ["table", "board"] as const;

/** Views that everybody has, as filters of the list. */
export const quietView = { stage: ["contacted", "meeting", "offer"], quietDays: 14 } as const;
export const untouchedView = { stage: ["new"] } as const;

/** Ways to reach somebody that a list can be narrowed to. */
export const reaches = ["email", "phone", "website"] as const;

/** Column and direction of the list. */
export const leadSorts = [
  "updated",
  "-updated",
  "name",
  "-name",
  "score",
  "-score",
  "city",
  "-city",
  "stage",
  "-stage",
  "lastContact",
  "-lastContact",
] as const;

/** Text without case, accents and ligatures, so that `muller` finds `Müller` and `strasse` finds `Straße`. */
export const foldText = (text: string): string =>
  normalize(text, "NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss");

/** Code points of a sort key: with its id and four bytes each it fits the 512 characters of a cursor. */
const keyLength = 72;

/** What names are ordered by: folded, without control characters, in single spaces. */
export const sortKey = (text: string): string =>
  Array.from(
    foldText(text)
      .replace(/[\p{C}\s]+/gu, " ")
      .trim(),
  )
    .slice(0, keyLength)
    .join("");

/** The fields of a lead in which words are looked for. */
interface Searched {
  name: string;
  contact: string;
  category: string;
  notes: string;
  email: readonly string[];
  tags: readonly string[];
  address: { city: string };
}

/** Everything of a lead in which words are looked for; line breaks keep two fields from making one word. */
export const searchText = (lead: Searched): string =>
  foldText(
    [lead.name, lead.contact, lead.address.city, lead.category, ...lead.tags, ...lead.email, lead.notes].join("\n"),
  );

/** Words that count in a search; more would cost a look each and find nothing new. */
const mostWords = 10;

/** The words of a search, each of which must stand somewhere in a lead. */
export const searchWords = (query: string): string[] => [
  ...new Set(foldText(query).split(/\s+/u).filter(Boolean).slice(0, mostWords)),
];

/** Leads that one person may have. */
export const maxLeads = 100_000;
