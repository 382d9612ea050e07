import type { ApiQuery, BusinessRecord, CompanyRecord, PlaceRecord } from "../apis.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { branchOfTags } from "./leadBranches.ts";
import { cleanEmail, cleanLead, cleanPhone, emptyLead, type Lead } from "./leadCleaning.ts";
import { withOrigin } from "./leadLists.ts";
import { ownHost } from "./leadMatching.ts";

/* Questions to the data services, and leads of what they answer. */

export interface Point {
  lat: number;
  lon: number;
}

/** Kilometres along a great circle; good to a few metres at the size of a town. */
export function kmBetween(a: Point, b: Point): number {
  const rad = (degrees: number): number => (degrees * Math.PI) / 180;
  const half =
    Math.sin(rad(b.lat - a.lat) / 2) ** 2 +
    Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(rad(b.lon - a.lon) / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** What the services take and give in one question. */
export const limits = { tags: 20, records: 1_000, companies: 100, leastMetres: 50, mostMetres: 50_000 } as const;

/** Where to search: a point and kilometres around it, or a whole place by its border. */
export interface SearchArea extends Point {
  km: number;
  /** South, north, west, east of a whole place. */
  box: readonly number[] | null;
  /** Number under which the map service knows the border of a whole place. */
  area: number | null;
}

/**
 * Borders of relations and of ways have numbers of their own:
 * https://wiki.openstreetmap.org/wiki/Overpass_API/Overpass_QL
 */
function areaNumber(osm: string): number | null {
  const [, kind, id] = /^([wr])(\d{1,11})$/.exec(osm) ?? [];
  return id === undefined ? null : Number(id) + (kind === "r" ? 3_600_000_000 : 2_400_000_000);
}

/** @param reach kilometres, or `whole` for the place as it is, however large */
export function areaOf({ lat, lon, box, osm }: PlaceRecord, reach: number | "whole"): SearchArea {
  if (reach !== "whole") return { lat, lon, km: reach, box: null, area: null };
  const area = areaNumber(osm);
  const [south, north, west, east] = box ?? [];
  if (south === undefined || north === undefined || west === undefined || east === undefined)
    return { lat, lon, km: 5, box: null, area };
  const middle = { lat: (south + north) / 2, lon: (west + east) / 2 };
  const km = Math.max(kmBetween(middle, { lat: south, lon: west }), kmBetween(middle, { lat: north, lon: east }));
  return { ...middle, km: Math.max(0.5, km), box: [south, north, west, east], area };
}

/** Whether a point is inside the search area; an unknown point may be. */
export const isInArea = (area: SearchArea, { lat, lon }: { lat: number | null; lon: number | null }): boolean => {
  if (lat === null || lon === null) return true;
  if (area.box === null) return area.area !== null || kmBetween(area, { lat, lon }) <= area.km;
  const [south = -90, north = 90, west = -180, east = 180] = area.box;
  return lat >= south && lat <= north && lon >= west && lon <= east;
};

/** Queries of the map; every tag is in exactly one of them. */
export function mapQueries({ lat, lon, km, box, area }: SearchArea, tags: readonly string[]): ApiQuery<"overpass">[] {
  const all = [...new Set(tags)];
  const radius = Math.min(limits.mostMetres, Math.max(limits.leastMetres, Math.round(km * 1000)));
  return Array.from({ length: Math.ceil(all.length / limits.tags) }, (_, at) => ({
    lat,
    lon,
    radius,
    ...(area === null ? {} : { area }),
    ...(box === null || area !== null ? {} : { box: [box[0] ?? 0, box[2] ?? 0, box[1] ?? 0, box[3] ?? 0] }),
    tags: all.slice(at * limits.tags, (at + 1) * limits.tags),
    most: limits.records,
  }));
}

/** Size classes of the French register by the sizes of the form. */
export const sizeCodes: Readonly<Record<"micro" | "small" | "medium" | "large", readonly string[]>> = {
  micro: ["00", "01", "02", "03"],
  small: ["11", "12"],
  medium: ["21", "22", "31"],
  large: ["32", "41", "42", "51", "52", "53"],
};

/** One question to the French register: by postcode where the place has one, else by its name. */
export function registerQuery(
  place: string,
  naf: readonly string[],
  size: keyof typeof sizeCodes | "any",
): ApiQuery<"companiesFr"> {
  const zip = /\b\d{5}\b/.exec(place)?.[0];
  return {
    words: zip === undefined ? (place.split(",")[0] ?? "").trim().slice(0, 120) : "",
    ...(zip === undefined ? {} : { zip }),
    activities: [...new Set(naf)].slice(0, 20),
    employees: size === "any" ? [] : [...sizeCodes[size]],
    most: limits.companies,
  };
}

const tagOf = (tags: BusinessRecord["tags"], ...names: string[]): string =>
  names.map((name) => tags[name]).find((value) => value !== undefined && value !== "") ?? "";

/** A firm younger than this is new. */
const newDays = 730;
const isNew = (founded: string, today: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(founded) && founded >= addDays(today, -newDays) && founded <= today;

/** Tags that are fields of a lead already. */
const fieldTags = /^(?:(?:name|website|url|email|phone|mobile)$|contact:|addr:)/;
/** Tags of a record that a lead takes over. */
const maxTags = 30;

/** Tags of a record beside those that are fields of a lead. */
const furtherTags = (tags: BusinessRecord["tags"]): BusinessRecord["tags"] =>
  Object.fromEntries(
    Object.entries(tags)
      .filter(([key, value]) => key !== "" && value !== "" && !fieldTags.test(key))
      .slice(0, maxTags),
  );

/** A business of OpenStreetMap. @param country where the search took place */
export function leadOfShop({ id, lat, lon, tags }: BusinessRecord, country: string, today: string): Lead {
  const website = tagOf(tags, "website", "contact:website", "url");
  const founded = tagOf(tags, "start_date");
  const isClosed =
    /^(?:closed|off)\b/i.test(tags["opening_hours"] ?? "") ||
    Object.keys(tags).some((name) => /^(?:disused|abandoned|was):/.test(name));
  return withOrigin(
    cleanLead(
      {
        ...emptyLead,
        id,
        name: tagOf(tags, "name", "operator"),
        branch: branchOfTags(tags),
        email: tagOf(tags, "email", "contact:email").split(/[;,]/),
        phone: tagOf(tags, "phone", "contact:phone", "mobile", "contact:mobile").split(/[;,]/),
        website: website.split(";")[0] ?? "",
        street: [tagOf(tags, "addr:street", "addr:place"), tagOf(tags, "addr:housenumber")].filter(Boolean).join(" "),
        zip: tagOf(tags, "addr:postcode"),
        city: tagOf(tags, "addr:city"),
        country: tagOf(tags, "addr:country") || country,
        lat,
        lon,
        origin: "osm",
        url: `https://www.openstreetmap.org/${{ n: "node", w: "way", r: "relation" }[id.slice(0, 1)] ?? "node"}/${id.slice(1)}`,
        isChain: tags["brand"] !== undefined || tags["brand:wikidata"] !== undefined,
        founded: /^\d{4}-\d{2}-\d{2}$/.test(founded) ? founded : "",
        tags: furtherTags(tags),
        signs: [
          ...(website === "" ? ["noWebsite"] : []),
          ...(/^http:/i.test(website) ? ["noHttps"] : []),
          ...(tags["delivery"] !== undefined && tags["delivery"] !== "no" ? ["delivers"] : []),
          ...(isNew(founded, today) ? ["isNew"] : []),
          ...(isClosed ? ["closed"] : []),
        ],
      },
      country,
    ),
  );
}

/** A company of the French register: no ways to reach it, but its size and its age. */
export const leadOfCompany = (record: CompanyRecord, branch: string, today: string): Lead =>
  withOrigin(
    cleanLead(
      {
        ...emptyLead,
        id: `fr${record.id}`,
        name: record.name,
        branch,
        street: record.street,
        zip: record.zip,
        city: record.city,
        country: "FR",
        lat: record.lat,
        lon: record.lon,
        origin: "register",
        url: record.url,
        founded: record.founded,
        signs: [...(isNew(record.founded, today) ? ["isNew"] : []), ...(record.isActive ? [] : ["closed"])],
      },
      "FR",
    ),
  );

/** Where sites of a country tell who runs them: the law asks for it in the first ones. */
const contactPaths: Readonly<Record<string, readonly string[]>> = {
  DE: ["/impressum", "/kontakt"],
  AT: ["/impressum", "/kontakt"],
  CH: ["/impressum", "/kontakt"],
  FR: ["/mentions-legales", "/contact"],
  ES: ["/aviso-legal", "/contacto"],
  IT: ["/contatti", "/contact"],
  NL: ["/contact", "/over-ons"],
  PL: ["/kontakt", "/contact"],
};

/** Pages of a business's own site that may tell how to reach it; none for a page on somebody else's site. */
export function contactPages(website: string, country: string): string[] {
  if (ownHost(website) === "") return [];
  const paths = (Object.hasOwn(contactPaths, country) ? contactPaths[country] : undefined) ?? ["/contact", "/about"];
  return paths.map((path) => new URL(path, new URL(website).origin).href);
}

/** Providers where small firms have their mail. */
const mailHosts =
  /@(?:gmail|googlemail|gmx|web|t-online|outlook|hotmail|live|icloud|yahoo|aol|freenet|orange|wanadoo|free|laposte|sfr|btinternet|bluewin|posteo|mailbox)\.[a-z.]{2,6}$/;
const addressPattern = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g;
const labelledPhone = /(?:tel(?:efon|ephone|éphone)?|phone|fon|call)\b\.?\s{0,3}:?\s{0,3}([+(\d][\d\s/().-]{5,24}\d)/i;

/**
 * Email and phone of a page. An address of the site's own host goes before one at a mail provider, and that
 * before a single one of any host; of several strange ones none is taken: they are of whoever made the site.
 */
export function contactsIn(text: string, website: string, country: string): { email: string; phone: string } {
  const host = ownHost(website);
  const plain = text
    .slice(0, 60_000)
    .replace(/ ?[[({] ?(?:at|ät) ?[\])}] ?/gi, "@")
    .replace(/ ?[[({] ?(?:dot|punkt) ?[\])}] ?/gi, ".");
  const all = [...new Set((plain.match(addressPattern) ?? []).map(cleanEmail))].filter(Boolean);
  const isOwn = (one: string): boolean => {
    const domain = one.split("@")[1] ?? "";
    return host !== "" && (domain === host || host.endsWith(`.${domain}`) || domain.endsWith(`.${host}`));
  };
  return {
    email: all.find(isOwn) ?? all.find((one) => mailHosts.test(one)) ?? (all.length === 1 ? (all[0] ?? "") : ""),
    phone: cleanPhone(labelledPhone.exec(text.slice(0, 60_000))?.[1] ?? "", country),
  };
}
