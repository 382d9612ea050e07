/**
 * Takes everything that is a person's own out of this browser: what was typed, started and opened. The keys of such
 * things are `pioneer.<what>:<userId>`, and may go on after a colon; those of others stay.
 */
export function clearUserStorage(storage: Pick<Storage, "length" | "key" | "removeItem">, userId: string): void {
  try {
    const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "");
    for (const key of keys) if (key.startsWith("pioneer.") && key.split(":")[1] === userId) storage.removeItem(key);
  } catch {
    // Storage is switched off: nothing was kept, so nothing has to go.
  }
}
