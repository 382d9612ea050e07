import { isoInZone } from "#src/kit/time/zoned.ts";
import { changedIn } from "#src/ui/forms/drafts.ts";
import { checkBy } from "#src/ui/forms/checkBy.ts";
import { type Aliases, type Checked, type FormProblem, ownProblem, placeIn } from "#src/ui/forms/problems.ts";
import { leadChanges, newLead, type LeadChanges, type NewLead } from "../contract.ts";

/** One column of the person's own, as typed. */
export interface OwnField {
  name: string;
  value: string;
}

/** Fields of the contract that the form holds in another shape, or not at all. */
const reshaped = [
  "website",
  "address",
  "lat",
  "lon",
  "source",
  "lastContactAt",
  "nextStepOn",
  "osmTags",
  "customFields",
] as const satisfies (keyof NewLead)[];
type Same = Exclude<keyof NewLead, (typeof reshaped)[number]>;

/** What the form holds as the contract does. */
const sameNames = newLead
  .keyof()
  .options.filter((name): name is Same => !(reshaped as readonly string[]).includes(name));

/** A lead as the form holds it: flat, and empty texts for what is not there. */
export interface LeadFormValues extends Pick<NewLead, Same> {
  website: string;
  street: string;
  zip: string;
  city: string;
  country: string;
  /** `51.34, 12.37` */
  position: string;
  /** `YYYY-MM-DD` */
  lastContactOn: string;
  nextStepOn: string;
  ownFields: OwnField[];
}

/**
 * A lead for the form.
 * @param dayOf day of an instant where the person is, `YYYY-MM-DD`
 */
export function formOf(lead: NewLead, dayOf: (instant: string) => string): LeadFormValues {
  const { lat, lon } = lead;
  return {
    ...(Object.fromEntries(sameNames.map((name) => [name, lead[name]])) as Pick<NewLead, Same>),
    website: lead.website ?? "",
    ...lead.address,
    position: lat === null || lon === null ? "" : `${lat}, ${lon}`,
    lastContactOn: lead.lastContactAt === null ? "" : dayOf(lead.lastContactAt),
    nextStepOn: lead.nextStepOn ?? "",
    ownFields: Object.entries(lead.customFields).map(([name, value]) => ({ name, value })),
  };
}

export const emptyForm: LeadFormValues = { ...formOf(newLead.parse({ name: "-" }), String), name: "" };

/** Latitude and longitude as maps write them; NaN for what is no such pair, so that the rule refuses it. */
function coordinatesOf(position: string): { lat: number | null; lon: number | null } {
  if (position.trim() === "") return { lat: null, lon: null };
  const [, lat, lon] = /^(-?\d+(?:\.\d+)?)(?:\s*[,;]\s*|\s+)(-?\d+(?:\.\d+)?)$/.exec(position.trim()) ?? [];
  return { lat: Number(lat ?? Number.NaN), lon: Number(lon ?? Number.NaN) };
}

/** A web address as people type it; what has no scheme is taken for https. */
function addressOf(website: string): string | null {
  const typed = website.trim();
  if (typed === "") return null;
  return /^[a-z][a-z\d+.-]*:/i.test(typed) || !typed.includes(".") ? typed : `https://${typed}`;
}

/** Noon of a day where the person is, so that it is the same day when it is read there; what is no day stays as typed. */
function instantOf(day: string, zone: string): string | null {
  if (day === "") return null;
  const noon = new Date(`${day}T12:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(noon.getTime())) return day;
  return `${day}T12:00:00${isoInZone(noon, zone).slice(-6)}`;
}

/** What the form says, in the shape of the contract; the rules have not seen it yet. */
function candidateOf(values: LeadFormValues, zone: string) {
  const { website, street, zip, city, country, position, lastContactOn, nextStepOn, ownFields, ...same } = values;
  const named = ownFields.filter(({ name, value }) => name.trim() !== "" || value.trim() !== "");
  return {
    ...same,
    name: values.name.trim(),
    website: addressOf(website),
    address: { street, zip, city, country },
    ...coordinatesOf(position),
    lastContactAt: instantOf(lastContactOn, zone),
    nextStepOn: nextStepOn === "" ? null : nextStepOn,
    customFields: Object.fromEntries(named.map(({ name, value }) => [name.trim(), value])),
  };
}

/** Names of the form for fields of the contract; parts of the address have the same. */
export const aliases: Aliases = {
  lat: "position",
  lon: "position",
  lastContactAt: "lastContactOn",
  customFields: "ownFields",
};

/** Two own fields of one name would become one: said before anything is lost. */
function doubleNames(fields: readonly OwnField[]): FormProblem[] {
  const names = fields.map(({ name }) => name.trim()).filter(Boolean);
  return new Set(names).size < names.length ? [ownProblem("ownFields", "leads:doubleField")] : [];
}

/**
 * Judges the form by the rules of the contract.
 * @param zone where the person is, IANA name
 */
export const checkLead = (values: LeadFormValues, zone: string): Checked<NewLead> =>
  checkBy(newLead, candidateOf(values, zone), doubleNames(values.ownFields), (path) => placeIn(values, path, aliases));

/** Fields of the contract that another field of the form says. */
const contractNames: Readonly<Record<string, readonly string[]>> = {
  street: ["address"],
  zip: ["address"],
  city: ["address"],
  country: ["address"],
  position: ["lat", "lon"],
  lastContactOn: ["lastContactAt"],
  ownFields: ["customFields"],
};

/** Fields of the contract that a change of the form is about: what another window changed since stays. */
const changedNames = (before: LeadFormValues, after: LeadFormValues): string[] =>
  Object.keys(changedIn(before, after)).flatMap((name) => contractNames[name] ?? [name]);

const only = <T extends object>(record: T, names: readonly string[]): Partial<T> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name))) as Partial<T>;

/**
 * Judges what was changed of a lead, and nothing else.
 * @param before the form as it was opened
 * @param zone where the person is, IANA name
 */
export function checkChange(before: LeadFormValues, after: LeadFormValues, zone: string): Checked<LeadChanges> {
  const names = changedNames(before, after);
  const own = names.includes("customFields") ? doubleNames(after.ownFields) : [];
  return checkBy(leadChanges, only(candidateOf(after, zone), names), own, (path) => placeIn(after, path, aliases));
}

/** The same fields of a lead as they are, for the server to see what the change began with. */
export const fieldsAsSeen = (lead: NewLead, changes: LeadChanges): LeadChanges => only(lead, Object.keys(changes));
