import { expect, test } from "vitest";
import { contextOf, simulate } from "#src/testing/simulatedRun.ts";
import { requestKey } from "../../kit/state.ts";
import { doubles, open, signal, withDoubles } from "../../server/apis/apisFixture.ts";
import { form } from "./form.ts";
import { similarRequests } from "./similar.ts";
import { tenderPlanner as workflow } from "./workflow.ts";

withDoubles();

test("similar purchases come from the services as they answer", async () => {
  const values = form.parse({
    requirementTitle: "Wartung von Diensträdern",
    need: "Wartung und Reparatur unserer Dienstfahrräder",
    publishOn: "2027-01-04",
    startOn: "2027-06-01",
    goalLanguage: "de",
    research: "web",
    cpv: ["50111000", "34430000"],
  });
  const context = contextOf("de");
  const apis = open();
  const read = new Map<string, { text: string; url: string }[]>();
  for (const request of similarRequests(values, context)) {
    if (request.kind !== "api") throw new Error("no service");
    const { sources } = await apis.ask(request, signal);
    read.set(
      requestKey(request),
      sources.map(({ source, text }) => ({ text, url: source.url })),
    );
  }
  const { state } = await simulate(workflow, values, { read: (request) => read.get(request) ?? [] });
  const document = workflow.assemble(values, context, state, { isDraft: true });
  const [table] = document.sections.find(({ key }) => key === "similar")?.blocks ?? [];
  expect(table).toMatchObject({ type: "table", claimIds: expect.arrayContaining([expect.any(String)]) });
  expect(JSON.stringify(table)).toContain("Wartung der Dienstfahrräder");
  expect(JSON.stringify(table)).toContain("48.000\u00a0EUR");
  expect(JSON.stringify(table)).toContain("https://ted.europa.eu/en/notice/-/detail/593909-2026");
  expect(JSON.parse(doubles.of("ted").seen[0]?.body ?? "{}")).toMatchObject({ scope: "ALL" });
});
