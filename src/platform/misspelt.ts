/** Names longer than these many letters may differ by two; shorter ones differ by one or mean something else. */
const longPart = 8;

/** Letters to add, drop, replace or swap with their neighbour, counted no further than three. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3;
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1;
      let least = Math.min((above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1, (above[column - 1] ?? 0) + same);
      if (one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        least = Math.min(least, (before[column - 2] ?? 0) + 1);
      line.push(least);
    }
    before = above;
    above = line;
  }
  return Math.min(above[other.length] ?? 3, 3);
}

const near = (one: string, other: string): boolean => {
  const apart = distance(one, other);
  return apart === 0 || apart <= (other.length > longPart ? 2 : other.length > 2 ? 1 : 0);
};

/** Whether `name` is meant to be `ours`: the first word tells whose variable it is and is nearly the same in both. */
function isMeant(name: string, ours: string): boolean {
  const [first = "", ...rest] = name.split("_");
  const [ourFirst = "", ...ourRest] = ours.split("_");
  if (ourRest.length === 0) return rest.length === 0 && ours.length >= longPart && distance(name, ours) <= 1;
  // API_URL is not APP_URL: a short first word is the same or another one.
  if (first !== ourFirst && (ourFirst.length < 5 || distance(first, ourFirst) > 1)) return false;
  return near(rest.join("_"), ourRest.join("_"));
}

/**
 * Variables that look like ours and are none, each with the name that was meant. A name stays unsuspected when the one
 * of ours that it resembles is set as well: it then belongs to another program.
 */
export function misspeltNames(
  env: Readonly<Record<string, string | undefined>>,
  ours: readonly string[],
): { name: string; meant: string }[] {
  const known = new Set(ours);
  return Object.entries(env).flatMap(([name, value]) => {
    if (known.has(name) || !value) return [];
    const upper = name.toUpperCase();
    const meant = ours.find((candidate) => (upper === candidate ? candidate.includes("_") : isMeant(upper, candidate)));
    return meant && !env[meant] ? [{ name, meant }] : [];
  });
}
