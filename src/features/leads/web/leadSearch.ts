import { choice, searchParams, several, someOf, whole, words, yesOrNo } from "#src/ui/client/searchParams.ts";
import type { LeadSort, LeadStage, LeadViewFilters } from "../contract.ts";
import { leadLayouts, leadSorts, leadStages, quietView, reaches, untouchedView } from "../rules.ts";

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

export type LeadLayout = (typeof leadLayouts)[number];

export interface LeadSearch extends LeadFilter {
  sort: LeadSort;
  layout: LeadLayout;
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

/** What the address says of the list; texts are as long as the contract takes them. */
export const leadSearch = searchParams<LeadSearch>({
  q: words(200),
  stage: someOf(leadStages),
  tag: several(20, (tag) => tag !== "" && tag.length <= 60),
  city: words(120),
  category: words(120),
  minScore: whole(0, 100),
  has: someOf(reaches),
  doNotContact: yesOrNo,
  quietDays: whole(1, 3650),
  sort: choice(leadSorts, firstSort),
  layout: choice(leadLayouts, "table"),
});

/** What is asked of the server; `doNotContact` goes as the word that the call takes. */
export function queryOf(search: LeadSearch) {
  const { doNotContact, layout: _, ...query } = leadSearch.write(search);
  return { ...query, ...(doNotContact === undefined ? {} : { doNotContact: String(doNotContact) }) };
}

/** The filters without the order, as one word: two lists with the same word show the same leads. */
export const filterKey = (search: LeadSearch): string =>
  JSON.stringify(leadSearch.write({ ...search, sort: firstSort, layout: "table" }));

export const isFiltered = (search: LeadSearch): boolean => filterKey(search) !== "{}";

/** Views that every person has. */
export const views = { all: {}, quiet: quietView, untouched: untouchedView } as const;
export type View = keyof typeof views;

/** The search that opens a view; order and layout stay. */
export const searchOfView = (view: View, { sort, layout }: LeadSearch): LeadSearch => ({
  ...searchOfSaved({ ...views[view], stage: view === "all" ? [] : [...views[view].stage] }),
  sort,
  layout,
});

/** The search that opens a saved view, with its own order and layout. */
export function searchOfSaved(filters: LeadViewFilters): LeadSearch {
  const known = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
  return { ...noFilter, sort: firstSort, layout: "table", ...known };
}

/** What a view keeps of a search: whatever is not as usual. */
export function savedOf(search: LeadSearch): LeadViewFilters {
  const isSet = Object.keys(leadSearch.write(search));
  return Object.fromEntries(Object.entries(search).filter(([name]) => isSet.includes(name)));
}

/** The view in which somebody is: that whose filters all stand, whatever else was added. */
export function viewOf(search: LeadSearch): View {
  const now: Record<string, unknown> = { ...leadSearch.write(search) };
  const isIn = (view: View): boolean =>
    Object.entries(leadSearch.write(searchOfView(view, { ...search, sort: firstSort, layout: "table" }))).every(
      ([name, value]) => now[name] === value,
    );
  return (["quiet", "untouched"] as const).find(isIn) ?? "all";
}
