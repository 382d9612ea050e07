import { z } from "zod";
import { type Basis, bases, type Brake, brakesOf, mayWrite } from "../../domain/coldContact.ts";
import { localDateOf } from "../../domain/dates.ts";
import { oneLine } from "../../domain/wording.ts";
import type { Material } from "../../kit/sections.ts";
import type { ReadRequest, Scene } from "../../kit/state.ts";
import type { WorkflowContext } from "../../workflow.ts";
import { type Form, mostLeads } from "./form.ts";

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

/** What is read of a lead's record: the server sends no more, `readLeads` in `server/sources/ownLeads.ts`. */
const record = z.object({
  id: z.string(),
  name: z.string(),
  contact: z.string(),
  category: z.string(),
  city: z.string(),
  country: z.string(),
  website: z.string(),
  email: z.string(),
  phone: z.string(),
  place: z.string(),
  basis: z.enum(bases),
  shut: z.boolean(),
  last: z.string(),
  origin: z.string(),
  notes: z.string(),
});
const records = z.array(record);

const recordsRequest = ({ leads }: Form): ReadRequest[] =>
  leads.length === 0 ? [] : [{ kind: "leads", ids: [...leads], hidden: true }];

type Read = Pick<OutreachScene, "form" | "textOf">;

function parsedRecords({ form, textOf }: Read): z.output<typeof records> {
  const text = recordsRequest(form).flatMap((request) => textOf(request) ?? [])[0] ?? "";
  try {
    return records.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** Chosen records in the order of the form, then those that were typed. */
export function peopleOf(scene: Read): StoredPerson[] {
  const { form } = scene;
  const found = parsedRecords(scene);
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
    .slice(0, mostLeads)
    .map((one, at) => ({ id: `l${at + 1}`, ...one }));
}

const basisOf = (basis: string): Basis => bases.find((one) => one === basis) ?? "none";
const brakesFor = (person: StoredPerson, form: Form, now: string): Brake[] =>
  brakesOf(
    {
      ...person,
      basis: basisOf(person.basis),
      isShut: person.shut !== "",
      lastContact: person.last,
    },
    form.channel,
    now,
  );

/** Where a site begins, and where it usually says who its people are. */
const pagesOf = (website: string, language: OutreachScene["language"]): ReadRequest[] =>
  ["/", language === "de" ? "/ueber-uns" : "/about"].flatMap((path) => {
    const url = website === "" ? undefined : URL.parse(path, website)?.href;
    return url === undefined ? [] : [{ kind: "url" as const, url, hidden: true as const }];
  });

/** The records first, then two pages of each who may be written to. */
export function requests(scene: OutreachScene): ReadRequest[] {
  const { form, context, language } = scene;
  const people = peopleOf(scene).filter((person) => mayWrite(brakesFor(person, form, context.now)));
  const pages = form.research === "web" ? people.flatMap(({ website }) => pagesOf(website, language)) : [];
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

/** Nothing but this lead's own pages and the person's notes on it: no page can speak into another lead's message. */
export function aboutOf(scene: OutreachScene, person: StoredPerson): Material[] {
  const wanted = new Set(pagesOf(person.website, scene.language).map((request) => JSON.stringify(request)));
  const pages = scene.state.reads
    .filter(({ request }) => wanted.has(request))
    .flatMap(({ sources }) => sources)
    .filter(({ text }) => text !== "");
  const { name, contact, category, city, notes } = person;
  return [
    ...pages.map(({ source, text }) => ({ id: source.id, title: source.title || name, text })),
    { id: "own", title: name, text: oneLine([name, contact, category, city, notes].filter(Boolean).join(" · ")) },
  ];
}
