import type { FormOwner } from "#src/features/workflows/web/formDraft.ts";
import { removeStored, writeStored, readStored, type WebStorage } from "#src/kit/webStorage.ts";

/** Name under which a browser keeps the start of a run. */
export const startKeyOf = (owner: FormOwner): string =>
  `pioneer.start:${owner.userId}:${owner.workflow}:${owner.projectId ?? "new"}`;

/** A run that a person asked for: its key goes to the server with every attempt, so that all of them are one run. */
export interface Intent {
  key: string;
  /** The request as text, so that another request is another run. */
  request: string;
  /** The price it was first asked at; an attempt that is repeated repeats that too. */
  quoteId: string;
  /** When the server answered, in ms; null while nobody knows. */
  answeredAt: number | null;
}

function readIntent(storage: WebStorage, owner: FormOwner): Intent | null {
  const kept = readStored(storage, startKeyOf(owner));
  if (kept === null || typeof kept["key"] !== "string" || typeof kept["request"] !== "string") return null;
  const quoteId = typeof kept["quoteId"] === "string" ? kept["quoteId"] : "";
  return {
    key: kept["key"],
    request: kept["request"],
    quoteId,
    answeredAt: typeof kept["answeredAt"] === "number" ? kept["answeredAt"] : null,
  };
}

/** Text that is the same for the same values, whatever the order of their names. */
export function requestText(values: unknown): string {
  return JSON.stringify(values, (_name, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/**
 * Key for a start. The same request keeps its key until the server answered, and for a page that was opened before
 * that answer (a second tab, a second click) even after it: such a start is the same run.
 * @param openedAt when this page's form was opened, ms
 */
export function intentFor(
  storage: WebStorage,
  owner: FormOwner,
  request: string,
  openedAt: number,
  newKey: () => string,
  quoteId = "",
): Intent {
  const kept = readIntent(storage, owner);
  if (kept !== null && kept.request === request && (kept.answeredAt === null || kept.answeredAt >= openedAt))
    return kept;
  const intent: Intent = { key: newKey(), request, quoteId, answeredAt: null };
  writeStored(storage, startKeyOf(owner), intent);
  return intent;
}

/** The server answered: later pages start anew. */
export function settleIdempotencyKey(storage: WebStorage, owner: FormOwner, intent: Intent, now: number): void {
  writeStored(storage, startKeyOf(owner), { ...intent, answeredAt: now });
}

/** The server refused: nothing runs, and the same request may be tried as a new one. */
export const intentRefused = (storage: WebStorage, owner: FormOwner): void => removeStored(storage, startKeyOf(owner));

/** Whether a start of exactly this request is still without an answer (lost connection, closed page). */
export function isUnanswered(storage: WebStorage, owner: FormOwner, request: string): boolean {
  const kept = readIntent(storage, owner);
  return kept !== null && kept.answeredAt === null && kept.request === request;
}
