/* Whether to bid: a gate of knock-outs, then points for fit, effort, competition and margin; open ones do not count. */

export type ScoreKey = "fit" | "effort" | "competition" | "margin";
/** Percent of the whole. */
export const scoreWeights: Readonly<Record<ScoreKey, number>> = { fit: 40, effort: 20, competition: 20, margin: 20 };
export const maxPoints = 5;

export interface BidFigures {
  /** Demands that code or people have judged, musts counted twice; null while none is. */
  fitPercent: number | null;
  /** Share of demands that somebody has judged, 0 to 1. */
  judged: number;
  /** Hours that the bid takes, and hours that are there until the deadline for one person. */
  bidHours: number | null;
  hoursLeft: number | null;
  /** Bids that are expected, one's own among them. */
  bids: number | null;
  price: number | null;
  cost: number | null;
  /** Of an hour of work on the bid. */
  hourCost: number | null;
  knockOuts: number;
  /** Musts that nobody has cleared. */
  openMusts: number;
  isLate: boolean;
}

export interface Score {
  key: ScoreKey;
  /** 0 to 5; null: not known. */
  points: number | null;
  /** What it rests on: a percentage, or a number of bids. */
  value: number | null;
}

export type Decision = "late" | "no" | "clear" | "go" | "close" | "unknown";

export interface BidDecision {
  scores: Score[];
  /** 0 to 100 of what is known; null when less than half of the weights is. */
  total: number | null;
  decision: Decision;
  /** What the bid costs to write; null while not known. */
  bidCost: number | null;
  /** Margin over one's own cost, whole amount. */
  gain: number | null;
  /** Gain times an even chance among all bids, less the cost of bidding. */
  expected: number | null;
}

const clamp = (value: number): number => Math.min(maxPoints, Math.max(0, value));
const half = (value: number): number => Math.round(value * 2) / 2;
const scored = (value: number | null, points: (known: number) => number): number | null =>
  value === null ? null : half(clamp(points(value)));

/** A fit is known when half of the demands are judged. */
const minJudged = 0.5;
/** Totals from which a bid is worth it, and from which it is worth a talk. */
const [goFrom, closeFrom] = [60, 45];

/** Share of the price that is left after one's own cost, percent; null without both. */
export const marginOf = (price: number | null, cost: number | null): number | null =>
  price === null || cost === null || price <= 0 ? null : ((price - cost) / price) * 100;

export function decideBid(figures: BidFigures): BidDecision {
  const { fitPercent, judged, bidHours, hoursLeft, bids, price, cost, hourCost, knockOuts, openMusts, isLate } =
    figures;
  const fit = judged >= minJudged ? fitPercent : null;
  const effort = bidHours === null || hoursLeft === null ? null : hoursLeft <= 0 ? 100 : (bidHours / hoursLeft) * 100;
  const margin = marginOf(price, cost);
  const scores: Score[] = [
    { key: "fit", value: fit, points: scored(fit, (percent) => (percent - 50) / 10) },
    // A fifth of one person's time is easy, all of it impossible beside other work.
    { key: "effort", value: effort, points: scored(effort, (percent) => maxPoints - (percent - 20) / 16) },
    { key: "competition", value: bids, points: scored(bids, (count) => maxPoints - (count - 2) * 0.625) },
    { key: "margin", value: margin, points: scored(margin, (percent) => percent / 4) },
  ];
  const known = scores.filter(({ points }) => points !== null);
  const weight = known.reduce((sum, { key }) => sum + scoreWeights[key], 0);
  const sum = known.reduce((all, { key, points }) => all + scoreWeights[key] * (points ?? 0), 0);
  const total = weight < 50 ? null : Math.round((sum / (weight * maxPoints)) * 100);
  const bidCost = bidHours === null || hourCost === null ? null : bidHours * hourCost;
  const gain = price === null || cost === null ? null : price - cost;
  const expected = bidCost === null || gain === null || bids === null ? null : gain / Math.max(1, bids) - bidCost;
  const decision: Decision = isLate
    ? "late"
    : knockOuts > 0
      ? "no"
      : openMusts > 0
        ? "clear"
        : total === null
          ? "unknown"
          : total >= goFrom
            ? "go"
            : total >= closeFrom
              ? "close"
              : "no";
  return { scores, total, decision, bidCost, gain, expected };
}
