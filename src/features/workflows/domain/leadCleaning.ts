import { email as emailSchema, webAddress } from "#src/kit/schemas.ts";
import { trimEndBy } from "#src/kit/text.ts";
import { normalize } from "#src/kit/normalize.ts";
import { oneLine } from "./wording.ts";

/*
 * What a lead is while it is being found, and how its fields are put in order. Cleaning what is clean changes nothing.
 */

/** Where a field comes from: a service, the person's own list, or the address of a page. */
export type Origin = "osm" | "register" | "list";

export interface Lead {
  id: string;
  name: string;
  /** Key of a branch, value of a tag, or the person's own word. */
  branch: string;
  email: string[];
  phone: string[];
  website: string;
  street: string;
  zip: string;
  city: string;
  /** Two capital letters; empty when unknown. */
  country: string;
  lat: number | null;
  lon: number | null;
  origin: Origin;
  /** Address of the record, empty for a list. */
  url: string;
  isChain: boolean;
  /** `YYYY-MM-DD` or empty. */
  founded: string;
  /** Signs that can be read off the record, `signs` of the scoring. */
  signs: string[];
  notes: string;
  /** Of the map, those that no other field holds. */
  tags: Readonly<Record<string, string>>;
  /** What each field was taken from: `osm`, `register`, `list`, or the address of a page. */
  from: Readonly<Record<string, string>>;
}

export const emptyLead: Omit<Lead, "id" | "name" | "origin"> = {
  branch: "",
  email: [],
  phone: [],
  website: "",
  street: "",
  zip: "",
  city: "",
  country: "",
  lat: null,
  lon: null,
  url: "",
  isChain: false,
  founded: "",
  signs: [],
  notes: "",
  tags: {},
  from: {},
};

const plain = (text: string): string => oneLine(normalize(text.toWellFormed(), "NFC").replace(/\p{Cc}|\p{Cf}/gu, " "));

/** Marks of a list before a name, and separators behind it. */
export const cleanName = (text: string): string => {
  const begun = plain(text).replace(/^[-–•*·"'„“,;| ]+/u, "");
  const name = trimEndBy(begun.slice(0, 160).toWellFormed(), /[\s"'”“,;:|–-]/);
  return /[\p{L}\p{N}]/u.test(name) ? name : "";
};

const noAddress = /^(?:no-?reply|donotreply|mailer-daemon|postmaster|abuse|example|name)@/;

/** An address as one types it, also written as `name (at) firm.de`; empty for what is none or takes no answers. */
export function cleanEmail(text: string): string {
  const [given = ""] = plain(text).toLowerCase().split("?");
  const address = trimEndBy(
    given
      .replace(/^mailto:/, "")
      .replace(/ ?[[({] ?(?:at|ät|@) ?[\])}] ?/g, "@")
      .replace(/ ?[[({] ?(?:dot|punkt|\.) ?[\])}] ?/g, ".")
      .replace(/^[<"'(]+/, ""),
    /[>"'),.;:]/,
  );
  return emailSchema.safeParse(address).success && !noAddress.test(address) ? address : "";
}

/** Dialling codes of the countries that the form offers; `trunk` is what a national number begins with. */
const dialling: Readonly<Record<string, { code: string; trunk: string }>> = {
  DE: { code: "49", trunk: "0" },
  AT: { code: "43", trunk: "0" },
  CH: { code: "41", trunk: "0" },
  FR: { code: "33", trunk: "0" },
  GB: { code: "44", trunk: "0" },
  NL: { code: "31", trunk: "0" },
  BE: { code: "32", trunk: "0" },
  US: { code: "1", trunk: "1" },
  IT: { code: "39", trunk: "" },
  ES: { code: "34", trunk: "" },
  PL: { code: "48", trunk: "" },
};

const [fewestDigits, mostDigits] = [6, 15];
const phoneLabel = /^(?:(?:tel|telefon|telefonnummer|telephone|fon|phone|mobil|mobile|handy)(?!\p{L}))?[.:\s]*/iu;

/**
 * A number in international form with its groups kept, `+49 341 5550101`; as it stands where the country is not known.
 * Empty for what is no number.
 */
export function cleanPhone(text: string, country: string): string {
  const given = plain(text)
    .replace(phoneLabel, "")
    .replace(/(?:ext|durchwahl|-dw)\.?\s*\d+$/i, "")
    .replace(/\(0\)/g, " ");
  if (!/^[+\d(]/.test(given) || /\p{L}/u.test(given)) return "";
  const groups = given
    .replace(/[^\d+]+/g, " ")
    .trim()
    .replace(/^00 ?(?=\d)/, "+")
    .replace(/^\+ /, "+");
  const digits = groups.replace(/\D/g, "");
  // A second plus is a second number, or none at all.
  if (groups.lastIndexOf("+") > 0) return "";
  if (digits.length < fewestDigits || digits.length > mostDigits || /^0+$/.test(digits)) return "";
  if (groups.startsWith("+")) return groups;
  const national = groups;
  const dial = Object.hasOwn(dialling, country) ? dialling[country] : undefined;
  if (dial === undefined) return national;
  if (dial.trunk === "0" && !national.startsWith("0"))
    // Without its area code a number cannot be dialled from elsewhere; some tables lose the plus.
    return national.startsWith(dial.code) && digits.length >= 10 ? `+${national}` : national;
  const rest = dial.trunk !== "" && national.startsWith(dial.trunk) ? national.slice(dial.trunk.length) : national;
  const full = `+${dial.code} ${rest.trim()}`;
  return full.replace(/\D/g, "").length <= mostDigits ? full : "";
}

/** What follows an address in running text, and the last slash of a path. */
const addressEnd = /[>"'),;/]/;

/** An address of the web with its scheme, without what only counts visits; empty for what is none. */
export function cleanWebsite(text: string): string {
  const given = trimEndBy(plain(text).replace(/^[<"'(]+/, ""), addressEnd);
  if (given === "" || /\s|@/.test(given) || !given.includes(".")) return "";
  const address = /^https?:\/\//i.test(given) ? given : /^[a-z]+:/i.test(given) ? "" : `https://${given}`;
  if (!webAddress.safeParse(address).success || !URL.canParse(address)) return "";
  const url = new URL(address);
  if (!/\.[a-z][a-z0-9-]+$/i.test(url.hostname) || url.username !== "") return "";
  url.search = "";
  url.hash = "";
  const shown = url.pathname === "/" ? url.origin : trimEndBy(url.href, addressEnd);
  return webAddress.safeParse(shown).success ? shown : "";
}

const clip = (text: string, most: number): string => plain(text).slice(0, most).toWellFormed().trim();
const distinct = (values: readonly string[], most: number): string[] =>
  [...new Set(values.filter((value) => value !== ""))].slice(0, most);

/** A lead whose fields are in order; a field that is none is empty. */
export function cleanLead(lead: Lead, country = ""): Lead {
  const told = lead.country.trim().toUpperCase();
  const home = /^[A-Z]{2}$/.test(told) ? told : country;
  const place = (value: number | null, most: number): number | null =>
    value !== null && Number.isFinite(value) && Math.abs(value) <= most ? value : null;
  const [lat, lon] = [place(lead.lat, 90), place(lead.lon, 180)];
  return {
    ...lead,
    name: cleanName(lead.name),
    branch: clip(lead.branch, 60),
    email: distinct(lead.email.map(cleanEmail), 3),
    phone: distinct(
      lead.phone.map((one) => cleanPhone(one, home)),
      3,
    ),
    website: cleanWebsite(lead.website),
    street: clip(lead.street, 120),
    zip: clip(lead.zip, 12).toUpperCase(),
    city: clip(lead.city, 80),
    country: home,
    lat: lon === null ? null : lat,
    lon: lat === null ? null : lon,
    notes: clip(lead.notes, 600),
  };
}
