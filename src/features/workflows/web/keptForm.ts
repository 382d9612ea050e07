import type { FormValues } from "./formModel.ts";

/** The part of Web Storage that is needed; reading and writing may throw (private mode, full disk). */
export type Keeper = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Whose form it is: one per person, workflow, and project that is run again. */
export interface FormOwner {
  userId: string;
  workflow: string;
  projectId?: string | undefined;
}

const formKey = (owner: FormOwner): string =>
  `pioneer.form:${owner.userId}:${owner.workflow}:${owner.projectId ?? "new"}`;
export const startKeyOf = (owner: FormOwner): string =>
  `pioneer.start:${owner.userId}:${owner.workflow}:${owner.projectId ?? "new"}`;

/** Browsers refuse at some 5 MB for the whole site; a form with more than this is not kept. */
const longest = 400_000;

function read(keeper: Keeper, key: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(keeper.getItem(key) ?? "null");
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function write(keeper: Keeper, key: string, value: unknown): boolean {
  try {
    const text = JSON.stringify(value);
    if (text.length > longest) return false;
    keeper.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

function drop(keeper: Keeper, key: string): void {
  try {
    keeper.removeItem(key);
  } catch {
    // Storage is switched off: nothing was kept, so nothing has to go.
  }
}

/** What was typed and not yet run, or null. */
export function keptForm(keeper: Keeper, owner: FormOwner): FormValues | null {
  const kept = read(keeper, formKey(owner));
  const values = kept?.["v"] === 1 ? kept["values"] : null;
  return typeof values === "object" && values !== null && !Array.isArray(values) ? (values as FormValues) : null;
}

/** Keeps what is typed. False when the browser refuses: the form goes on without. */
export const keepForm = (keeper: Keeper, owner: FormOwner, values: FormValues): boolean =>
  write(keeper, formKey(owner), { v: 1, values });

export const dropForm = (keeper: Keeper, owner: FormOwner): void => drop(keeper, formKey(owner));

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

function readIntent(keeper: Keeper, owner: FormOwner): Intent | null {
  const kept = read(keeper, startKeyOf(owner));
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
  keeper: Keeper,
  owner: FormOwner,
  request: string,
  openedAt: number,
  newKey: () => string,
  quoteId = "",
): Intent {
  const kept = readIntent(keeper, owner);
  if (kept !== null && kept.request === request && (kept.answeredAt === null || kept.answeredAt >= openedAt))
    return kept;
  const intent: Intent = { key: newKey(), request, quoteId, answeredAt: null };
  write(keeper, startKeyOf(owner), intent);
  return intent;
}

/** The server answered: later pages start anew. */
export function intentAnswered(keeper: Keeper, owner: FormOwner, intent: Intent, now: number): void {
  write(keeper, startKeyOf(owner), { ...intent, answeredAt: now });
}

/** The server refused: nothing runs, and the same request may be tried as a new one. */
export const intentRefused = (keeper: Keeper, owner: FormOwner): void => drop(keeper, startKeyOf(owner));

/** Whether a start of exactly this request is still without an answer (lost connection, closed page). */
export function isUnanswered(keeper: Keeper, owner: FormOwner, request: string): boolean {
  const kept = readIntent(keeper, owner);
  return kept !== null && kept.answeredAt === null && kept.request === request;
}
