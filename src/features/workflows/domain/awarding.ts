import { largestRemainder } from "./shares.ts";

/* How bids are compared: weights, points for prices, ranks, and what to do when two bids are equal. */

/**
 * Points fall to zero at twice or one and a half times the lowest price, or are the lowest price divided by the price.
 */
export type PriceFormula = "double" | "oneAndHalf" | "ratio";
/** What decides between bids with the same points. */
export type TieRule = "quality" | "price";

export interface Criterion {
  name: string;
  /** Percent. */
  weight: number;
  kind: "price" | "quality";
}

/** In hundredths, so that 33.3 + 33.3 + 33.4 is 100. */
export const weightSum = (criteria: readonly Pick<Criterion, "weight">[]): number =>
  Math.round(criteria.reduce((sum, { weight }) => sum + weight, 0) * 100) / 100;

/** The same weights in whole percent that add up to 100; all zero when nothing has a weight. */
export const scaledWeights = (weights: readonly number[]): number[] => largestRemainder(weights, 100);

export const priceWeightOf = (criteria: readonly Pick<Criterion, "weight" | "kind">[]): number =>
  weightSum(criteria.filter(({ kind }) => kind === "price"));

/** Multiple of the lowest price at which the points reach zero. */
const zeroAt: Readonly<Record<Exclude<PriceFormula, "ratio">, number>> = { double: 2, oneAndHalf: 1.5 };

/** Points of a price: `most` for the lowest one, fewer for each dearer one, never below 0. */
export function pricePoints(price: number, lowest: number, most: number, formula: PriceFormula): number {
  if (price <= lowest) return most;
  if (lowest <= 0) return 0;
  if (formula === "ratio") return (most * lowest) / price;
  const multiple = zeroAt[formula];
  return Math.max(0, (most * (multiple - price / lowest)) / (multiple - 1));
}

export interface Bid {
  name: string;
  price: number;
  /** Share of the points for quality that it reaches, 0 to 100 %. */
  quality: number;
}
export interface RankedBid extends Bid {
  pricePoints: number;
  qualityPoints: number;
  total: number;
  /** 1 for the best; equal bids share a rank, and lots decide. */
  rank: number;
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;

/**
 * Points and ranks of bids, in the order in which they were given. Points are rounded to hundredths before they are
 * compared.
 */
export function rankBids(bids: readonly Bid[], priceWeight: number, formula: PriceFormula, tie: TieRule): RankedBid[] {
  const lowest = Math.min(...bids.map(({ price }) => price));
  const scored = bids.map((bid) => {
    const forPrice = hundredths(pricePoints(bid.price, lowest, priceWeight, formula));
    const forQuality = hundredths(((100 - priceWeight) * bid.quality) / 100);
    return { ...bid, pricePoints: forPrice, qualityPoints: forQuality, total: hundredths(forPrice + forQuality) };
  });
  const byQuality = (a: Omit<RankedBid, "rank">, b: Omit<RankedBid, "rank">): number =>
    b.qualityPoints - a.qualityPoints;
  const byPrice = (a: Bid, b: Bid): number => a.price - b.price;
  const compare = (a: Omit<RankedBid, "rank">, b: Omit<RankedBid, "rank">): number =>
    b.total - a.total || (tie === "quality" ? byQuality(a, b) || byPrice(a, b) : byPrice(a, b) || byQuality(a, b));
  return scored.map((bid) => ({ ...bid, rank: 1 + scored.filter((other) => compare(other, bid) < 0).length }));
}

/**
 * Percent by which a bid with full quality may be dearer than the lowest one, which reaches `quality` %, and still has
 * as many points; null when it wins at any price.
 */
export function premiumFor(priceWeight: number, quality: number, formula: PriceFormula): number | null {
  const lead = ((100 - priceWeight) * (100 - quality)) / 100;
  if (priceWeight <= 0 || lead >= priceWeight) return null;
  return formula === "ratio"
    ? (priceWeight / (priceWeight - lead) - 1) * 100
    : (lead / priceWeight) * (zeroAt[formula] - 1) * 100;
}
