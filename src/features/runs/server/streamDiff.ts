import type { RunEvent } from "../contract.ts";

export type DraftEvent = Extract<RunEvent, { type: "delta" | "partial" }>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The fewest events that turn one draft into the next: text that was appended is a delta, every other change replaces
 * its block. Applied in order to `before` they give `after`.
 * @param before undefined while nothing was sent
 */
export function draftEvents(before: unknown, after: unknown, path: (string | number)[] = []): DraftEvent[] {
  if (before === after) return [];
  if (typeof after === "string" && typeof before === "string" && before !== "" && after.startsWith(before))
    return [{ type: "delta", path, offset: before.length, text: after.slice(before.length) }];
  // A list that became shorter, or a value of another kind, is sent as a whole.
  if (Array.isArray(after) && Array.isArray(before) && after.length >= before.length)
    return after.flatMap((value: unknown, index) =>
      index < before.length ? draftEvents(before[index], value, [...path, index]) : added(value, [...path, index]),
    );
  if (isRecord(after) && isRecord(before) && Object.keys(before).every((key) => Object.hasOwn(after, key)))
    return Object.entries(after).flatMap(([key, value]) =>
      Object.hasOwn(before, key) ? draftEvents(before[key], value, [...path, key]) : added(value, [...path, key]),
    );
  return added(after, path);
}

const added = (value: unknown, path: (string | number)[]): DraftEvent[] => [{ type: "partial", path, value }];
