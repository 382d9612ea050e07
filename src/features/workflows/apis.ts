import { z } from "zod";

/*
 * Public data services: what a workflow may ask of each and what it gets. Both sides know these shapes; how a service
 * is reached is the business of `server/apis`.
 */

const word = z.string().trim().min(1).max(120);
const country = z.string().regex(/^[A-Za-z]{2}$/, "ISO 3166-1, two letters");
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, "YYYY-MM-DD");
const cpvCode = z.string().regex(/^\d{2,8}(?:-\d)?$/, "a CPV code or its first digits");
const identifier = z.string().regex(/^[A-Za-z0-9_.:-]{1,120}$/);
const wholeUpTo = (most: number, usual: number) => z.int().min(1).max(most).default(usual);
const words = z.array(word).max(12).default([]);
const cpv = z.array(cpvCode).max(12).default([]);
/** `key=value`, value `*` for any. Neither can end the quotes of a question to Overpass. */
const mapTag = z.string().regex(/^[a-z][a-z0-9_:]{0,59}=[^"\\\n\r]{1,80}$/, "key=value");

export const placeRecord = z.object({
  name: z.string(),
  /** With everything around it: `Gohlis, Leipzig, Sachsen, Deutschland`. */
  label: z.string(),
  lat: z.number(),
  lon: z.number(),
  /** Two capital letters; empty when unknown. */
  country: z.string(),
  region: z.string(),
  /** `city`, `suburb`, `postcode`. */
  type: z.string(),
  /** South, north, west, east; null when unknown. */
  box: z.array(z.number()).length(4).nullable(),
  /** Its object on the map, `r62649`: node, way or relation; empty when unknown. */
  osm: z.string().default(""),
});
export type PlaceRecord = z.output<typeof placeRecord>;

export const businessRecord = z.object({
  /** `n101`, `w7`, `r3`: node, way or relation of OpenStreetMap. */
  id: z.string(),
  lat: z.number(),
  lon: z.number(),
  tags: z.record(z.string(), z.string()),
});
export type BusinessRecord = z.output<typeof businessRecord>;

/** Days are `YYYY-MM-DD`, empty when unknown. */
export const tenderRecord = z.object({
  id: z.string(),
  /** UUID of the notice, the same in TED and in national services; absent when unknown. */
  noticeId: z.string().optional(),
  title: z.string(),
  buyer: z.string(),
  /** Two capital letters. */
  country: z.string(),
  place: z.string(),
  cpv: z.array(z.string()),
  /** Estimated, without tax, in `currency`; null when not told. */
  value: z.number().nullable(),
  currency: z.string(),
  published: z.string(),
  /** Last day for a tender. */
  deadline: z.string(),
  procedure: z.string(),
  summary: z.string(),
  url: z.string(),
});
export type TenderRecord = z.output<typeof tenderRecord>;

export const fundingRecord = z.object({
  id: z.string(),
  title: z.string(),
  programme: z.string(),
  authority: z.string(),
  /** Two capital letters, `EU` for the Union. */
  country: z.string(),
  status: z.enum(["forthcoming", "open", "closed", "unknown"]),
  opens: z.string(),
  deadline: z.string(),
  /** Share of the costs that is paid, 0 to 100; null when not told. */
  rate: z.number().nullable(),
  maxGrant: z.number().nullable(),
  currency: z.string(),
  text: z.string(),
  url: z.string(),
});
export type FundingRecord = z.output<typeof fundingRecord>;

export const seriesRecord = z.object({
  id: z.string(),
  /** Name of the data set or the indicator. */
  title: z.string(),
  /** Two capital letters or a code of the source, such as `EU27_2020`. */
  geo: z.string(),
  geoName: z.string(),
  unit: z.string(),
  /** What else tells this series from others: names by dimension. */
  about: z.record(z.string(), z.string()),
  /** Oldest first. `note` is the source's flag: `p` provisional, `e` estimated, `b` break in the series. */
  points: z.array(z.object({ time: z.string(), value: z.number(), note: z.string() })),
  /** Day on which the source changed the data last; empty when unknown. */
  updated: z.string(),
  url: z.string(),
});
export type SeriesRecord = z.output<typeof seriesRecord>;

export const companyRecord = z.object({
  /** Number in the register. */
  id: z.string(),
  name: z.string(),
  /** Code of the register's classification. */
  activity: z.string(),
  /** Code of the size class. */
  employees: z.string(),
  founded: z.string(),
  isActive: z.boolean(),
  street: z.string(),
  zip: z.string(),
  city: z.string(),
  country: z.string(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  /** Who represents it, `Name, office`. Of people, name and office only. */
  officers: z.array(z.string()),
  url: z.string(),
});
export type CompanyRecord = z.output<typeof companyRecord>;

const tenderSearch = z.strictObject({
  /** First digits are enough: `72` finds all of IT services. Several mean any of them. */
  cpv,
  words,
  /** Published on this day or later. */
  from: day.optional(),
  most: wholeUpTo(250, 50),
});

/** Question and record of every service. */
export const apis = {
  nominatim: {
    query: z.strictObject({
      place: z.string().trim().min(2).max(200),
      countries: z.array(country).max(10).default([]),
      /** Of names in the answer. */
      language: z
        .string()
        .regex(/^[a-z]{2}$/)
        .default("en"),
      most: wholeUpTo(5, 1),
    }),
    record: placeRecord,
  },
  overpass: {
    query: z.strictObject({
      lat: z.number().min(-90).max(90),
      lon: z.number().min(-180).max(180),
      /** Metres. */
      radius: z.int().min(50).max(50_000),
      /** Within the border of this area alone, in place of the circle: 3,600,000,000 and the number of its relation. */
      area: z.int().positive().optional(),
      /** South, west, north, east in place of the circle; an area goes before it. */
      box: z.array(z.number().min(-180).max(180)).length(4).optional(),
      /** Any of them: `shop=bakery`, `office=*`. */
      tags: z.array(mapTag).min(1).max(20),
      most: wholeUpTo(1_000, 300),
    }),
    record: businessRecord,
  },
  ted: {
    query: tenderSearch.extend({
      /** Of the buyer. */
      countries: z.array(country).max(30).default([]),
      /** Leaves out what is closed. */
      onlyOpen: z.boolean().default(true),
      /** Publication numbers, `593909-2026`; asks for these alone. */
      numbers: z
        .array(z.string().regex(/^\d{1,8}-\d{4}$/))
        .max(50)
        .default([]),
    }),
    record: tenderRecord,
  },
  vergabe: {
    query: z.strictObject({
      cpv,
      words,
      /** Days to look back, yesterday is the first: each is one file of about 1,000 notices. */
      days: wholeUpTo(14, 3),
      /** NUTS codes or their first letters, `DED5`; empty for all of Germany. */
      regions: z
        .array(z.string().regex(/^DE[A-Z0-9]{0,3}$/))
        .max(20)
        .default([]),
      most: wholeUpTo(250, 50),
    }),
    record: tenderRecord,
  },
  findTender: { query: tenderSearch, record: tenderRecord },
  boamp: {
    query: tenderSearch.omit({ cpv: true }).extend({
      departments: z
        .array(z.string().regex(/^(?:\d{2,3}|2[AB])$/))
        .max(20)
        .default([]),
      /** Those of the whole Union are in TED too. */
      withUnion: z.boolean().default(false),
    }),
    record: tenderRecord,
  },
  sedia: {
    query: z.strictObject({
      words,
      statuses: z
        .array(z.enum(["forthcoming", "open"]))
        .min(1)
        .default(["forthcoming", "open"]),
      most: wholeUpTo(200, 50),
    }),
    record: fundingRecord,
  },
  grantsGov: {
    query: z.strictObject({
      words,
      statuses: z
        .array(z.enum(["forthcoming", "open"]))
        .min(1)
        .default(["forthcoming", "open"]),
      most: wholeUpTo(100, 25),
      /** How many of the first are asked for amounts and text, one request each. */
      details: z.int().min(0).max(10).default(5),
    }),
    record: fundingRecord,
  },
  eurostat: {
    query: z.strictObject({
      /** Code of the data set, `isoc_eb_ai`. */
      dataset: identifier,
      /** Codes by dimension: `{geo: ["DE"], nace_r2: ["C"]}`. At most 50 together, or the service refuses. */
      filters: z.record(identifier, z.array(identifier).min(1).max(50)).default({}),
      /** Newest periods of each series. */
      periods: wholeUpTo(50, 10),
      language: z.enum(["en", "de", "fr"]).default("en"),
    }),
    record: seriesRecord,
  },
  worldBank: {
    query: z.strictObject({
      /** `NY.GDP.MKTP.CD`. */
      indicator: identifier,
      countries: z.array(country).min(1).max(20),
      periods: wholeUpTo(60, 10),
    }),
    record: seriesRecord,
  },
  companiesFr: {
    query: z.strictObject({
      words: z.string().trim().max(200).default(""),
      zip: z
        .string()
        .regex(/^\d{5}$/)
        .optional(),
      /** NAF codes, `43.21A`. */
      activities: z
        .array(z.string().regex(/^\d{2}\.\d{2}[A-Z]$/))
        .max(20)
        .default([]),
      /** Codes of size classes, `11` for 10 to 19. */
      employees: z
        .array(z.string().regex(/^(?:\d{2}|NN)$/))
        .max(15)
        .default([]),
      most: wholeUpTo(100, 25),
    }),
    record: companyRecord,
  },
} as const satisfies Record<string, { query: z.ZodType; record: z.ZodType }>;

export type ApiName = keyof typeof apis;
export const apiNames = Object.keys(apis) as ApiName[];
/** As a workflow writes it: what has a default may be left out. */
export type ApiQuery<Name extends ApiName> = z.input<(typeof apis)[Name]["query"]>;
/** As a service's adapter gets it. */
export type ParsedApiQuery<Name extends ApiName> = z.output<(typeof apis)[Name]["query"]>;
export type ApiRecord<Name extends ApiName> = z.output<(typeof apis)[Name]["record"]>;

/** A question to one service, as a wish for material. */
export type ApiRequest = {
  [Name in ApiName]: {
    kind: "api";
    api: Name;
    query: ApiQuery<Name>;
    /** One source for each record, so that a sentence can cite a single one; else one source holds them all. */
    each?: true;
  };
}[ApiName];

/**
 * Records in the text of a request to `api`, as a scene's `textOf` gives it: one JSON list for each source. Null while
 * nothing was read; empty when it failed or nothing was found. What does not parse is left out.
 */
export function apiRecords<Name extends ApiName>(api: Name, text: string | null): ApiRecord<Name>[] | null {
  if (text === null) return null;
  return text.split("\n\n").flatMap((piece) => {
    try {
      const list: unknown = JSON.parse(piece);
      return Array.isArray(list) ? list.flatMap((one) => recordOf(api, one)) : [];
    } catch {
      return [];
    }
  });
}

function recordOf<Name extends ApiName>(api: Name, value: unknown): ApiRecord<Name>[] {
  const parsed = apis[api].record.safeParse(value);
  // The union of all schemas loses which one `api` names.
  return parsed.success ? [parsed.data as ApiRecord<Name>] : [];
}

/** A list of records as the text of a source: one record a line, so that parts of it can be quoted. */
export const recordsText = (records: readonly unknown[]): string =>
  `[\n${records.map((record) => JSON.stringify(record)).join(",\n")}\n]`;
