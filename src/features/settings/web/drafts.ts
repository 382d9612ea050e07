import type { WebStorage } from "#src/kit/webStorage.ts";

/** Begins like the keys of forms, all of which leave this browser when the person signs out. */
const keyOf = (userId: string): string => `pioneer.form:${userId}:settings`;

function read(keeper: WebStorage, userId: string): Map<string, unknown> {
  try {
    const kept: unknown = JSON.parse(keeper.getItem(keyOf(userId)) ?? "null");
    return new Map(typeof kept === "object" && kept !== null ? Object.entries(kept) : []);
  } catch {
    return new Map();
  }
}

function write(keeper: WebStorage, userId: string, drafts: Map<string, unknown>): void {
  try {
    if (drafts.size === 0) keeper.removeItem(keyOf(userId));
    else keeper.setItem(keyOf(userId), JSON.stringify(Object.fromEntries(drafts)));
  } catch {
    // Storage is switched off: what is typed lasts as long as the page.
  }
}

/** What was typed into a field and not saved yet; undefined when all of it was. */
export function draftOf(keeper: WebStorage, userId: string, field: string): string | undefined {
  const draft = read(keeper, userId).get(field);
  return typeof draft === "string" ? draft : undefined;
}

/** Keeps what is typed until it is saved, so that it outlives a failure and the page. Undefined lets it go. */
export function keepDraft(keeper: WebStorage, userId: string, field: string, draft: string | undefined): void {
  const drafts = read(keeper, userId);
  if (draft === undefined) drafts.delete(field);
  else drafts.set(field, draft);
  write(keeper, userId, drafts);
}
