import type { LeadSort, LeadStage } from "../contract.ts";
import { leadSorts, leadStages, reaches } from "../rules.ts";

/** A way to reach somebody that a list can be narrowed to. */
export type Reach = (typeof reaches)[number];

export const firstSort: LeadSort = "-updated";

/** Filters of the list. An empty list, an empty text and undefined mean the same: no such filter. */
export interface LeadFilter {
  q: string;
  stage: LeadStage[];
  tag: string[];
  city: string;
  category: string;
  minScore: number | undefined;
  has: Reach[];
  doNotContact: boolean | undefined;
  quietDays: number | undefined;
}

export interface LeadSearch extends LeadFilter {
  sort: LeadSort;
}

export const noFilter: LeadFilter = {
  q: "",
  stage: [],
  tag: [],
  city: "",
  category: "",
  minScore: undefined,
  has: [],
  doNotContact: undefined,
  quietDays: undefined,
};

/** Longest texts of the contract. */
const limits = { q: 200, city: 120, category: 120, tag: 60, several: 20 };

/** The router reads `12` and `true` in an address as a number and a yes. */
const textOf = (value: unknown, max: number): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value).slice(0, max)
    : "";

const wordsOf = (value: unknown, max = Number.POSITIVE_INFINITY): string[] =>
  textOf(value, 2000)
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "" && word.length <= max)
    .slice(0, limits.several);

function someOf<T extends string>(value: unknown, known: readonly T[]): T[] {
  const words = new Set<string>(wordsOf(value));
  return known.filter((word) => words.has(word));
}

function wholeOf(value: unknown, min: number, max: number): number | undefined {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= min && number <= max ? number : undefined;
}

/** Reads the address; what is not a filter is left out, so that an old or mistyped link still shows a list. */
export function readSearch(raw: Record<string, unknown>): LeadSearch {
  const never = raw["doNotContact"];
  return {
    q: textOf(raw["q"], limits.q),
    stage: someOf(raw["stage"], leadStages),
    tag: wordsOf(raw["tag"], limits.tag),
    city: textOf(raw["city"], limits.city),
    category: textOf(raw["category"], limits.category),
    minScore: wholeOf(raw["minScore"], 0, 100),
    has: someOf(raw["has"], reaches),
    doNotContact: never === true || never === "true" ? true : never === false || never === "false" ? false : undefined,
    quietDays: wholeOf(raw["quietDays"], 1, 3650),
    sort: leadSorts.find((sort) => sort === raw["sort"]) ?? firstSort,
  };
}

/** What is written to the address and asked of the server: only what narrows or sorts. */
export type WrittenSearch = Partial<Record<"q" | "stage" | "tag" | "city" | "category" | "has", string>> & {
  minScore?: number;
  doNotContact?: boolean;
  quietDays?: number;
  sort?: LeadSort;
};

export function writeSearch(search: LeadSearch): WrittenSearch {
  const { minScore, doNotContact, quietDays } = search;
  const [q, city, category] = [search.q, search.city, search.category].map((words) => words.trim());
  return {
    ...(q ? { q } : {}),
    ...(search.stage.length > 0 ? { stage: search.stage.join(",") } : {}),
    ...(search.tag.length > 0 ? { tag: search.tag.join(",") } : {}),
    ...(city ? { city } : {}),
    ...(category ? { category } : {}),
    ...(minScore === undefined ? {} : { minScore }),
    ...(search.has.length > 0 ? { has: search.has.join(",") } : {}),
    ...(doNotContact === undefined ? {} : { doNotContact }),
    ...(quietDays === undefined ? {} : { quietDays }),
    ...(search.sort === firstSort ? {} : { sort: search.sort }),
  };
}

/** What is asked of the server; `doNotContact` goes as the word that the call takes. */
export function queryOf(search: LeadSearch) {
  const { doNotContact, ...query } = writeSearch(search);
  return { ...query, ...(doNotContact === undefined ? {} : { doNotContact: String(doNotContact) }) };
}

/** The filters without the order, as one word: two lists with the same word show the same leads. */
export const filterKey = (search: LeadSearch): string => JSON.stringify(writeSearch({ ...search, sort: firstSort }));

export const isFiltered = (search: LeadSearch): boolean => filterKey(search) !== "{}";

/** Views that every person has. */
export const views = {
  all: {},
  quiet: { stage: ["contacted", "meeting", "offer"], quietDays: 14 },
  untouched: { stage: ["new"] },
} as const satisfies Record<string, Partial<Omit<LeadFilter, "stage">> & { stage?: readonly LeadStage[] }>;
export type View = keyof typeof views;

/** The search that opens a view; the order stays. */
export const searchOfView = (view: View, { sort }: LeadSearch): LeadSearch => {
  const filter: Partial<Omit<LeadFilter, "stage">> & { stage?: readonly LeadStage[] } = views[view];
  return { ...noFilter, ...filter, stage: [...(filter.stage ?? [])], sort };
};

/** The view in which somebody is: that whose filters all stand, whatever else was added. */
export function viewOf(search: LeadSearch): View {
  const now: Record<string, unknown> = { ...writeSearch(search) };
  const isIn = (view: View): boolean =>
    Object.entries(writeSearch(searchOfView(view, { ...search, sort: firstSort }))).every(
      ([name, value]) => now[name] === value,
    );
  return (["quiet", "untouched"] as const).find(isIn) ?? "all";
}
