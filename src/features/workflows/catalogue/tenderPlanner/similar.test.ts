import { describe, expect, test } from "vitest";
import { contextOf, simulate } from "#src/testing/simulatedRun.ts";
import { recordsText } from "../../apis.ts";
import { requestKey } from "../../kit/state.ts";
import { doubles, open, signal, withDoubles } from "../../server/apis/apisFixture.ts";
import { form } from "./form.ts";
import { similarRequests } from "./similar.ts";
import { tenderPlanner as workflow } from "./workflow.ts";

withDoubles();

const filled = (changes: Record<string, unknown>) =>
  form.parse({
    requirementTitle: "Chairs",
    need: "Forty chairs for the office",
    publishOn: "2027-01-04",
    startOn: "2027-06-01",
    research: "web",
    cpv: ["39112000"],
    ...changes,
  });

describe("similar purchases", () => {
  const notice = {
    id: "593909-2026",
    title: "Supply of 600 office chairs",
    buyer: "City of Graz",
    country: "AT",
    place: "Graz",
    cpv: ["39112000"],
    value: 88_000,
    currency: "EUR",
    published: "2026-03-18",
    deadline: "2026-05-01",
    procedure: "open",
    summary: "",
    url: "https://ted.europa.eu/en/notice/-/detail/593909-2026",
  };
  const run = async (changes: Record<string, unknown>, records: Record<string, object[]>) => {
    const values = filled(changes);
    const { state } = await simulate(workflow, values, {
      read: (request) => {
        const { api } = JSON.parse(request) as { api?: string };
        return (records[api ?? ""] ?? []).map((record) => ({ text: recordsText([record]), url: notice.url }));
      },
    });
    return workflow.assemble(values, contextOf("en"), state, { isDraft: true });
  };

  const rowsOf = ({ sections }: Awaited<ReturnType<typeof run>>): string[][] =>
    sections
      .filter(({ key }) => key === "similar")
      .flatMap(({ blocks }) => blocks.flatMap((block) => (block.type === "table" ? block.rows : [])));

  test.each([
    ["AT", ["ted"]],
    ["DE", ["ted", "vergabe"]],
    ["FR", ["ted", "boamp"]],
    ["GB", ["findTender"]],
    ["other", ["ted", "vergabe", "findTender", "boamp"]],
  ])("are asked of the services of %s, with the web and without not", (country, wanted) => {
    const asked = (changes: Record<string, unknown>) =>
      similarRequests(filled({ country, ...changes }), contextOf("en")).map(
        (request) => "api" in request && request.api,
      );
    expect(asked({})).toEqual(wanted);
    expect(asked({ research: "myFilesOnly" })).toEqual([]);
  });

  test("are facts with their own sources, closed ones too, each once, nothing else beside them", async () => {
    const document = await run(
      { country: "AT" },
      { ted: [notice, { ...notice, cpv: ["45000000"], title: "A bridge", url: "https://b.example/" }, notice] },
    );
    expect(rowsOf(document)).toEqual([
      [
        "Supply of 600 office chairs",
        "City of Graz, AT",
        "88,000\u00a0EUR",
        "18 Mar 2026",
        "1 May 2026",
        `TED: ${notice.url}`,
      ],
    ]);
    const claim = document.claims.find(({ text }) => text === notice.title);
    expect(claim).toMatchObject({ check: "quoteFound", quote: notice.title });
    const [block] = document.sections.find(({ key }) => key === "similar")?.blocks ?? [];
    expect(block).toMatchObject({ claimIds: [claim?.id] });
  });

  test("have no section when nothing was found", async () => {
    const document = await run({}, {});
    expect(document.sections.map(({ key }) => key)).not.toContain("similar");
  });
});

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
