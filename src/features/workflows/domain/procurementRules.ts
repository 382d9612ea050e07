import type { Bilingual } from "../kit/bilingual.ts";
import type { Standstill } from "./procurementDates.ts";

/*
 * Thresholds and minimum periods of procurement law, with source and date. Orientation for buyers: every value is shown
 * as “to be checked”, and none is advice.
 */

/** Day on which the values of this file were read. */
export const rulesAsOf = "2026-11-23";

export type BuyerKind = "private" | "local" | "central" | "sector";
export type PurchaseKind = "supply" | "service" | "social" | "works";
export type Procedure = "open" | "restricted";
/** Whose rules apply: those of EU directives, of the United Kingdom, or rules that are not known here. */
export type Regime = "eu" | "uk" | "other";

const euCountries = ["DE", "AT", "FR", "IT", "ES", "NL", "BE", "PL", "otherEu"];
export const regimeOf = (country: string): Regime =>
  euCountries.includes(country) ? "eu" : country === "GB" ? "uk" : "other";

export interface Threshold {
  amount: number;
  currency: "EUR" | "GBP";
  /** Amounts of the United Kingdom include VAT. */
  withVat: boolean;
  source: Bilingual;
  /** First and last day of the amount; null while no end is known. */
  from: string;
  until: string | null;
}

type Amounts = Readonly<Record<Exclude<BuyerKind, "private">, Readonly<Record<PurchaseKind, number>>>>;
/** Euros, 2026 and 2027. */
const euAmounts: Amounts = {
  central: { supply: 140_000, service: 140_000, social: 750_000, works: 5_404_000 },
  local: { supply: 216_000, service: 216_000, social: 750_000, works: 5_404_000 },
  sector: { supply: 432_000, service: 432_000, social: 1_000_000, works: 5_404_000 },
};
/** Pounds with VAT, from 2026; contracts regulated by the Welsh Ministers have amounts of their own. */
const ukAmounts: Amounts = {
  central: { supply: 135_018, service: 135_018, social: 663_540, works: 5_193_000 },
  local: { supply: 207_720, service: 207_720, social: 663_540, works: 5_193_000 },
  sector: { supply: 415_440, service: 415_440, social: 884_720, works: 5_193_000 },
};

/** @returns null for a private buyer and where no threshold is known here */
export function thresholdOf(regime: Regime, buyer: BuyerKind, kind: PurchaseKind): Threshold | null {
  if (buyer === "private" || regime === "other") return null;
  if (regime === "uk")
    return {
      amount: ukAmounts[buyer][kind],
      currency: "GBP",
      withVat: true,
      source:
        "Procurement Act 2023, Schedule 1; S.I. 2025/1200 | Procurement Act 2023, Schedule 1; S.I. 2025/1200 (Großbritannien)",
      from: "2026-01-01",
      until: null,
    };
  return {
    amount: euAmounts[buyer][kind],
    currency: "EUR",
    withVat: false,
    source:
      buyer === "sector"
        ? "Directive 2014/25/EU, Article 15; Delegated Regulation (EU) 2025/2150 | Richtlinie 2014/25/EU, Artikel 15; Delegierte Verordnung (EU) 2025/2150"
        : "Directive 2014/24/EU, Article 4; Delegated Regulation (EU) 2025/2152 | Richtlinie 2014/24/EU, Artikel 4; Delegierte Verordnung (EU) 2025/2152",
    from: "2026-01-01",
    until: "2027-12-31",
  };
}

export interface LegalPeriod {
  days: number;
  source: Bilingual;
}
/** Least periods of a procedure; null where the law names none, or none that is known here. */
export interface LegalPeriods {
  requests: LegalPeriod | null;
  bids: LegalPeriod | null;
  answersBefore: LegalPeriod | null;
  standstill: (Standstill & { source: Bilingual }) | null;
  notice: LegalPeriod | null;
}

const noPeriods: LegalPeriods = { requests: null, bids: null, answersBefore: null, standstill: null, notice: null };

/** Periods with electronic bids and complete documents from the first day, outside of urgency. */
export function legalPeriods(
  regime: Regime,
  { buyer, kind, procedure, isAbove }: { buyer: BuyerKind; kind: PurchaseKind; procedure: Procedure; isAbove: boolean },
): LegalPeriods {
  if (buyer === "private" || !isAbove || regime === "other") return noPeriods;
  const isRestricted = procedure === "restricted";
  if (regime === "uk") {
    const source: Bilingual = "Procurement Act 2023, section 54 | Procurement Act 2023, Abschnitt 54";
    // Light-touch contracts have neither least periods nor a mandatory standstill.
    if (kind === "social")
      return {
        ...noPeriods,
        notice: { days: 120, source: "Procurement Act 2023, section 53 | Procurement Act 2023, Abschnitt 53" },
      };
    return {
      requests: isRestricted ? { days: 25, source } : null,
      bids: { days: 25, source },
      answersBefore: null,
      standstill: {
        days: 8,
        unit: "working",
        source: "Procurement Act 2023, section 51 | Procurement Act 2023, Abschnitt 51",
      },
      notice: { days: 30, source: "Procurement Act 2023, section 53 | Procurement Act 2023, Abschnitt 53" },
    };
  }
  const isSector = buyer === "sector";
  const directive = (classic: string, sector: string): Bilingual =>
    isSector
      ? `Directive 2014/25/EU, Article ${sector} | Richtlinie 2014/25/EU, Artikel ${sector}`
      : `Directive 2014/24/EU, Article ${classic} | Richtlinie 2014/24/EU, Artikel ${classic}`;
  const after: Pick<LegalPeriods, "standstill" | "notice"> = {
    standstill: {
      days: 10,
      unit: "calendar",
      source: isSector
        ? "Directive 92/13/EEC, Article 2a(2); in Germany section 134 GWB | Richtlinie 92/13/EWG, Artikel 2a Absatz 2; in Deutschland § 134 GWB"
        : "Directive 89/665/EEC, Article 2a(2); in Germany section 134 GWB | Richtlinie 89/665/EWG, Artikel 2a Absatz 2; in Deutschland § 134 GWB",
    },
    notice: { days: 30, source: directive(kind === "social" ? "75" : "50", kind === "social" ? "92" : "70") },
  };
  if (kind === "social") return { ...noPeriods, ...after };
  return {
    ...after,
    requests: isRestricted ? { days: 30, source: directive("28", "46") } : null,
    bids: isRestricted
      ? { days: isSector ? 10 : 25, source: directive("28", "46") }
      : { days: 30, source: directive("27", "45") },
    answersBefore: { days: 6, source: directive("53", "73") },
  };
}

/** Most of a lot and of all lots together that may be bought by national rules (Article 5(10) of Directive 2014/24/EU). */
const smallLots = { supply: 80_000, works: 1_000_000, share: 0.2 } as const;

/** Places of the lots that may be taken out of an EU-wide tender, the smallest first. Empty for one lot alone. */
export function exemptLots(lots: readonly { value: number }[], kind: PurchaseKind): number[] {
  const total = lots.reduce((sum, { value }) => sum + value, 0);
  const most = kind === "works" ? smallLots.works : smallLots.supply;
  const ascending = lots
    .map(({ value }, at) => ({ value, at }))
    .filter(({ value }) => value > 0 && value < most)
    .toSorted((a, b) => a.value - b.value || a.at - b.at);
  let left = total * smallLots.share;
  const chosen = ascending.filter(({ value }) => (left >= value ? ((left -= value), true) : false));
  return lots.length < 2 ? [] : chosen.map(({ at }) => at).toSorted((a, b) => a - b);
}
