/*
 * The size of a market as a tree of factors that are multiplied, with ranges. Deterministic. Money in full units of one
 * currency, percent as 62, counts as they are; everything is a year's amount.
 */

export const levels = ["tam", "sam", "som"] as const;
/** The whole market; what a firm can serve; what it can win. Each is a part of the one before. */
export type Level = (typeof levels)[number];
export type Unit = "count" | "percent" | "money";

/** An estimate with its bounds: `low` ≤ `value` ≤ `high`, none below 0. */
export interface Range {
  value: number;
  low: number;
  high: number;
}
export interface Factor {
  id: string;
  label: string;
  level: Level;
  unit: Unit;
  /** Null while nobody knows it. */
  range: Range | null;
  /** Year that the value is about; null when unknown. */
  year: number | null;
  basis: "yours" | "found" | "open";
  /** Where the value comes from, in words. */
  origin: string;
}
/** A product of factors and of other products. A tree without children is 1. */
export interface SizeTree {
  level: Level;
  children: readonly (Factor | SizeTree)[];
}
export interface Size extends Range {
  level: Level;
  /** The product without money: orders or pieces a year. */
  orders: number;
  /** Money as soon as a factor is money. */
  unit: "money" | "count";
  /** Bounds when every factor errs in the same direction. */
  worst: { low: number; high: number };
}

/** A value that may be off by a share, both ways. A part of something is never more than all of it. */
export function rangeOf(value: number, spread: number, unit: Unit): Range {
  const high = value * (1 + spread / 100);
  return {
    value,
    low: Math.max(0, value * (1 - spread / 100)),
    high: unit === "percent" && value <= 100 ? Math.min(100, high) : high,
  };
}

/** Logarithm of a ratio of two amounts; 0 where both are 0. */
const logRatio = (above: number, below: number): number => (above === below ? 0 : Math.log(above / below));

/**
 * Product of independent estimates. Their relative errors are added as squares: all of them off in the same direction
 * at once is possible and not likely. Neither order nor grouping of the factors changes the result.
 */
export function productOf(ranges: readonly Range[]): Range {
  const value = ranges.reduce((product, range) => product * range.value, 1);
  if (value === 0) return { value, low: 0, high: ranges.reduce((product, { high }) => product * high, 1) };
  const error = (bound: (range: Range) => number): number =>
    Math.sqrt(ranges.reduce((sum, range) => sum + bound(range) ** 2, 0));
  return {
    value,
    low: value * Math.exp(-error((range) => logRatio(range.value, range.low))),
    high: value * Math.exp(error((range) => logRatio(range.high, range.value))),
  };
}

const isTree = (node: Factor | SizeTree): node is SizeTree => "children" in node;
/** A factor as it is multiplied: 62 % as 0.62. */
const multiplier = ({ unit, range }: Factor): Range | null =>
  range === null || unit !== "percent"
    ? range
    : { value: range.value / 100, low: range.low / 100, high: range.high / 100 };

/** Factors of a tree, those of the inner products first. */
export const factorsOf = (tree: SizeTree): Factor[] =>
  tree.children
    .toSorted((a, b) => Number(isTree(b)) - Number(isTree(a)))
    .flatMap((node) => (isTree(node) ? factorsOf(node) : [node]));

/** What a tree amounts to; null while a factor is open. */
export function sizeOf(tree: SizeTree): Size | null {
  const all = factorsOf(tree);
  const known = all.flatMap((factor) => multiplier(factor) ?? []);
  if (all.length === 0 || known.length < all.length) return null;
  const orders = all.flatMap((factor) => (factor.unit === "money" ? [] : (multiplier(factor) ?? [])));
  return {
    ...productOf(known),
    level: tree.level,
    orders: productOf(orders).value,
    unit: all.some(({ unit }) => unit === "money") ? "money" : "count",
    worst: {
      low: known.reduce((product, { low }) => product * low, 1),
      high: known.reduce((product, { high }) => product * high, 1),
    },
  };
}

/** Factors of a person or a writer as a tree: what can be won in what can be reached in the whole market. */
export function treeOf(factors: readonly Factor[]): SizeTree {
  const own = (level: Level): Factor[] => factors.filter((factor) => factor.level === level);
  const tam: SizeTree = { level: "tam", children: own("tam") };
  const sam: SizeTree = { level: "sam", children: [tam, ...own("sam")] };
  return { level: "som", children: [sam, ...own("som")] };
}

export type Sizes = Record<Level, Size | null>;

/** Size of each level that has factors of its own, as long as nothing in it or below it is open. */
export function sizesOf(factors: readonly Factor[]): Sizes {
  const som = treeOf(factors);
  const [sam] = som.children.filter(isTree);
  const [tam] = (sam?.children ?? []).filter(isTree);
  const trees = { tam, sam, som };
  const has = (level: Level): boolean => factors.some((factor) => factor.level === level);
  const size = (level: Level): Size | null => {
    const tree = trees[level];
    return tree && has("tam") && has(level) ? sizeOf(tree) : null;
  };
  return { tam: size("tam"), sam: size("sam"), som: size("som") };
}

/** The innermost size that is known: what a decision rests on. */
export const narrowest = ({ tam, sam, som }: Sizes): Size | null => som ?? sam ?? tam;

export interface Lever {
  factor: Factor;
  /** The size at the factor's bounds, everything else as it is. */
  low: number;
  high: number;
  /** Percent of all uncertainty. */
  share: number;
}

/** What the size depends on, the heaviest first. Shares add up to 100. Nothing moves a size of 0. */
export function leversOf(factors: readonly Factor[], size: Pick<Range, "value">): Lever[] {
  if (size.value === 0) return [];
  const weighed = factors.flatMap((factor) => {
    const { range } = factor;
    if (range === null || range.value === 0 || range.low === range.high) return [];
    // A low end of 0 has no finite weight; a thousandth stands for it.
    const weight = logRatio(range.high, Math.max(range.low, range.value / 1000)) ** 2;
    const at = (bound: number): number => (size.value * bound) / range.value;
    return [{ factor, weight, low: at(range.low), high: at(range.high) }];
  });
  const all = weighed.reduce((sum, { weight }) => sum + weight, 0);
  return weighed
    .map(({ weight, ...lever }) => ({ ...lever, share: (weight / all) * 100 }))
    .toSorted((a, b) => b.share - a.share);
}

export interface Gap {
  /** Percent by which the second way differs from the first. */
  percent: number;
  /** The ranges have a part in common: the two ways agree as far as they are known. */
  isWithinRanges: boolean;
}

/** The way from above against the way from below; null while one of them is missing or nothing. */
export function gapOf(below: Range | null, above: Range | null): Gap | null {
  if (below === null || above === null || below.value <= 0 || above.value <= 0) return null;
  return {
    percent: (above.value / below.value - 1) * 100,
    isWithinRanges: above.low <= below.high && below.low <= above.high,
  };
}

/**
 * What all open factors together have to give for an amount of money; null when none is open, or no price is known.
 * Shares count as shares: 0.05 is 5 %.
 */
export function neededOf(factors: readonly Factor[], amount: number): { product: number; open: Factor[] } | null {
  const open = factors.filter(({ range }) => range === null);
  const hasPrice = factors.some(({ unit, range }) => unit === "money" && range !== null);
  const known = factors.reduce((product, factor) => product * (multiplier(factor)?.value ?? 1), 1);
  return open.length === 0 || !hasPrice || known <= 0 ? null : { product: amount / known, open };
}

/** Two significant digits below 1,000 and three above: more would claim an exactness that no estimate has. */
export const rounded = (value: number): number =>
  value === 0 ? 0 : Number(value.toPrecision(Math.abs(value) < 1000 ? 2 : 3));

export interface YearlySize {
  year: number;
  /** Without growth, at half the rate, at the whole rate. */
  values: readonly [number, number, number];
}

/** A size carried on by a rate in percent a year. The first row is the size itself. */
export const carriedOn = (size: number, rate: number, firstYear: number, years: number): YearlySize[] =>
  Array.from({ length: years + 1 }, (_, at) => ({
    year: firstYear + at,
    values: [size, size * (1 + rate / 200) ** at, size * (1 + rate / 100) ** at],
  }));

/** Years in which an amount doubles; null for a rate of 0 or below. */
export const doublingYears = (rate: number): number | null =>
  rate > 0 ? Math.log(2) / Math.log(1 + rate / 100) : null;
