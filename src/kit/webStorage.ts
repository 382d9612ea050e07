/** The part of Web Storage that is needed; reading and writing may throw (private mode, full disk). */
export type WebStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Browsers refuse at some 5 MB for the whole site; a longer value is not stored. */
const longest = 400_000;

/** A stored object; null when there is none or it cannot be read. */
export function readStored(storage: WebStorage, key: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? "null");
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Stores a value as JSON. @returns false when the browser refuses */
export function writeStored(storage: WebStorage, key: string, value: unknown): boolean {
  try {
    const text = JSON.stringify(value);
    if (text.length > longest) return false;
    storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Removes a stored value. */
export function removeStored(storage: WebStorage, key: string): void {
  try {
    storage.removeItem(key);
  } catch {
    // Storage is switched off: there is nothing to remove.
  }
}
