import type { ReadDraft } from "#src/features/documents/web/readDraft.ts";
import type { Run, RunEvent, RunStatus, RunStep } from "../contract.ts";
import type { Pace } from "./timeLeft.ts";

/** One step of a run as the log shows it. Times are ISO instants of the server. */
export interface StepEntry {
  step: RunStep;
  state: "waiting" | "started" | "done" | "failed";
  startedAt: string | null;
  endedAt: string | null;
  detail: { code: string; params?: Record<string, string | number> } | null;
}

/** A run as its event stream has told it so far. Unchanged parts keep their identity from one event to the next. */
export interface RunDocument {
  /** SSE id of the last event taken in, to resume after; empty before the first. */
  lastEventId: string;
  status: RunStatus;
  steps: StepEntry[];
  /** The draft being written: any part may be missing, and text comes from outside. Read it with `readDraft`. */
  draft: unknown;
  /** How often an answer did not hold, so that what was streamed became void. */
  resets: number;
  /** How often another process began the draft again. */
  takeovers: number;
  /** The run as it ended, null while it is on. */
  run: Run | null;
}

/** In the order in which a run goes through them: coins are settled last, together with the result. */
export const steps: readonly RunStep[] = ["guard", "collect", "generate", "check", "compose", "propose", "settle"];

/** A list of a draft is never longer; a longer index in a path is not ours. */
const maxIndex = 20_000;
const maxDepth = 24;

export const emptyRunDocument: RunDocument = {
  lastEventId: "",
  status: "queued",
  steps: steps.map((step) => ({ step, state: "waiting", startedAt: null, endedAt: null, detail: null })),
  draft: undefined,
  resets: 0,
  takeovers: 0,
  run: null,
};

/** Row of the stream and event inside it: `12.3`, or a plain offset. */
function placeOf(id: string): [row: number, event: number] | null {
  const match = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(id);
  return match ? [Number(match[1]), Number(match[2] ?? 0)] : null;
}

/**
 * Whether an event lies before what was taken in. Events without an id of their own carry the last one, so the same
 * id is taken again; in order, taking events twice ends in the same draft.
 */
function isKnown(lastEventId: string, id: string): boolean {
  const [last, next] = [placeOf(lastEventId), placeOf(id)];
  if (last === null || next === null) return false;
  return next[0] < last[0] || (next[0] === last[0] && next[1] < last[1]);
}

/**
 * Takes one event in. Pure: an event that changes nothing, is known already or points nowhere returns the same parts.
 * @param id the SSE id of the event, empty when it has none
 */
export function applyRunEvent(state: RunDocument, event: RunEvent, id = ""): RunDocument {
  if (isKnown(state.lastEventId, id)) return state;
  const next = id === "" ? state : { ...state, lastEventId: id };
  switch (event.type) {
    case "status":
      return { ...next, status: event.status };
    case "step":
      return { ...next, steps: withStep(next.steps, event) };
    case "delta":
      return withDraft(
        next,
        setAt(next.draft, event.path, (old) => appended(old, event.offset, event.text)),
      );
    case "partial":
      return withDraft(
        next,
        setAt(next.draft, event.path, () => event.value),
      );
    case "reset":
      return event.reason === "takeover"
        ? { ...next, draft: undefined, takeovers: next.takeovers + 1 }
        : { ...next, draft: undefined, resets: next.resets + 1 };
    case "end":
      return {
        ...next,
        status: event.run.status,
        run: event.run,
        steps: event.run.status === "succeeded" ? finished(next.steps, event.run) : next.steps,
      };
  }
}

/** No process has begun it. */
export const isQueued = ({ steps: entries, run }: Pick<RunDocument, "steps" | "run">): boolean =>
  run === null && entries.every(({ state }) => state === "waiting");

/** How far the sections are that somebody writes, together, and since when. */
export function paceOf({ steps: entries }: Pick<RunDocument, "steps">, draft: Pick<ReadDraft, "sections">): Pace {
  const writing = entries.find(({ step }) => step === "generate");
  const sum = (of: "done" | "of"): number =>
    draft.sections.reduce((total, { progress }) => total + (progress?.[of] ?? 0), 0);
  return {
    startedAt: writing?.state === "started" ? writing.startedAt : null,
    done: sum("done"),
    of: sum("of"),
  };
}

/** Steps that say nothing of themselves (settling) are done when the run is. */
const finished = (entries: StepEntry[], run: Run): StepEntry[] =>
  entries.every(({ state }) => state === "done")
    ? entries
    : entries.map((entry) => (entry.state === "done" ? entry : { ...entry, state: "done", endedAt: run.finishedAt }));

const withDraft = (state: RunDocument, draft: unknown): RunDocument =>
  draft === state.draft ? state : { ...state, draft };

/** A step that starts again (another process took over) starts its later ones again too. */
function withStep(entries: StepEntry[], event: Extract<RunEvent, { type: "step" }>): StepEntry[] {
  const index = entries.findIndex((entry) => entry.step === event.step);
  return entries.map((entry, at) => {
    if (at === index) {
      return event.state === "started"
        ? { ...entry, state: "started", startedAt: event.at, endedAt: null, detail: event.detail ?? null }
        : {
            ...entry,
            state: event.state,
            startedAt: entry.startedAt ?? event.at,
            endedAt: event.at,
            detail: event.detail ?? entry.detail,
          };
    }
    if (at > index && entry.state !== "waiting") {
      return { ...entry, state: "waiting", startedAt: null, endedAt: null, detail: null };
    }
    return entry;
  });
}

/** Deltas are append-only, so one that says nothing new leaves the longer text. */
function appended(old: unknown, offset: number, text: string): unknown {
  const before = typeof old === "string" ? old : "";
  if (offset > before.length) return old;
  const next = before.slice(0, offset) + text;
  return before.startsWith(next) ? (old ?? next) : next;
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Copy of `root` with another value at `path`; the same `root` when nothing changes or the path is not usable. */
function setAt(
  root: unknown,
  path: readonly (string | number)[],
  change: (old: unknown) => unknown,
  depth = 0,
): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return change(root);
  if (depth > maxDepth) return root;
  if (typeof head === "number") {
    const list = isList(root) ? root : [];
    if (!Number.isInteger(head) || head < 0 || head > maxIndex || head > list.length) return root;
    const value = setAt(list[head], rest, change, depth + 1);
    if (isList(root) && head < list.length && value === list[head]) return root;
    const copy = list.slice();
    copy[head] = value;
    return copy;
  }
  if (head === "__proto__") return root;
  const record = isRecord(root) ? root : {};
  const old = Object.hasOwn(record, head) ? record[head] : undefined;
  const value = setAt(old, rest, change, depth + 1);
  return isRecord(root) && value === old && Object.hasOwn(record, head) ? root : { ...record, [head]: value };
}

const statuses: readonly string[] = ["queued", "running", "succeeded", "failed", "cancelled"];

/** The data of one server-sent event as run events, one or a batch; what this page does not know is left out. */
export function parseRunEvents(data: string): RunEvent[] {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return [];
  }
  return (isList(value) ? value : [value]).flatMap((one) => parseRunEvent(one) ?? []);
}

function parseRunEvent(value: unknown): RunEvent | null {
  if (!isRecord(value)) return null;
  const isPath = (path: unknown): path is (string | number)[] =>
    isList(path) && path.every((part) => typeof part === "string" || typeof part === "number");
  switch (value["type"]) {
    case "status":
      return statuses.includes(String(value["status"])) ? (value as RunEvent) : null;
    case "step":
      return steps.some((step) => step === value["step"]) &&
        ["started", "done", "failed"].includes(String(value["state"])) &&
        typeof value["at"] === "string"
        ? (value as RunEvent)
        : null;
    case "delta":
      return isPath(value["path"]) && typeof value["offset"] === "number" && typeof value["text"] === "string"
        ? (value as RunEvent)
        : null;
    case "partial":
      return isPath(value["path"]) ? (value as RunEvent) : null;
    case "reset":
      return value as RunEvent;
    case "end":
      return isRecord(value["run"]) && statuses.includes(String(value["run"]["status"])) ? (value as RunEvent) : null;
    default:
      return null;
  }
}
