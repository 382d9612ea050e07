import { readStored, type WebStorage } from "#src/kit/webStorage.ts";
import { draftKey, saveDraft } from "#src/ui/forms/drafts.ts";

/** What was typed into a field and not saved yet; undefined when all of it was. */
export function loadFieldDraft(storage: WebStorage, userId: string, field: string): string | undefined {
  const draft = readStored(storage, draftKey(userId, "settings"))?.[field];
  return typeof draft === "string" ? draft : undefined;
}

/** Keeps what is typed until it is saved, so that it outlives a failure and the page. Undefined lets it go. */
export function saveFieldDraft(storage: WebStorage, userId: string, field: string, draft: string | undefined): void {
  const key = draftKey(userId, "settings");
  const { [field]: _before, ...others } = readStored(storage, key) ?? {};
  saveDraft(storage, key, draft === undefined ? others : { ...others, [field]: draft });
}
