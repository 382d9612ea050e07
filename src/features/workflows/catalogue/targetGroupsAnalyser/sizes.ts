import type { Block } from "#src/features/documents/document.ts";
import { apiRecords, type SeriesRecord } from "../../apis.ts";
import { naceCode } from "../../domain/nace.ts";
import { figure } from "../../domain/wording.ts";
import { draftLanguageOf } from "../../kit/bilingual.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { tableOf, type WrittenText } from "../../kit/sections.ts";
import { type ReadRequest, requestKey } from "../../kit/state.ts";
import { countriesOf, eurostatCode } from "../marketAnalyser/statistics.ts";
import type { Facts, GroupsScene } from "./facts.ts";
import type { Form } from "./form.ts";

/*
 * How many firms or people there are, counted by Eurostat: beside the person's own numbers, as they were published. Code
 * reads them, no writer, so that none is altered.
 */

const { computed } = sectionsFor<Form, Facts>();

/** Firms by activity; people by broad age group on 1 January. */
const dataSets = {
  b2b: { code: "sbs_ovw_act", filters: { indic_sbs: ["ENT_NR"] }, about: "nace_r2" },
  b2c: {
    code: "demo_pjanbroad",
    filters: { age: ["TOTAL", "Y_LT15", "Y15-64", "Y_GE65"], sex: ["T"], unit: ["NR"] },
    about: "age",
  },
} as const;

/** The question to Eurostat: none without web research or a European country, for firms none without an activity. */
export function sizeRequests(form: Form): ReadRequest[] {
  const geo = form.research === "web" ? countriesOf(form).flatMap(eurostatCode) : [];
  const nace = [...new Set(form.nace.flatMap((code) => naceCode(code) ?? []))];
  if (geo.length === 0 || (form.buyers === "b2b" && nace.length === 0)) return [];
  const { code, filters } = dataSets[form.buyers];
  const wanted = Object.fromEntries(Object.entries(filters).map(([name, codes]) => [name, [...codes]]));
  const query = {
    dataset: code,
    filters: { ...wanted, ...(form.buyers === "b2b" ? { nace_r2: nace } : {}), geo },
    periods: 3,
    language: draftLanguageOf(form.goalLanguage),
  };
  return [{ kind: "api", api: "eurostat", query, hidden: true }];
}

interface Size {
  id: string;
  what: string;
  geo: string;
  year: string;
  value: number;
  url: string;
  sourceId: string;
}

/** The newest value of each series. */
function sizesOf({ form, state }: GroupsScene): Size[] {
  const { about } = dataSets[form.buyers];
  return sizeRequests(form).flatMap((request) => {
    const read = state.reads.find((one) => one.request === requestKey(request));
    return (read?.sources ?? []).flatMap(({ source, text }) =>
      (apiRecords("eurostat", text) ?? []).flatMap((record: SeriesRecord): Size[] => {
        const last = record.points.at(-1);
        if (!last) return [];
        const { id, geoName, url } = record;
        const what = record.about[about] ?? record.title;
        return [{ id, what, geo: geoName, year: last.time, value: last.value, url, sourceId: source.id }];
      }),
    );
  });
}

const valueText = ({ language }: GroupsScene, { value }: Size): string => figure(value, language);

function sizeBlocks(scene: GroupsScene): Block[] {
  const { form, translateAll } = scene;
  return tableOf(
    translateAll(
      form.buyers === "b2b" ? "Industry | Branche" : "Age | Alter",
      "Country | Land",
      form.buyers === "b2b" ? "Enterprises | Unternehmen" : "People | Personen",
      "Year | Jahr",
      "Source | Quelle",
    ),
    sizesOf(scene).map((size) => [
      size.what,
      size.geo,
      valueText(scene, size),
      size.year,
      `Eurostat, ${dataSets[form.buyers].code}: ${size.url}`,
    ]),
    [2, 3],
  );
}

export const sizes = {
  ...computed(
    "sizes",
    "How many there are in total | Wie viele es insgesamt gibt",
    sizeBlocks,
    (scene) => sizesOf(scene).length > 0,
  ),
  /** Each value is a fact of the published series. */
  statements: (scene: GroupsScene): WrittenText[] =>
    sizesOf(scene).map((size) => ({
      at: `sizes/${size.id}/value`,
      text: valueText(scene, size),
      quote: `"time":${JSON.stringify(size.year)},"value":${size.value}`,
      about: [size.sourceId],
    })),
};
