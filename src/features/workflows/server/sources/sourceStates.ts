import type { ApiName } from "../../apis.ts";
import type { ApiOutcome } from "../apis/openApis.ts";

export const searchProviders = ["searxng", "brave", "tavily"] as const;
export type SourceName = ApiName | (typeof searchProviders)[number];

/** What this process knows of a service. Times are ISO instants; nothing of it outlives the process. */
export interface SourceUse {
  lastUsedAt: string | null;
  /** Null before the first use. */
  outcome: "ok" | Exclude<ApiOutcome, "read" | "nothingFound" | "notConfigured"> | null;
  /** The service asked to be left alone until then; null when that is over. */
  limitedUntil: string | null;
  /** Of the last answer; null when there was none. */
  records: number | null;
  milliseconds: number | null;
}

export interface SourceStates {
  note: (
    name: SourceName,
    what: { outcome?: ApiOutcome | "ok"; limitedUntil?: string; records?: number; milliseconds?: number },
  ) => void;
  of: (name: SourceName) => SourceUse;
}

const unused: SourceUse = { lastUsedAt: null, outcome: null, limitedUntil: null, records: null, milliseconds: null };

/** Remembers how each service answered the last time. */
export function openSourceStates(now: () => Date): SourceStates {
  const uses = new Map<SourceName, SourceUse>();
  return {
    note(name, { outcome, limitedUntil, records, milliseconds }) {
      const before = uses.get(name) ?? unused;
      const isEnd = outcome !== undefined;
      const told = outcome === "read" || outcome === "nothingFound" ? "ok" : outcome;
      uses.set(name, {
        lastUsedAt: now().toISOString(),
        outcome: told === undefined || told === "notConfigured" ? before.outcome : told,
        limitedUntil: limitedUntil ?? (told === "ok" ? null : before.limitedUntil),
        records: isEnd ? (records ?? null) : before.records,
        milliseconds: isEnd ? (milliseconds ?? null) : before.milliseconds,
      });
    },
    of(name) {
      const use = uses.get(name) ?? unused;
      const isOver = use.limitedUntil !== null && use.limitedUntil <= now().toISOString();
      return isOver ? { ...use, limitedUntil: null } : use;
    },
  };
}
