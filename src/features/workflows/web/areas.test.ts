import { expect, test } from "vitest";
import { cards } from "../catalogue/cards.ts";
import { areas, catalogueOf, catalogueSearch } from "./areas.ts";

const words = ({ label, key }: { label: string; key: string }) => ({ label, value: key });
const everything = { q: "", group: "" };
const live = cards.filter((card) => card.isProductionReady);

test("the address says what the page is narrowed to, and nothing else", () => {
  expect(catalogueSearch.read({ q: "tender", group: "sales" })).toEqual({ q: "tender", group: "sales" });
  expect(catalogueSearch.read({ q: ["x"], group: "gardening" })).toEqual(everything);
  expect(catalogueSearch.read({ q: 2026 })).toEqual({ q: "2026", group: "" });
  expect(catalogueSearch.write(everything)).toEqual({});
  expect(catalogueSearch.write({ q: "a", group: "sales" })).toEqual({ q: "a", group: "sales" });
});

test("each workflow has one row: those that were used first, then by area, then what is coming", () => {
  const last = ["blogArticleWriterWorkflow", "contentPlannerWorkflow", "goneWorkflow"];
  const { used, areas: shown, coming, count } = catalogueOf(everything, words, { lastUsed: last });
  expect(used.map(({ workflowName }) => workflowName)).toEqual(last.slice(0, 2));
  const rows = [...used, ...shown.flatMap((area) => area.cards), ...coming];
  expect(new Set(rows).size).toBe(rows.length);
  expect(rows.toSorted((a, b) => a.key.localeCompare(b.key))).toEqual(
    cards.toSorted((a, b) => a.key.localeCompare(b.key)),
  );
  expect(count).toBe(cards.length);
  expect(coming.every((card) => !card.isProductionReady)).toBe(true);
});

test("an area and words narrow the rows, and what was used stands in its area again", () => {
  const sales = catalogueOf({ q: "", group: "sales" }, words, { lastUsed: ["leadsListProviderWorkflow"] });
  expect(sales.used).toEqual([]);
  expect(sales.areas.map(({ key }) => key)).toEqual(["sales"]);
  expect(sales.areas[0]?.cards.map(({ key }) => key)).toContain("leadsListProvider");
  const journey = catalogueOf({ q: "journey", group: "" }, words, { lastUsed: [] });
  expect([journey.areas, journey.coming.map(({ key }) => key)]).toEqual([[], ["customerJourneyPlanner"]]);
  expect(catalogueOf({ q: "nothing of the kind", group: "" }, words, { lastUsed: [] }).count).toBe(0);
});

test("a workflow that is switched off stands among those that cannot be started, used or not", () => {
  const off = ["blogArticleWriterWorkflow", "contentPlannerWorkflow"];
  const catalogue = catalogueOf(everything, words, { lastUsed: off.slice(0, 1), off });
  const startable = [...catalogue.used, ...catalogue.areas.flatMap((area) => area.cards)];
  expect(startable.filter(({ workflowName }) => off.includes(workflowName))).toEqual([]);
  const coming = catalogue.coming.filter(({ workflowName }) => off.includes(workflowName));
  expect(coming.map(({ isProductionReady }) => isProductionReady)).toEqual([false, false]);
  expect(catalogue.count).toBe(cards.length);
});

test("marketing and sales come first, and no area is forgotten", () => {
  expect(areas.slice(0, 2).map(({ key }) => key)).toEqual(["marketing", "sales"]);
  expect(new Set(areas.flatMap((area) => area.cards)).size).toBe(cards.length);
  expect(live.length).toBeLessThan(cards.length);
});
