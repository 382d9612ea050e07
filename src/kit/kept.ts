/** The part of Web Storage that is needed; reading and writing may throw (private mode, full disk). */
export type Keeper = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Browsers refuse at some 5 MB for the whole site; a value with more than this is not kept. */
const longest = 400_000;

/** An object that was kept, or null when there is none that can be read. */
export function readKept(keeper: Keeper, key: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(keeper.getItem(key) ?? "null");
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Keeps a value. False when the browser refuses. */
export function keep(keeper: Keeper, key: string, value: unknown): boolean {
  try {
    const text = JSON.stringify(value);
    if (text.length > longest) return false;
    keeper.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Forgets what was kept. */
export function dropKept(keeper: Keeper, key: string): void {
  try {
    keeper.removeItem(key);
  } catch {
    // Storage is switched off: nothing was kept, so nothing has to go.
  }
}
