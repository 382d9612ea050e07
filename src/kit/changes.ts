/** One change of a JSON value. Without a value, the key goes. */
export interface Change {
  path: (string | number)[];
  value?: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * What turns one JSON value into another. Lists of the same length are compared item by item; of others the whole new
 * list is kept.
 */
export function changesBetween(from: unknown, to: unknown, path: Change["path"] = []): Change[] {
  if (from === to) return [];
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length)
    return to.flatMap((item, index) => changesBetween(from[index], item, [...path, index]));
  if (isObject(from) && isObject(to))
    return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((key) => {
      if (!Object.hasOwn(to, key) || to[key] === undefined)
        return Object.hasOwn(from, key) && from[key] !== undefined ? [{ path: [...path, key] }] : [];
      if (!Object.hasOwn(from, key)) return [{ path: [...path, key], value: to[key] }];
      return changesBetween(from[key], to[key], [...path, key]);
    });
  return [{ path, value: to }];
}

/** A JSON value with changes made to it; the given one stays as it is. Paths that lead nowhere are left out. */
export const withChanges = (value: unknown, changes: readonly Change[]): unknown =>
  changes.reduce<unknown>((known, change) => withChange(known, change.path, change), value);

function withChange(value: unknown, [key, ...rest]: Change["path"], change: Change): unknown {
  if (key === undefined) return change.value;
  if (Array.isArray(value) && typeof key === "number" && key < value.length)
    return value.with(key, withChange(value[key], rest, change));
  if (!isObject(value) || typeof key !== "string") return value;
  const isOwn = Object.hasOwn(value, key);
  if (rest.length > 0) return isOwn ? fromEntries(value, key, withChange(value[key], rest, change)) : value;
  if (!("value" in change)) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
  return fromEntries(value, key, change.value);
}

/** An object with one value changed, whatever its key is called. */
const fromEntries = (value: Record<string, unknown>, key: string, changed: unknown): Record<string, unknown> =>
  Object.fromEntries([...Object.entries(value).filter(([name]) => name !== key), [key, changed]]);
