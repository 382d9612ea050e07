import { expect, test } from "vitest";
import { contextOf, simulate } from "#src/testing/simulatedRun.ts";
import { requestKey } from "../../kit/state.ts";
import { open, signal, withDoubles } from "../../server/apis/apisFixture.ts";
import { form } from "./form.ts";
import { sizeRequests } from "./sizes.ts";
import { targetGroupsAnalyser as workflow } from "./workflow.ts";

withDoubles();

const filled = (changes: object) =>
  form.parse({ requirementTitle: "Who rents bikes", offer: "We rent bikes.", research: "web", ...changes });

test.each([
  ["people of a country that was chosen", { buyers: "b2c", countries: ["DE"] }, "demo_pjanbroad"],
  ["people of a country among the places", { buyers: "b2c", places: ["Graz", "Austria"] }, "demo_pjanbroad"],
  ["firms of an activity", { countries: ["FR"], nace: ["47.64"] }, "sbs_ovw_act"],
  ["firms without an activity", { countries: ["FR"] }, null],
  ["a country beyond Europe", { buyers: "b2c", countries: ["US"] }, null],
  ["no country", { buyers: "b2c", places: ["Graz"] }, null],
  ["no research", { buyers: "b2c", countries: ["DE"], research: "none" }, null],
])("Eurostat is asked for %s", (_, changes, dataset) => {
  const [request] = sizeRequests(filled(changes));
  expect(request?.kind === "api" && request.api === "eurostat" ? request.query.dataset : null).toBe(dataset);
});

test("the size of a group in all is a fact of Eurostat, as it was published", async () => {
  const values = filled({ buyers: "b2c", countries: ["DE"] });
  const [request] = sizeRequests(values);
  if (request?.kind !== "api") throw new Error("nothing is asked");
  const { sources } = await open().ask(request, signal);
  const read = sources.map(({ source, text }) => ({ text, url: source.url }));
  const { state } = await simulate(workflow, values, {
    read: (key) => (key === requestKey(request) ? read : []),
  });
  const document = workflow.assemble(values, contextOf("en"), state, { isDraft: true });
  const [table] = document.sections.find(({ key }) => key === "sizes")?.blocks ?? [];
  expect(table).toMatchObject({ type: "table" });
  expect(JSON.stringify(table)).toContain('"65 years or over","Germany","18,916,045","2025"');
  const claim = document.claims.find(({ text }) => text === "18,916,045");
  expect(claim).toMatchObject({ check: "quoteFound", quote: '"time":"2025","value":18916045' });
  expect(table).toMatchObject({ claimIds: expect.arrayContaining([claim?.id]) });
});

test("without an answer there is no section", async () => {
  const values = filled({ buyers: "b2c", countries: ["DE"] });
  const { state } = await simulate(workflow, values);
  const document = workflow.assemble(values, contextOf("en"), state, { isDraft: true });
  expect(document.sections.map(({ key }) => key)).not.toContain("sizes");
});
