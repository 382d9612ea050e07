import { readStored, removeStored, type WebStorage, writeStored } from "#src/kit/webStorage.ts";

/** Begins like the keys of all forms, which leave this browser when the person signs out. */
export const draftKey = (userId: string, form: string): string => `pioneer.form:${userId}:${form}`;

const isAlike = (value: unknown, like: unknown): boolean =>
  value === null || like === null || (typeof value === typeof like && Array.isArray(value) === Array.isArray(like));

/**
 * What was changed in a form and never sent. Values that the form does not know, or knows as something else, are left
 * out: another version of the page may have kept them.
 * @param like the form before anything was typed
 */
export function loadDraft<T extends object>(storage: WebStorage, key: string, like: T): Partial<T> {
  const known = new Map<string, unknown>(Object.entries(like));
  const kept = Object.entries(readStored(storage, key) ?? {});
  return Object.fromEntries(
    kept.filter(([name, value]) => known.has(name) && isAlike(value, known.get(name))),
  ) as Partial<T>;
}

/** Whether something was changed in a form and never sent. */
export const hasDraft = (storage: WebStorage, key: string): boolean => readStored(storage, key) !== null;

/** Keeps what is changed; nothing changed, nothing kept. */
export const saveDraft = (storage: WebStorage, key: string, changed: object): void =>
  Object.keys(changed).length === 0 ? removeStored(storage, key) : void writeStored(storage, key, changed);

/** The values that differ from those of the form before anything was typed. */
export const changedIn = <T extends object>(first: T, now: T): Partial<T> => {
  const before = new Map<string, unknown>(Object.entries(first));
  const changed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)),
  );
  return Object.fromEntries(changed) as Partial<T>;
};
