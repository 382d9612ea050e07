import { expect, test } from "vitest";
import { contextOf, fromSample, sampleOf, simulate, today, type Writer } from "#src/testing/simulatedRun.ts";
import { example, form, type Form } from "./form.ts";
import { whitepaperPlanner as workflow } from "./workflow.ts";

/** The document of the example with some changes; without a writer it is a draft. */
async function documentOf(changes: Partial<Form>, write: Writer | null = null, language: "en" | "de" = "en") {
  const values = form.parse({ ...example(today, language), ...changes });
  const { state } = await simulate(workflow, values, { write });
  return workflow.assemble(values, contextOf(language), state, { isDraft: write === null });
}
const blocksOf = ({ sections }: Awaited<ReturnType<typeof documentOf>>, key: string) =>
  sections.find((section) => section.key === key)?.blocks ?? [];

test("announcements nobody wrote are one table of dates and networks", async () => {
  const draft = await documentOf({ isGated: true });
  for (const [key, count] of [
    ["posts", 10],
    ["mails", 5],
  ] as const) {
    const blocks = blocksOf(draft, key);
    expect(blocks.filter(({ type }) => type === "h")).toEqual([]);
    expect(blocks.flatMap((block) => (block.type === "table" ? block.rows : []))).toHaveLength(count);
  }
});

test("written announcements have their date, network and words", async () => {
  const sample = sampleOf("whitepaperPlanner", "en");
  const [first] = sample["posts"] as { hook: string; text: string }[];
  const blocks = blocksOf(await documentOf({}, fromSample(sample)), "posts");
  expect(blocks.filter(({ type }) => type === "h")).toHaveLength(10);
  expect(blocks.filter(({ type }) => type === "table")).toEqual([]);
  expect(JSON.stringify(blocks)).toContain(JSON.stringify(first?.hook).slice(1, -1));
  expect(JSON.stringify(blocks)).toContain(JSON.stringify(first?.text).slice(1, 60));
});

test("chapters and evidence that miss each other are named in one sentence each", async () => {
  const draft = await documentOf({ outline: "One\nTwo" });
  const notes = blocksOf(draft, "balance").flatMap((block) => (block.type === "callout" ? [block.text] : []));
  expect(notes.filter((text) => text.includes("“One”") && text.includes("“Two”"))).toHaveLength(1);
  expect(notes.filter((text) => text.startsWith("In no chapter yet:"))).toHaveLength(1);
});

test("pages are counted for chapters only when there are some", async () => {
  const draft = await documentOf({ outline: "", evidence: [], pages: 30 }, null, "de");
  expect(JSON.stringify(blocksOf(draft, "balance"))).toContain(
    "30 Seiten, etwa 8.960 Wörter: zwei Seiten für Titel und Zusammenfassung, 28 für die Kapitel.",
  );
});
