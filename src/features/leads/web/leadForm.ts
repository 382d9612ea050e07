import { isoInZone } from "#src/kit/time/zoned.ts";
import { newLead, type Lead, type LeadChanges, type NewLead } from "../contract.ts";

/** One column of the person's own, as typed. */
export interface OwnField {
  name: string;
  value: string;
}

/** A lead as the form holds it: flat, and empty texts for what is not there. */
export interface LeadFormValues {
  name: string;
  kind: Lead["kind"];
  category: string;
  contact: string;
  owner: string;
  email: string[];
  phone: string[];
  website: string;
  street: string;
  zip: string;
  city: string;
  country: string;
  /** `51.34, 12.37` */
  position: string;
  stage: Lead["stage"];
  score: number | null;
  tags: string[];
  /** `YYYY-MM-DD` */
  lastContactOn: string;
  nextStep: string;
  nextStepOn: string;
  legalBasis: Lead["legalBasis"];
  doNotContact: boolean;
  notes: string;
  ownFields: OwnField[];
}

export type LeadFormName = keyof LeadFormValues;

export const emptyForm: LeadFormValues = {
  name: "",
  kind: "org",
  category: "",
  contact: "",
  owner: "",
  email: [],
  phone: [],
  website: "",
  street: "",
  zip: "",
  city: "",
  country: "",
  position: "",
  stage: "new",
  score: null,
  tags: [],
  lastContactOn: "",
  nextStep: "",
  nextStepOn: "",
  legalBasis: "none",
  doNotContact: false,
  notes: "",
  ownFields: [],
};

/**
 * A lead for the form.
 * @param dayOf day of an instant where the person is, `YYYY-MM-DD`
 */
export function formOf(lead: Lead, dayOf: (instant: string) => string): LeadFormValues {
  const { lat, lon } = lead;
  return {
    name: lead.name,
    kind: lead.kind,
    category: lead.category,
    contact: lead.contact,
    owner: lead.owner,
    email: lead.email,
    phone: lead.phone,
    website: lead.website ?? "",
    ...lead.address,
    position: lat === null || lon === null ? "" : `${lat}, ${lon}`,
    stage: lead.stage,
    score: lead.score,
    tags: lead.tags,
    lastContactOn: lead.lastContactAt === null ? "" : dayOf(lead.lastContactAt),
    nextStep: lead.nextStep,
    nextStepOn: lead.nextStepOn ?? "",
    legalBasis: lead.legalBasis,
    doNotContact: lead.doNotContact,
    notes: lead.notes,
    ownFields: Object.entries(lead.customFields).map(([name, value]) => ({ name, value })),
  };
}

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

/** Where the contract's fields stand in the form; the rest has the same name. */
const places: Record<string, LeadFormName> = {
  lat: "position",
  lon: "position",
  lastContactAt: "lastContactOn",
  customFields: "ownFields",
};

/** The place in the form of a path of the contract: `["address", "city"]` is `city`. */
export function placeOf(path: readonly PropertyKey[]): LeadFormName | undefined {
  const [first, second] = path.map(String);
  const name = first === "address" ? second : (places[first ?? ""] ?? first);
  return name !== undefined && Object.hasOwn(emptyForm, name) ? (name as LeadFormName) : undefined;
}

/** One problem of the form: the issue of the rule and the value that it is about. */
export interface Issue {
  path: PropertyKey[];
}

/** Two own fields of one name would become one: said before anything is lost. */
function doubleName(fields: readonly OwnField[]): boolean {
  const names = fields.map(({ name }) => name.trim()).filter(Boolean);
  return new Set(names).size < names.length;
}

export type CheckedLead =
  | { ok: true; lead: NewLead }
  | { ok: false; issues: (Issue & Record<string, unknown>)[]; values: unknown };

/**
 * Judges the form by the rules of the contract.
 * @param zone where the person is, IANA name
 */
export function checkLead(values: LeadFormValues, zone: string): CheckedLead {
  const candidate = candidateOf(values, zone);
  const parsed = newLead.safeParse(candidate);
  const doubles = doubleName(values.ownFields)
    ? [{ code: "custom", path: ["customFields"], params: { messageKey: "leads.doubleField" } }]
    : [];
  if (parsed.success && doubles.length === 0) return { ok: true, lead: parsed.data };
  const found = parsed.success ? [] : parsed.error.issues.map((issue) => ({ ...issue }));
  return { ok: false, issues: [...doubles, ...found], values: candidate };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * What the form changed, and nothing else: what another window changed meanwhile stays.
 * @param before the form as it was opened
 */
export function changesOf(before: LeadFormValues, after: LeadFormValues, lead: NewLead): LeadChanges {
  const isChanged = (...names: LeadFormName[]): boolean => names.some((name) => !same(before[name], after[name]));
  const plain = (
    ["name", "kind", "category", "contact", "owner", "email", "phone", "website", "stage", "score", "tags"] as const
  ).filter((name) => isChanged(name));
  const rest = (["nextStep", "nextStepOn", "legalBasis", "doNotContact", "notes"] as const).filter((name) =>
    isChanged(name),
  );
  return {
    ...Object.fromEntries([...plain, ...rest].map((name) => [name, lead[name]])),
    ...(isChanged("street", "zip", "city", "country") ? { address: lead.address } : {}),
    ...(isChanged("position") ? { lat: lead.lat, lon: lead.lon } : {}),
    ...(isChanged("lastContactOn") ? { lastContactAt: lead.lastContactAt } : {}),
    ...(isChanged("ownFields") ? { customFields: lead.customFields } : {}),
  };
}
