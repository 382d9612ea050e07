import { z } from "zod";
import type { SeriesRecord } from "../../apis.ts";
import { type ApiAdapter, DataServiceError, dayOf, envelope, line, oneLine } from "./adapter.ts";

/** A cube beyond this was asked for without filters, and says nothing to anyone. */
const maxCells = 200_000;
const maxSeries = 200;
const maxPoints = 60;

const category = z.object({
  index: z.union([z.array(z.string()), z.record(z.string(), z.number().int().nonnegative())]),
  label: z.record(z.string(), z.unknown()).catch({}),
});
const cube = z.object({
  label: line(400),
  updated: dayOf,
  id: z.array(z.string().max(60)).min(1).max(12),
  size: z.array(z.number().int().nonnegative()).min(1).max(12),
  dimension: z.record(z.string(), z.object({ label: line(120), category })),
  value: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]),
  status: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).catch({}),
});

interface Side {
  id: string;
  name: string;
  /** Codes in the order of the cube, with their names. */
  codes: [code: string, name: string][];
  /** How far two neighbours are apart in the row of values. */
  step: number;
}

/** Codes by their place, whether the index is a list or a map. */
function codesOf({ index, label }: z.output<typeof category>, size: number): [string, string][] {
  const codes = Array.isArray(index)
    ? index
    : Object.entries(index)
        .toSorted(([, one], [, other]) => one - other)
        .map(([code]) => code);
  return codes.slice(0, size).map((code) => [oneLine(code, 60), line(200).parse(label[code]) || oneLine(code, 60)]);
}

function sidesOf({ id, size, dimension }: z.output<typeof cube>): Side[] {
  let step = size.reduce((product, one) => product * one, 1);
  if (step > maxCells || id.length !== size.length)
    throw new DataServiceError("failed", "the answer is no cube we can read");
  return id.map((name, at) => {
    const length = size[at] ?? 0;
    step = length === 0 ? 0 : step / length;
    const found = dimension[name];
    if (!found) throw new DataServiceError("failed", "the answer lacks a dimension");
    return { id: name, name: found.label, codes: codesOf(found.category, length), step };
  });
}

/** Every combination of codes, `[place in the row, codes]`. */
function* combinations(sides: readonly Side[]): Generator<{ at: number; codes: Map<string, [string, string]> }> {
  const [side, ...rest] = sides;
  if (!side) {
    yield { at: 0, codes: new Map() };
    return;
  }
  for (const [index, code] of side.codes.entries()) {
    for (const { at, codes } of combinations(rest))
      yield { at: at + index * side.step, codes: new Map([[side.id, code], ...codes]) };
  }
}

const cellAt = (cells: readonly unknown[] | Readonly<Record<string, unknown>>, at: number): unknown =>
  Array.isArray(cells) ? cells[at] : Reflect.get(cells, String(at));

/** Official statistics of Europe, JSON-stat 2.0: https://ec.europa.eu/eurostat/web/user-guides/data-browser/api-data-access */
export const eurostat: ApiAdapter<"eurostat"> = {
  probe: { dataset: "demo_gind", filters: { geo: ["DE"], indic_de: ["JAN"] }, periods: 1 },

  async ask({ dataset, filters, periods, language }, { url, json }) {
    const asked = url(`/statistics/1.0/data/${encodeURIComponent(dataset)}`, {
      ...filters,
      format: "JSON",
      lang: language.toUpperCase(),
      lastTimePeriod: periods,
    });
    const body = envelope(cube, await json(asked));
    const view = `https://ec.europa.eu/eurostat/databrowser/view/${encodeURIComponent(dataset)}/default/table?lang=${language}`;
    const sides = sidesOf(body);
    const time = sides.find(({ id }) => id === "time" || id === "TIME_PERIOD");
    if (!time) throw new DataServiceError("failed", "the answer has no time");
    const others = sides.filter((side) => side !== time);
    const records: SeriesRecord[] = [];
    for (const { at, codes } of combinations(others)) {
      if (records.length >= maxSeries) break;
      const points = time.codes
        .flatMap(([period], index) => {
          const value = cellAt(body.value, at + index * time.step);
          const note = cellAt(body.status, at + index * time.step);
          return typeof value === "number" && Number.isFinite(value)
            ? [{ time: period, value, note: typeof note === "string" ? oneLine(note, 10) : "" }]
            : [];
        })
        .slice(-maxPoints);
      if (points.length === 0) continue;
      const [geo, geoName] = codes.get("geo") ?? ["", ""];
      const about = others
        .filter(({ id, codes: all }) => id !== "geo" && id !== "unit" && id !== "freq" && all.length > 0)
        .map(({ id }) => [id, codes.get(id)?.[1] ?? ""]);
      records.push({
        id: [dataset, ...[...codes.values()].map(([code]) => code)].join("."),
        title: body.label,
        geo,
        geoName,
        unit: codes.get("unit")?.[1] ?? "",
        about: Object.fromEntries(about),
        points,
        updated: body.updated,
        url: view,
      });
    }
    return { records, url: view, title: body.label || dataset, publishedAt: body.updated || null };
  },

  sourceOf: seriesSource,
};

export function seriesSource({ url, title, geoName, about, updated }: SeriesRecord) {
  return {
    url,
    title: [title, geoName, ...Object.values(about)].filter((one) => one !== "").join(", "),
    publishedAt: updated || null,
  };
}
