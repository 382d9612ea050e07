import { foldText } from "#src/features/leads/rules.ts";
import { similarity } from "#src/kit/likeness.ts";
import type { Lead } from "./leadCleaning.ts";

/* When two records are one business, and what is left of both. The order in which they come changes nothing. */

/** Sites on which many have a page: their host says nothing about whose it is. */
const sharedHosts =
  /(?:^|\.)(?:facebook|instagram|linkedin|xing|tiktok|youtube|twitter|x|google|linktr|linktree|gelbeseiten|dasoertliche|11880|yelp|tripadvisor|doctolib|jameda|treatwell|booking|lieferando|ubereats|wordpress|blogspot|jimdosite|wixsite|github|sites\.google)\.(?:com|de|ee|io|co\.uk|fr|at|ch)$/;

/** Host of an address without `www.`; empty for a page on somebody else's site. */
export function ownHost(website: string): string {
  if (!URL.canParse(website)) return "";
  const host = new URL(website).hostname.toLowerCase().replace(/^www\d?\./, "");
  return sharedHosts.test(host) ? "" : host;
}

/** Legal forms and articles that one writes and another leaves out. */
const filler = new Set(
  "gmbh ggmbh mbh ag kg ohg gbr ug haftungsbeschrankt ek eg ev se kgaa co cie inh inhaber ltd limited llc llp plc inc corp sarl sas sasu eurl sa snc bv nv srl spa und and et the der die das le la les by am".split(
    " ",
  ),
);

/** A name without legal form, articles, order and signs; the whole name when nothing else is in it. */
export function nameKey(name: string): string {
  const all = foldText(name)
    .replace(/\b([a-z])\.\s?(?=[a-z]\b)/g, "$1")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const told = all.filter((word) => !filler.has(word));
  return (told.length > 0 ? told : all).toSorted().join(" ");
}

/** Dialling codes of one and two digits; all others have three. */
const shortCodes = /^(?:1|7|20|27|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** National digits of a number, by which two spellings are one: `+49 30 123456`, `0049 30 …`, `030 123456`. */
export const phoneKey = (phone: string): string => {
  const all = phone.replace(/\D/g, "");
  const isForeign = /^[\s(]*\+/.test(phone) || all.startsWith("00");
  const international = all.replace(/^0+/, "");
  const code = isForeign ? (shortCodes.exec(international)?.[0].length ?? 3) : 0;
  const digits = international.slice(code).replace(/^0+/, "");
  return digits.length < 6 ? "" : digits.slice(-9);
};

const addressKey = ({ street, zip }: Lead): string => {
  const plain = foldText(street)
    .replace(/str(?:asse|\.)?(?=\s|\d|$)/g, "str")
    .replace(/[^\p{L}\p{N}]+/gu, "");
  return plain === "" ? "" : `${plain}|${zip.replace(/\s/g, "")}`;
};
const placeKey = ({ zip, city }: Lead): string => zip.replace(/\s/g, "").toUpperCase() || foldText(city);

/** Keys that two records of one business share. */
const keysOf = (lead: Lead): string[] => [
  ...lead.email.map((email) => `e:${email}`),
  ...lead.phone.map((phone) => `p:${phoneKey(phone)}`).filter((key) => key !== "p:"),
  ...[ownHost(lead.website)].filter(Boolean).map((host) => `w:${host}`),
];

/**
 * Keys by any of which two leads of a person are one: the id at a service, an email, a number, or a site with a name.
 * A site alone is not enough: branches of a chain share it, and each is a lead of its own.
 */
export const twinKeys = ({
  name,
  email,
  phone,
  website,
  source,
}: {
  name: string;
  email: readonly string[];
  phone: readonly string[];
  website: string | null;
  source: { adapter: string; externalId: string | null } | null;
}): string[] => {
  const host = ownHost(website ?? "");
  return [
    ...(source?.externalId ? [`x:${source.adapter}:${source.externalId}`] : []),
    ...email.map((one) => `e:${one.toLowerCase()}`),
    ...phone.map((one) => `p:${phoneKey(one)}`).filter((key) => key !== "p:"),
    ...(host === "" ? [] : [`w:${host}|${nameKey(name)}`]),
  ];
};

/** Order of two records by completeness: the one of the person first, then the fuller one, then by their ids. */
const ranks: Readonly<Record<Lead["origin"], number>> = { list: 0, osm: 1, register: 2 };
const filled = (lead: Lead): number =>
  [lead.email, lead.phone, lead.website, lead.street, lead.zip, lead.city].filter(({ length }) => length > 0).length;
const byRank = (a: Lead, b: Lead): number =>
  ranks[a.origin] - ranks[b.origin] || filled(b) - filled(a) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** A name in capitals alone is somebody's form, not their sign. */
const isShouted = (name: string): boolean => name.length > 4 && name === name.toUpperCase() && /\p{L}{3}/u.test(name);

/** One record of several: of each field the first that has it, best first; all ways to reach them. */
function joined(group: readonly Lead[]): Lead {
  const [best, ...others] = group.toSorted(byRank);
  if (best === undefined) throw new RangeError("a group has at least one lead");
  const all = [best, ...others];
  const withIt = (field: "branch" | "website" | "street" | "zip" | "city" | "country" | "url" | "founded"): Lead =>
    all.find((one) => one[field] !== "") ?? best;
  const named = all.find(({ name }) => !isShouted(name)) ?? best;
  const placed = all.find(({ lat }) => lat !== null) ?? best;
  // Street, zip and city belong together: half of one address and half of another is none.
  const housed = all.find(({ street }) => street !== "") ?? withIt("zip");
  const zipped = housed.zip === "" && housed.city === "" ? withIt("zip") : housed;
  const from: Record<string, string> = {};
  const take = (field: string, of: Lead): void => {
    const origin = of.from[field];
    if (origin !== undefined) from[field] = origin;
  };
  take("name", named);
  for (const field of ["branch", "website"] as const) take(field, withIt(field));
  for (const field of ["email", "phone"] as const) take(field, all.find((one) => one[field].length > 0) ?? best);
  take("street", housed);
  take("zip", zipped);
  take("city", zipped);
  const phones = new Map(
    all
      .flatMap(({ phone }) => phone)
      .map((phone) => [phoneKey(phone) || phone, phone])
      .toReversed() as [string, string][],
  );
  return {
    ...best,
    name: named.name,
    branch: withIt("branch").branch,
    email: [...new Set(all.flatMap(({ email }) => email))].slice(0, 3),
    phone: [...phones.values()].toReversed().slice(0, 3),
    website: withIt("website").website,
    street: housed.street,
    zip: zipped.zip,
    city: zipped.city,
    country: withIt("country").country,
    lat: placed.lat,
    lon: placed.lon,
    url: withIt("url").url,
    isChain: all.every(({ isChain }) => isChain),
    founded: withIt("founded").founded,
    signs: [...new Set(all.flatMap(({ signs }) => signs))].toSorted(),
    tags: all.find(({ tags }) => Object.keys(tags).length > 0)?.tags ?? {},
    notes: [...new Set(all.map(({ notes }) => notes).filter(Boolean))].join("; ").slice(0, 600).toWellFormed(),
    from,
  };
}

/** Sets that grow together. */
function unions(size: number): { join: (a: number, b: number) => void; rootOf: (at: number) => number } {
  const parent = Array.from({ length: size }, (_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (parent[root] !== root) root = parent[root] ?? root;
    for (let one = at; one !== root;) {
      const next = parent[one] ?? root;
      parent[one] = root;
      one = next;
    }
    return root;
  };
  return { rootOf, join: (a, b) => void (parent[rootOf(a)] = rootOf(b)) };
}

/**
 * One record for each business. Records that share an email, a number or a site are one unless they are at two
 * addresses, as branches of a chain do; so are those of one name in one place, or of one name where only one of them
 * has a place.
 * @returns in the order of the ids of what is kept, and how many were joined into others
 */
export function joinDoubles(leads: readonly Lead[]): { leads: Lead[]; doubles: number } {
  const { join, rootOf } = unions(leads.length);
  const groups = new Map<string, number[]>();
  const put = (key: string, at: number): void => void groups.set(key, [...(groups.get(key) ?? []), at]);
  for (const [at, lead] of leads.entries()) {
    for (const key of keysOf(lead)) put(key, at);
    put(`n:${nameKey(lead.name)}`, at);
  }
  for (const [key, members] of groups) {
    const of = (at: number): Lead => leads[at] as Lead;
    const place = key.startsWith("n:") ? (at: number) => placeKey(of(at)) : (at: number) => addressKey(of(at));
    const places = new Set(members.map(place).filter(Boolean));
    const first = new Map<string, number>();
    for (const at of members) {
      // With a single address in the group, those that tell none are at it.
      const spot = places.size <= 1 ? "" : place(at) || `alone ${at}`;
      const known = first.get(spot);
      if (known === undefined) first.set(spot, at);
      else join(at, known);
    }
  }
  const kept = [...Map.groupBy(leads, (_, at) => rootOf(at)).values()]
    .map(joined)
    .toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  return { leads: kept, doubles: leads.length - kept.length };
}

/** Whether a record is one of those the person has already: same reach, or same name in the same place. */
export function knownAmong(known: readonly Lead[]): (lead: Lead) => boolean {
  const reaches = new Set(known.flatMap(keysOf));
  const places = new Map<string, Set<string>>();
  for (const lead of known) {
    const key = nameKey(lead.name);
    places.set(key, (places.get(key) ?? new Set()).add(placeKey(lead)));
  }
  return (lead) => {
    if (keysOf(lead).some((key) => reaches.has(key))) return true;
    const at = places.get(nameKey(lead.name));
    const place = placeKey(lead);
    return at !== undefined && (place === "" || at.has("") || at.has(place));
  };
}

/** Two names this alike may be one business. */
const minAlike = 0.62;
/** Words that many businesses of a trade have in their names. */
const commonWord = 12;

/** All words of one name occur in the other: `Loft` and `The Loft coworking`. */
const isWithin = (a: string, b: string): boolean => {
  const [short = [], long = []] = [a.split(" "), b.split(" ")].toSorted((one, other) => one.length - other.length);
  return short.every((word) => long.includes(word));
};

/** Pairs that may be one business and share nothing that proves it: for the person to decide. */
export function likelyTwins(leads: readonly Lead[], most = 12): [string, string][] {
  const byWord = new Map<string, Lead[]>();
  for (const lead of leads)
    for (const word of new Set(nameKey(lead.name).split(" ")))
      if (word.length >= 4) byWord.set(word, [...(byWord.get(word) ?? []), lead]);
  const pairs = new Map<string, { pair: [string, string]; score: number }>();
  for (const group of byWord.values()) {
    if (group.length > commonWord) continue;
    for (const [at, one] of group.entries())
      for (const other of group.slice(at + 1)) {
        const [a, b] =
          placeKey(one) && placeKey(other) && placeKey(one) !== placeKey(other) ? ["", ""] : [one.name, other.name];
        const key = [one.id, other.id].toSorted().join(" ");
        if (a === "" || pairs.has(key)) continue;
        const score = isWithin(nameKey(a), nameKey(b)) ? 1 : similarity(nameKey(a), nameKey(b));
        if (score >= minAlike) pairs.set(key, { pair: [a, b], score });
      }
  }
  return [...pairs.values()]
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ pair }) => pair);
}
