import { legalBasis } from "#src/features/leads/contract.ts";
import { maxOutreachLeads } from "#src/features/leads/rules.ts";
import { type Brake, brakesOf, countryCode, mayWrite } from "../../domain/coldContact.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { oneLine } from "../../domain/wording.ts";
import type { Material } from "../../kit/sections.ts";
import { type ReadRequest, requestKey, type Scene } from "../../kit/state.ts";
import { ownLeadsIn } from "../../domain/ownLeads.ts";
import type { SourceText, WorkflowContext } from "../../workflow.ts";
import type { Form } from "./form.ts";

/* Who is to be written to, what stands against it, and what may be said: a lead's own pages and the notes about it. */

/** A lead as it was when the run read it; kept with the document, since records change and go. */
export interface StoredPerson {
  id: string;
  /** Id of its record; empty for one that was typed into the form. */
  record: string;
  name: string;
  contact: string;
  category: string;
  city: string;
  country: string;
  website: string;
  email: string;
  phone: string;
  place: string;
  basis: string;
  shut: string;
  last: string;
  /** Where its data was found: an address, or nothing. */
  origin: string;
  notes: string;
}
export interface OpenLead {
  person: StoredPerson;
  brakes: Brake[];
}
export interface Facts {
  /** Those that are written to, in the order of the form. */
  open: OpenLead[];
  left: OpenLead[];
  /** Chosen leads whose records are gone. */
  missing: number;
  /** Today in the person's zone. */
  day: string;
}
export type OutreachScene = Scene<Form, Facts>;

const recordsRequest = ({ leads }: Form): ReadRequest[] =>
  leads.length === 0 ? [] : [{ kind: "leads", ids: [...leads], hidden: true }];

/** Chosen records in the order of the form, then those that were typed. */
export function peopleOf({ form, textOf }: Pick<OutreachScene, "form" | "textOf">): StoredPerson[] {
  const found = recordsRequest(form).flatMap((request) => ownLeadsIn(textOf(request) ?? ""));
  const chosen = form.leads.flatMap((id) => found.find((one) => one.id === id) ?? []);
  const typed = form.people.map((one) => ({
    ...one,
    record: "",
    category: "",
    phone: "",
    place: one.city,
    basis: form.legalBasis,
    shut: "",
    last: "",
    origin: "",
  }));
  return [
    ...chosen.map(({ id, shut, basis, ...rest }) => ({
      ...rest,
      record: id,
      basis: basis === "none" ? form.legalBasis : basis,
      shut: shut ? "shut" : "",
    })),
    ...typed,
  ]
    .slice(0, maxOutreachLeads)
    .map((one, at) => ({ id: `l${at + 1}`, ...one }));
}

const brakesFor = (person: StoredPerson, form: Form, now: string): Brake[] =>
  brakesOf(
    {
      ...person,
      basis: legalBasis.catch("none").parse(person.basis),
      isShut: person.shut !== "",
      lastContact: person.last,
    },
    form.channel,
    now,
  );

/** Where sites of a country say who they are and how to reach them. */
const sitePaths: Readonly<Record<string, readonly string[]>> = {
  DE: ["/ueber-uns", "/kontakt"],
  AT: ["/ueber-uns", "/kontakt"],
  CH: ["/ueber-uns", "/kontakt"],
  FR: ["/a-propos", "/contact"],
  ES: ["/sobre-nosotros", "/contacto"],
  IT: ["/chi-siamo", "/contatti"],
  NL: ["/over-ons", "/contact"],
  PL: ["/o-nas", "/kontakt"],
};
const pathsElsewhere = { de: ["/ueber-uns", "/kontakt"], en: ["/about", "/contact"] } as const;

/** Where a site begins, and those pages in the language of its country, which need not be that of the result. */
function pagesOf({ website, country }: StoredPerson, language: OutreachScene["language"]): ReadRequest[] {
  const ending = /\.([a-z]{2})$/i.exec(URL.parse(website)?.hostname ?? "")?.[1]?.toUpperCase() ?? "";
  const code = [countryCode(country), ending].find((one) => Object.hasOwn(sitePaths, one)) ?? "";
  const usual = countryCode(country) === "" ? pathsElsewhere[language] : pathsElsewhere.en;
  return ["/", ...(sitePaths[code] ?? usual)].flatMap((path) => {
    const url = website === "" ? undefined : URL.parse(path, website)?.href;
    return url === undefined ? [] : [{ kind: "url" as const, url, hidden: true as const }];
  });
}

/** The records first, then pages of each who may be written to. */
export function requests(scene: OutreachScene): ReadRequest[] {
  const { form, context, language } = scene;
  const people = peopleOf(scene).filter((person) => mayWrite(brakesFor(person, form, context.now)));
  const pages = form.research === "web" ? people.flatMap((person) => pagesOf(person, language)) : [];
  return [...recordsRequest(form), ...pages];
}

export function factsOf(form: Form, context: WorkflowContext, people: readonly StoredPerson[]): Facts {
  const all = people.map((person) => ({ person, brakes: brakesFor(person, form, context.now) }));
  return {
    open: all.filter(({ brakes }) => mayWrite(brakes)),
    left: all.filter(({ brakes }) => !mayWrite(brakes)),
    missing: Math.max(0, form.leads.length - people.filter((one) => one.record !== "").length),
    day: localDateOf(context.now, context.timeZone),
  };
}

/** The pages of a lead's own site that could be read. */
export function ownPages({ state, language }: OutreachScene, person: StoredPerson): SourceText[] {
  const wanted = new Set(pagesOf(person, language).map(requestKey));
  return state.reads
    .filter(({ request }) => wanted.has(request))
    .flatMap(({ sources }) => sources)
    .filter(({ text }) => text !== "");
}

/** Nothing but this lead's own pages and the person's notes on it: no page can speak into another lead's message. */
export function aboutOf(scene: OutreachScene, person: StoredPerson): Material[] {
  const { name, contact, category, city, notes } = person;
  return [
    ...ownPages(scene, person).map(({ source, text }) => ({ id: source.id, title: source.title || name, text })),
    { id: "own", title: name, text: oneLine([name, contact, category, city, notes].filter(Boolean).join(" · ")) },
  ];
}
