import type { Source } from "#src/features/documents/document.ts";

/** A place in a recording. */
export interface Moment {
  fileId: string;
  /** From the beginning of that recording. */
  seconds: number;
}

/** The file that a source was read or heard from. */
export const fileOf = ({ url }: Pick<Source, "url">): string | null =>
  /^file:([0-9a-f-]{36})(?:#|$)/i.exec(url)?.[1] ?? null;

interface TimedLine {
  from: number;
  to: number;
  doubt: number | null;
  origin: string;
}

const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null);

/** The timed lines of a transcript; none in documents of other workflows. */
function linesOf(data: unknown): TimedLine[] {
  const rows = typeof data === "object" && data !== null && "segments" in data ? data.segments : null;
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row: unknown): TimedLine[] => {
    if (typeof row !== "object" || row === null) return [];
    const { from, to, doubt, origin } = row as Record<string, unknown>;
    return typeof from === "number" && typeof origin === "string"
      ? [{ from, to: numberOf(to) ?? from, doubt: numberOf(doubt), origin }]
      : [];
  });
}

/**
 * What a time of a document plays. The times of each transcript go on where the one before ends, so a time belongs to
 * the recording of the line that begins there.
 * @returns answers null for a time at which no line of a recording begins, or lines of two
 */
export function momentsOf(data: unknown, sources: readonly Source[]): (seconds: number) => Moment | null {
  const files = new Map(sources.map((source) => [source.id, fileOf(source)]));
  const moments = new Map<number, Moment | null>();
  /** Pasted text is no file: it has a place in the order of the times and plays nothing. */
  let current: string | null = null;
  let begin = 0;
  let end = 0;
  for (const { from, to, doubt, origin } of linesOf(data)) {
    const fileId = files.get(origin) ?? null;
    const place = fileId ?? origin;
    if (place !== current) begin = end;
    current = place;
    end = Math.max(end, to);
    for (const time of doubt === null ? [from] : [from, doubt]) {
      const shown = Math.floor(time);
      const known = moments.get(shown);
      if (known === undefined) moments.set(shown, fileId === null ? null : { fileId, seconds: time - begin });
      else if (known?.fileId !== fileId) moments.set(shown, null);
    }
  }
  return (seconds) => moments.get(seconds) ?? null;
}
