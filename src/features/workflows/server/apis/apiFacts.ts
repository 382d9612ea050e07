import type { ApiName } from "../../apis.ts";
import type { SearchProvider } from "../sources/search.ts";

/*
 * Facts about the services that may change without notice: limits, licences, codes. All of them are in this file;
 * `openApis` accepts other values.
 */

export interface ServiceLimits {
  /** Milliseconds between two requests; one at a time in any case. */
  gapMs: number;
  /** Milliseconds to leave it alone after it said "too many", when it names no time itself. */
  waitMs: number;
  /** Longest wait, milliseconds, after which a request is repeated; a longer one fails it. */
  patienceMs: number;
  /** Milliseconds one request may take. */
  timeMs: number;
  /** Bytes of one answer, unpacked. */
  bytes: number;
  /** Statuses with which it says that it is busy, besides 429. */
  busy?: readonly number[];
}

export interface ApiFacts extends ServiceLimits {
  /** As people know it. */
  publisher: string;
  licence: string;
  /** Words that the licence wants to be said with the data; empty for none. */
  attribution: string;
  /** Milliseconds that an answer is served from memory. */
  cacheMs: number;
}

const minute = 60_000;
const hour = 60 * minute;
const megabyte = 1024 * 1024;

const usual = {
  gapMs: 350,
  waitMs: 30_000,
  patienceMs: 5_000,
  timeMs: 20_000,
  bytes: 8 * megabyte,
  cacheMs: 15 * minute,
};
const openStreetMap = { licence: "ODbL 1.0", attribution: "© OpenStreetMap contributors" };

export const apiFacts: Readonly<Record<ApiName, ApiFacts>> = {
  /** Usage policy: one request a second for the whole application, results cached, no type-ahead, no bulk. */
  nominatim: { ...usual, ...openStreetMap, publisher: "OpenStreetMap, Nominatim", gapMs: 1_100, cacheMs: 24 * hour },
  /** Two slots for each address: one is used, so that another program of the operator keeps one. */
  overpass: {
    ...usual,
    ...openStreetMap,
    publisher: "OpenStreetMap, Overpass",
    gapMs: 1_000,
    /** Its gateway gives up when no slot is free in time. */
    busy: [504],
    patienceMs: 30_000,
    timeMs: 50_000,
    bytes: 16 * megabyte,
    cacheMs: hour,
  },
  ted: {
    ...usual,
    publisher: "TED, Publications Office of the European Union",
    licence: "CC BY 4.0",
    attribution: "© European Union, TED",
  },
  /** CC0 by its open data page; some name dl-de-by-2.0, so the source is named in any case. */
  vergabe: {
    ...usual,
    publisher: "Datenservice Öffentlicher Einkauf",
    licence: "CC0 1.0",
    attribution: "Datenservice Öffentlicher Einkauf, Beschaffungsamt des BMI",
    gapMs: 1_000,
    timeMs: 40_000,
    bytes: 48 * megabyte,
    cacheMs: hour,
  },
  findTender: {
    ...usual,
    publisher: "Find a Tender",
    licence: "OGL 3.0",
    attribution: "Contains public sector information licensed under the Open Government Licence v3.0",
    gapMs: 1_000,
  },
  boamp: { ...usual, publisher: "BOAMP, DILA", licence: "Licence Ouverte 2.0", attribution: "BOAMP, DILA" },
  sedia: {
    ...usual,
    publisher: "EU Funding & Tenders Portal",
    licence: "CC BY 4.0",
    attribution: "© European Union",
    gapMs: 1_000,
    cacheMs: hour,
  },
  grantsGov: {
    ...usual,
    publisher: "Grants.gov",
    licence: "Public domain, US government",
    attribution: "",
    gapMs: 500,
    cacheMs: hour,
  },
  eurostat: {
    ...usual,
    publisher: "Eurostat",
    licence: "CC BY 4.0",
    attribution: "Source: Eurostat",
    cacheMs: 6 * hour,
  },
  worldBank: {
    ...usual,
    publisher: "World Bank",
    licence: "CC BY 4.0",
    attribution: "The World Bank, World Development Indicators",
    cacheMs: 6 * hour,
  },
  companiesFr: {
    ...usual,
    publisher: "Annuaire des Entreprises, DINUM",
    licence: "Licence Ouverte 2.0",
    attribution: "INSEE (Sirene), INPI (RNE)",
    gapMs: 250,
  },
};

const usualSearch = { ...usual, timeMs: 15_000, bytes: 4 * megabyte };

export const searchLimits: Readonly<Record<SearchProvider, ServiceLimits>> = {
  /** One instance asks many engines, each of which blocks the hasty. */
  searxng: usualSearch,
  /** The smallest plan allows one request a second. */
  brave: { ...usualSearch, gapMs: 1_100, waitMs: 2_000 },
  /** 100 requests a minute with a key for development. */
  tavily: { ...usualSearch, gapMs: 600 },
};

/** Languages that Brave knows as `search_lang`; it refuses a question with any other. */
export const braveLanguages: ReadonlySet<string> = new Set(
  (
    "ar bg bn ca cs da de en en-gb es et eu fi fr gl gu he hi hr hu is it jp kn ko lt lv ml mr ms nb nl pa pl pt-br " +
    "pt-pt ro ru sk sl sr sv ta te th tr uk vi zh-hans zh-hant"
  ).split(" "),
);
/** What Brave calls a language that others call by this code. */
export const braveNames: Readonly<Record<string, string>> = {
  ja: "jp",
  no: "nb",
  pt: "pt-pt",
  zh: "zh-hans",
};

/** Codes of the Funding & Tenders Portal. */
export const sediaCodes = {
  apiKey: "SEDIA",
  /** Grants for direct applicants, and those of beneficiaries passed on to third parties. */
  types: ["1", "2", "8"],
  status: { forthcoming: "31094501", open: "31094502", closed: "31094503" },
};

const sureTedFields = [
  "publication-number",
  "publication-date",
  "notice-title",
  "buyer-name",
  "buyer-country",
  "classification-cpv",
  "deadline-receipt-request",
];
/** Fields that we read of TED; one that it does not know makes it refuse the whole question. */
export const tedFields = {
  sure: sureTedFields,
  all: [
    ...sureTedFields,
    "deadline-receipt-tender-date-lot",
    "procedure-type",
    "description-lot",
    "estimated-value-lot",
    "estimated-value-cur-lot",
    "notice-identifier",
    "place-of-performance",
  ],
  /** Notices that one can answer with a tender. */
  openTypes: ["cn-standard", "cn-social"],
};

/** Programme by the first part of a call's identifier. */
export const unionProgrammes: Readonly<Record<string, string>> = {
  HORIZON: "Horizon Europe",
  EIC: "European Innovation Council",
  ERASMUS: "Erasmus+",
  LIFE: "LIFE",
  CEF: "Connecting Europe Facility",
  DIGITAL: "Digital Europe",
  CREA: "Creative Europe",
  SMP: "Single Market Programme",
  EU4H: "EU4Health",
  CERV: "Citizens, Equality, Rights and Values",
  INNOVFUND: "Innovation Fund",
  EMFAF: "European Maritime, Fisheries and Aquaculture Fund",
};

/** Three letters for two, as TED and Nominatim's neighbours want them. */
export const threeLetters: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "AT:AUT BE:BEL BG:BGR CH:CHE CY:CYP CZ:CZE DE:DEU DK:DNK EE:EST ES:ESP FI:FIN FR:FRA GB:GBR GR:GRC HR:HRV HU:HUN " +
    "IE:IRL IS:ISL IT:ITA LI:LIE LT:LTU LU:LUX LV:LVA ME:MNE MK:MKD MT:MLT NL:NLD NO:NOR PL:POL PT:PRT RO:ROU RS:SRB " +
    "SE:SWE SI:SVN SK:SVK TR:TUR UA:UKR US:USA"
  )
    .split(" ")
    .map((pair) => pair.split(":")),
);
export const twoLetters: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(threeLetters).map(([two, three]) => [three, two]),
);
