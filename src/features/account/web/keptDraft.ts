import type { WebStorage } from "#src/kit/webStorage.ts";

/** Begins like the keys of all forms, which leave this browser when the person signs out. */
export const draftKey = (userId: string, form: string): string => `pioneer.form:${userId}:${form}`;

const isAlike = (value: unknown, like: unknown): boolean =>
  value === null || like === null || (typeof value === typeof like && Array.isArray(value) === Array.isArray(like));

/**
 * What was changed in a form and never sent. Values that the form does not know, or knows as something else, are left
 * out: another version of the page may have kept them.
 * @param like the form before anything was typed
 */
export function readDraft<T extends object>(keeper: WebStorage, key: string, like: T): Partial<T> {
  try {
    const kept: unknown = JSON.parse(keeper.getItem(key) ?? "null");
    const known = new Map<string, unknown>(Object.entries(like));
    const values = typeof kept === "object" && kept !== null ? Object.entries(kept) : [];
    return Object.fromEntries(
      values.filter(([name, value]) => known.has(name) && isAlike(value, known.get(name))),
    ) as Partial<T>;
  } catch {
    return {};
  }
}

/** Whether something was changed in a form and never sent. */
export function hasDraft(keeper: WebStorage, key: string): boolean {
  try {
    return keeper.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** Keeps what is changed; nothing changed, nothing kept. */
export function keepDraft(keeper: WebStorage, key: string, changed: object): void {
  try {
    if (Object.keys(changed).length === 0) keeper.removeItem(key);
    else keeper.setItem(key, JSON.stringify(changed));
  } catch {
    // Storage is switched off: what is typed lasts as long as the page.
  }
}

/** The values that differ from those of the form before anything was typed. */
export const changedIn = <T extends object>(first: T, now: T): Partial<T> => {
  const before = new Map<string, unknown>(Object.entries(first));
  const changed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)),
  );
  return Object.fromEntries(changed) as Partial<T>;
};
