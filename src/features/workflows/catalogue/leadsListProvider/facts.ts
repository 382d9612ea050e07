import { type Score, scoreOf } from "../../domain/leadScoring.ts";
import { figure, percent } from "../../domain/wording.ts";
import type { Answer, Figures, Scene } from "../../kit/state.ts";
import { type Form, type Must, musts, searchesWeb } from "./form.ts";
import type { LeftOutReason } from "./harvest.ts";
import { signalsOf, measureOf } from "./scoring.ts";
import { type Tagged, tagsOf } from "./trades.ts";

/* What is computed of the stored leads: points, segments, shares. It follows every edit of the list. */

/** A lead as it is stored, every field a text. */
export interface StoredLead {
  id: string;
  name: string;
  branch: string;
  email: string;
  phone: string;
  website: string;
  street: string;
  zip: string;
  city: string;
  country: string;
  lat: string;
  lon: string;
  km: string;
  origin: string;
  url: string;
  signs: string;
  words: string;
  notes: string;
  /** `key=value` lines of the map. */
  tags: string;
  /** `email=https://…` lines. */
  sources: string;
}
export interface StoredRow {
  id: string;
  name: string;
  value: string;
}
export interface StoredTally {
  id: string;
  branch: string;
  found: string;
  email: string;
  phone: string;
  website: string;
}
/** A data service and what its licence wants to be said. */
export interface StoredOrigin {
  id: string;
  title: string;
  url: string;
  licence: string;
  attribution: string;
  retrieved: string;
}

export type ScoredLead = StoredLead & Score & { segment: string };

export interface Segment {
  id: string;
  /** Key or words of a branch; empty for one that is made by how its leads are reached. */
  branch: string;
  leads: ScoredLead[];
}

export interface Facts {
  /** Best first. */
  leads: ScoredLead[];
  segments: Segment[];
  /** Percent of the leads with each field. */
  shares: { name: Must; value: number }[];
  leftOut: { name: string; reason: LeftOutReason }[];
  tally: { branch: string; found: number; email: number; phone: number; website: number }[];
  origins: StoredOrigin[];
  /** Counts and names of the search, by their ids. */
  told: ReadonlyMap<string, string>;
  tags: string[];
  tagged: Tagged[];
}
export type LeadsScene = Scene<Form, Facts>;

const rowsOf = <Row>(answer: Answer, key: string): Row[] => (answer[key] as Row[] | undefined) ?? [];

/** A stored lead as it is judged. */
const readBack = (lead: StoredLead) => ({
  ...lead,
  km: lead.km === "" ? null : Number(lead.km),
  signs: lead.signs.split(" "),
  words: lead.words.split("; "),
});

/** The scored leads of a list, best first; equal ones by their names. */
export function scoredLeads(
  leads: readonly StoredLead[],
  form: Form,
  given: { hasPlace: boolean; tags: readonly string[]; tagged: readonly Tagged[] },
): (StoredLead & Score)[] {
  const hasList = leads.some(({ origin }) => origin === "list");
  const measure = measureOf(form, given.hasPlace, given.tags, hasList);
  return leads
    .map((lead) => ({ ...lead, ...scoreOf(signalsOf(readBack(lead), form, given.tagged), measure) }))
    .toSorted((a, b) => b.score - a.score || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Segments of one branch, at most; the rest are one group. */
const maxSegments = 5;
const minInSegment = 2;

/** Groups that one message suits: by branch, or by how they are reached when there is only one branch. */
export function segmentsOf(leads: readonly (StoredLead & Score)[]): { id: string; branch: string; ids: string[] }[] {
  const groups = [...Map.groupBy(leads, ({ branch }) => branch)]
    .filter(([branch, list]) => branch !== "" && list.length >= minInSegment)
    .toSorted(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .slice(0, maxSegments);
  if (groups.length >= 2) {
    const grouped = new Set(groups.map(([branch]) => branch));
    const rest = leads.filter(({ branch }) => !grouped.has(branch));
    return [
      ...groups.map(([branch, list]) => ({ id: idOf(branch), branch, ids: list.map(({ id }) => id) })),
      ...(rest.length > 0 ? [{ id: "others", branch: "", ids: rest.map(({ id }) => id) }] : []),
    ];
  }
  const byReach = Map.groupBy(leads, ({ email, phone }) =>
    email !== "" ? "byEmail" : phone !== "" ? "byPhone" : "byVisit",
  );
  return (["byEmail", "byPhone", "byVisit"] as const).flatMap((id) => {
    const list = byReach.get(id) ?? [];
    return list.length > 0 ? [{ id, branch: "", ids: list.map((lead) => lead.id) }] : [];
  });
}

const idOf = (branch: string): string => `b_${branch.replace(/[^A-Za-z0-9]+/g, "_").slice(0, 30)}`;

export function factsOf(form: Form, answer: Answer): Facts {
  const told = new Map(rowsOf<StoredRow>(answer, "search").map(({ id, value }) => [id, value]));
  const tagged = rowsOf<Tagged>(answer, "tagged");
  const tags = searchesWeb(form) ? tagsOf(form, tagged) : [];
  const scored = scoredLeads(rowsOf<StoredLead>(answer, "leads"), form, {
    hasPlace: told.has("place"),
    tags,
    tagged,
  });
  const parts = segmentsOf(scored);
  const segmentOf = new Map(parts.flatMap(({ id, ids }) => ids.map((lead) => [lead, id])));
  const leads = scored.map((lead) => ({ ...lead, segment: segmentOf.get(lead.id) ?? "" }));
  return {
    leads,
    segments: parts.map(({ id, branch }) => ({ id, branch, leads: leads.filter(({ segment }) => segment === id) })),
    shares: (Object.keys(musts) as Must[]).map((name) => ({ name, value: shareOf(leads, name) })),
    leftOut: rowsOf<StoredRow>(answer, "leftOut").map(({ name, value }) => ({ name, reason: value as LeftOutReason })),
    tally: rowsOf<StoredTally>(answer, "tally").map((row) => ({
      branch: row.branch,
      found: Number(row.found),
      email: Number(row.email),
      phone: Number(row.phone),
      website: Number(row.website),
    })),
    origins: rowsOf<StoredOrigin>(answer, "origins"),
    told,
    tags,
    tagged,
  };
}

export const shareOf = (leads: readonly Pick<StoredLead, Must>[], name: Must): number =>
  leads.length === 0 ? 0 : (100 * leads.filter((lead) => lead[name] !== "").length) / leads.length;

/** A count that the search has told. */
export const searchCount = ({ told }: Facts, id: string): number => Number(told.get(id) ?? 0);

/** Leads that nobody can call or write an email to. */
export const uncontactable = ({ leads }: Facts): ScoredLead[] =>
  leads.filter(({ email, phone }) => email === "" && phone === "");

export function figuresOf({ facts, language }: LeadsScene): Figures {
  const { leads, segments, shares } = facts;
  if (leads.length === 0) return {};
  return {
    kept: { label: "Leads in the list | Leads in der Liste", text: figure(leads.length, language) },
    ...Object.fromEntries(
      shares.map(({ name, value }) => [
        `with_${name}`,
        { label: `Share with ${name} | Anteil mit ${name}` as const, text: percent(value, language) },
      ]),
    ),
    mute: {
      label: "Leads with neither email nor phone | Leads ohne E-Mail und Telefon",
      text: figure(uncontactable(facts).length, language),
    },
    ...Object.fromEntries(
      segments.map(({ id, leads: list }) => [
        `n_${id}`,
        { label: `Leads of ${id} | Leads von ${id}` as const, text: figure(list.length, language) },
      ]),
    ),
  };
}
