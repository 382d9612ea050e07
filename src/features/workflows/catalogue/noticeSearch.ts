import type { ApiRequest } from "../apis.ts";
import type { ReadRequest } from "../kit/state.ts";

/* Which services are asked for tender notices, for a bidder who looks for one and for a buyer who compares. */

export const noticeServices = {
  ted: "TED | TED",
  vergabe: "Datenservice Öffentlicher Einkauf | Datenservice Öffentlicher Einkauf",
  findTender: "Find a Tender | Find a Tender",
  boamp: "BOAMP | BOAMP",
} as const;
export type NoticeService = keyof typeof noticeServices;

/** Countries that publish no tenders in TED: those outside the European Economic Area and Switzerland. */
export const outsideTed: ReadonlySet<string> = new Set(["GB", "US"]);

/** Digits of a code that are asked for: what is close by is shown as such. */
const askedDigits = 3;
/** Days that are looked back over in Germany’s files: each is one download. */
const daysBack = { quick: 3, standard: 7, deep: 14 } as const;

const nuts = /^[A-Z]{2}[A-Z0-9]{0,3}$/;

export interface NoticeWish {
  /** Two capital letters each; empty for every country. */
  countries: readonly string[];
  cpv: readonly string[];
  /** For services without codes, and for all of them while there are no codes. */
  words: readonly string[];
  /** NUTS codes or names. */
  regions: readonly string[];
  depth: keyof typeof daysBack;
  /** Notices of one service. */
  most: number;
  /** Also what is closed or awarded, from this day on; TED alone has an archive. */
  closedSince?: string;
  /** One source for each notice. */
  each?: true;
}

/** Questions to the services of the wanted countries, read by code alone. */
export function noticeRequests(wish: NoticeWish): (ReadRequest & ApiRequest)[] {
  const { countries, depth, most, closedSince } = wish;
  const isWanted = (code: string): boolean => countries.length === 0 || countries.includes(code);
  const cpv = [...new Set(wish.cpv.map((code) => code.replace(/\D/g, "").slice(0, askedDigits)))];
  const words = cpv.length > 0 ? [] : [...wish.words];
  const regions = wish.regions.filter((region) => region.startsWith("DE") && nuts.test(region));
  const inUnion = countries.filter((code) => !outsideTed.has(code));
  const how = { hidden: true as const, ...(wish.each ? { each: true as const } : {}) };
  const archive = closedSince === undefined ? {} : { onlyOpen: false, from: closedSince };
  return [
    ...(countries.length === 0 || inUnion.length > 0
      ? [
          {
            kind: "api" as const,
            api: "ted" as const,
            query: { cpv, words, countries: inUnion, most, ...archive },
            ...how,
          },
        ]
      : []),
    ...(isWanted("DE")
      ? [
          {
            kind: "api" as const,
            api: "vergabe" as const,
            query: { cpv, words, days: daysBack[depth], regions, most },
            ...how,
          },
        ]
      : []),
    ...(isWanted("GB")
      ? [{ kind: "api" as const, api: "findTender" as const, query: { cpv, words, most }, ...how }]
      : []),
    ...(isWanted("FR")
      ? [{ kind: "api" as const, api: "boamp" as const, query: { words: [...wish.words], most }, ...how }]
      : []),
  ];
}
