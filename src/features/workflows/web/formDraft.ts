import { removeStored, writeStored, readStored, type WebStorage } from "#src/kit/webStorage.ts";
import { draftKey } from "#src/ui/forms/drafts.ts";
import type { FormValues } from "./formModel.ts";

/** Whose form it is: one per person, workflow, and project that is run again. */
export interface FormOwner {
  userId: string;
  workflow: string;
  projectId?: string | undefined;
}

const formKey = ({ userId, workflow, projectId = "new" }: FormOwner): string =>
  draftKey(userId, `${workflow}:${projectId}`);

/** What was typed and not yet run, or null. */
export function loadForm(storage: WebStorage, owner: FormOwner): FormValues | null {
  const kept = readStored(storage, formKey(owner));
  const values = kept?.["v"] === 1 ? kept["values"] : null;
  return typeof values === "object" && values !== null && !Array.isArray(values) ? (values as FormValues) : null;
}

/** Keeps what is typed. False when the browser refuses: the form goes on without. */
export const saveForm = (storage: WebStorage, owner: FormOwner, values: FormValues): boolean =>
  writeStored(storage, formKey(owner), { v: 1, values });

export const removeForm = (storage: WebStorage, owner: FormOwner): void => removeStored(storage, formKey(owner));
