import type { ApiReply, ApiWire } from "./server.ts";

/* Eurostat and the World Bank, with invented figures in their shapes. */

const geos = { DE: "Germany", AT: "Austria" };
const germanNames: Record<string, string> = { DE: "Deutschland", AT: "Österreich" };
const times = ["2021", "2023", "2024"];
/** By country and year, in the order of the cube; the second of Austria is not told. */
const values = [10.6, 11.6, 19.8, 8.8, null, 20.3];

const ages = {
  TOTAL: "Total",
  Y_LT15: "Less than 15 years",
  "Y15-64": "From 15 to 64 years",
  Y_GE65: "65 years or over",
};
const people = [83_456_045, 11_640_000, 52_900_000, 18_916_045];

/** Population on 1 January by broad age group, Germany alone. */
function populationReply(query: URLSearchParams): ApiReply {
  const known = Object.keys(ages);
  const asked = query.getAll("age");
  if (asked.some((code) => !known.includes(code)) || query.getAll("geo").join() !== "DE")
    return { status: 400, body: { error: [{ status: 400, id: 150, label: "Invalid value for dimension AGE" }] } };
  const codes = asked.length > 0 ? known.filter((code) => asked.includes(code)) : known;
  const single = (label: string, code: string, name: string) => ({
    label,
    category: { index: { [code]: 0 }, label: { [code]: name } },
  });
  return {
    body: {
      version: "2.0",
      class: "dataset",
      label: "Population on 1 January by broad age group and sex",
      source: "ESTAT",
      updated: "2026-07-09T23:00:00+0200",
      value: Object.fromEntries(codes.map((code, at) => [String(at), people[known.indexOf(code)]])),
      id: ["freq", "unit", "age", "sex", "geo", "time"],
      size: [1, 1, codes.length, 1, 1, 1],
      dimension: {
        freq: single("Time frequency", "A", "Annual"),
        unit: single("Unit of measure", "NR", "Number"),
        age: {
          label: "Age class",
          category: {
            index: Object.fromEntries(codes.map((code, at) => [code, at])),
            label: Object.fromEntries(codes.map((code) => [code, Reflect.get(ages, code)])),
          },
        },
        sex: single("Sex", "T", "Total"),
        geo: single("Geopolitical entity", "DE", "Germany"),
        time: single("Time", "2025", "2025"),
      },
    },
  };
}

/** `GET …/statistics/1.0/data/{dataset}`, JSON-stat 2.0 as Eurostat writes it: values and flags by place. */
export const eurostatWire: ApiWire = ({ path, query }) => {
  const dataset = /^\/statistics\/1\.0\/data\/([^/]+)$/.exec(path)?.[1];
  if (dataset === "demo_pjanbroad") return populationReply(query);
  if (dataset !== "isoc_eb_ai" && dataset !== "demo_gind")
    return {
      status: 404,
      body: {
        error: [{ status: 404, id: 100, label: `ERR_NOT_FOUND_4: Requested dataset "${dataset}" is not available` }],
      },
    };
  const wanted = query.getAll("geo");
  if (wanted.some((code) => !(code in geos)))
    return { status: 400, body: { error: [{ status: 400, id: 150, label: "Invalid value for dimension GEO" }] } };
  const all = Object.keys(geos);
  const codes = wanted.length > 0 ? all.filter((code) => wanted.includes(code)) : all;
  const last = times.slice(-Number(query.get("lastTimePeriod") ?? times.length));
  const cells = codes.flatMap((code) =>
    last.map((time) => values[all.indexOf(code) * times.length + times.indexOf(time)] ?? null),
  );
  const names = query.get("lang") === "DE" ? germanNames : geos;
  const byPlace = Object.fromEntries(cells.flatMap((value, at) => (value === null ? [] : [[String(at), value]])));
  return {
    body: {
      version: "2.0",
      class: "dataset",
      label:
        query.get("lang") === "DE"
          ? "Künstliche Intelligenz nach Größenklasse"
          : "Artificial intelligence by size class",
      source: "ESTAT",
      updated: "2026-01-21T23:00:00+0100",
      value: byPlace,
      status: { [String(cells.length - 1)]: "p" },
      id: ["freq", "size_emp", "unit", "geo", "time"],
      size: [1, 1, 1, codes.length, last.length],
      dimension: {
        freq: { label: "Time frequency", category: { index: { A: 0 }, label: { A: "Annual" } } },
        size_emp: {
          label: "Size class",
          category: { index: ["GE10"], label: { GE10: "10 persons employed or more" } },
        },
        unit: { label: "Unit", category: { index: { PC_ENT: 0 }, label: { PC_ENT: "Percentage of enterprises" } } },
        geo: {
          label: "Geopolitical entity",
          category: {
            index: Object.fromEntries(codes.map((code, at) => [code, at])),
            label: Object.fromEntries(codes.map((code) => [code, Reflect.get(names, code)])),
          },
        },
        time: {
          label: "Time",
          category: {
            index: Object.fromEntries(last.map((time, at) => [time, at])),
            label: Object.fromEntries(last.map((time) => [time, time])),
          },
        },
      },
      extension: { id: dataset.toUpperCase(), agencyId: "ESTAT", version: "1.0" },
    },
  };
};

const population: Record<string, [string, number[]]> = {
  DE: ["Germany", [83_196_078, 83_797_985, 84_482_267]],
  FR: ["France", [67_764_304, 67_971_311, 68_287_487]],
};

/** `GET /v2/country/DE;FR/indicator/…`: newest first, a byte order mark before, errors with status 200. */
export const worldBankWire: ApiWire = ({ path, query }) => {
  const [, among = "", indicator = ""] = /^\/v2\/country\/([^/]+)\/indicator\/([^/]+)$/.exec(path) ?? [];
  if (query.get("format") !== "json") return { type: "text/xml", body: '<?xml version="1.0"?><wb:data/>' };
  const bodyOf = (value: unknown): string => `\ufeff${JSON.stringify(value)}`;
  if (indicator !== "SP.POP.TOTL")
    return {
      body: bodyOf([
        { message: [{ id: "120", key: "Invalid value", value: "The provided parameter value is not valid" }] },
      ]),
    };
  const periods = Number(query.get("mrv") ?? 3);
  const found = decodeURIComponent(among)
    .split(";")
    .flatMap((code) => {
      const [name, counts] = population[code] ?? ["", []];
      return counts
        .map((value, at) => ({
          indicator: { id: indicator, value: "Population, total" },
          country: { id: code, value: name },
          countryiso3code: code === "DE" ? "DEU" : "FRA",
          date: String(2021 + at),
          value: code === "FR" && at === 2 ? null : value,
          unit: "",
          obs_status: "",
          decimal: 0,
        }))
        .toReversed()
        .slice(0, periods);
    });
  return {
    body: bodyOf([
      { page: 1, pages: 1, per_page: 1200, total: found.length, sourceid: "2", lastupdated: "2026-10-07" },
      found.length > 0 ? found : null,
    ]),
  };
};
