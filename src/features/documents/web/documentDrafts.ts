const prefix = "pioneer.words.";
/** Unsaved texts that this browser keeps, the newest ones. */
const mostDrafts = 100;

/** Words that were typed and not saved, kept in this browser so that a reload or a lost connection takes nothing. */
export function draftOf(key: string): string | null {
  try {
    return localStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}

/** Keeps what was typed so far; without storage it stays on the page alone. */
export function keepDraft(key: string, text: string): void {
  try {
    if (text === "") localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, text);
    const keys = Object.keys(localStorage).filter((name) => name.startsWith(prefix));
    for (const old of keys.slice(0, Math.max(0, keys.length - mostDrafts)))
      if (old !== prefix + key) localStorage.removeItem(old);
  } catch {
    // Private mode without storage, or none left.
  }
}

export const dropDraft = (key: string): void => keepDraft(key, "");
