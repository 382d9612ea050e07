/**
 * Splits `total` whole items by weights: the floor of each share, and what is left to the largest remainders, ties
 * to the earlier one. The parts sum to `total` and none is more than one item away from its exact share.
 */
export function largestRemainder(weights: readonly number[], total: number): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum <= 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (weight * total) / sum);
  const parts = exact.map(Math.floor);
  const left = total - parts.reduce((all, part) => all + part, 0);
  const order = exact
    .map((share, index) => ({ index, rest: share - Math.floor(share) }))
    .toSorted((a, b) => b.rest - a.rest || a.index - b.index);
  for (const { index } of order.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

/**
 * Puts values in a row so that each is spread evenly: `counts[i]` times `values[i]`, always the one that lags behind
 * its share the most.
 */
export function spread<Value>(values: readonly Value[], counts: readonly number[]): Value[] {
  const total = counts.reduce((all, count) => all + count, 0);
  const given = counts.map(() => 0);
  return Array.from({ length: total }, (_, step) => {
    let best = -1;
    let most = -Infinity;
    for (const [index, count] of counts.entries()) {
      const done = given[index] ?? 0;
      const lag = (count * (step + 1)) / total - done;
      if (done < count && lag > most + 1e-9) [best, most] = [index, lag];
    }
    given[best] = (given[best] ?? 0) + 1;
    return values[best];
  }).filter((value): value is Value => value !== undefined);
}
