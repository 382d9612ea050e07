import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadWorkflow } from "#src/features/workflows/catalogue/registry.ts";
import { newId } from "#src/kit/ids.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { readEvents, type Person } from "#src/testing/visitor.ts";
import { blockTexts } from "./blockTexts.ts";
import { toHtml } from "./htmlExport.ts";
import { toMarkdown, type ExportFacts, type ExportWords } from "./rendering.ts";
import { readDocument } from "./web/readDocument.ts";

/* Documents as they were stored before workflows were written on the kit: they open unchanged and can be read. */

const folder = new URL("earlier/", import.meta.url);
const earlier = readdirSync(folder).map((name) => ({
  name,
  document: JSON.parse(gunzipSync(readFileSync(new URL(name, folder))).toString("utf8")) as {
    workflow: string;
    sections: { title: string; blocks: never[] }[];
    issues: { code: string }[];
  },
}));

let product: TestProduct;
let mara: Person;
beforeAll(async () => {
  product = await openTestProduct({ env: { WELCOME_COINS: "10000" } });
  mara = await product.signUp();
});
afterAll(() => product.close());

/** A project whose newest revision holds the document. */
async function stored({ workflow }: { workflow: string }, document: object): Promise<string> {
  const path = `/api/workflows/${workflow}`;
  const { example } = (await mara.send("GET", path)).body;
  const started = await mara.send(
    "POST",
    `${path}/runs`,
    { enData: { formValues: example } },
    { "idempotency-key": newId() },
  );
  await readEvents(mara, started.body.run.id);
  const { projectId } = started.body.run;
  await product.database.pool.query("update revision set document = $1 where project_id = $2", [
    JSON.stringify(document),
    projectId,
  ]);
  return projectId;
}

const words = new Proxy({ checks: {} } as ExportWords, {
  get: (of, name) => (name in of ? Reflect.get(of, name) : String(name)),
});
const facts: ExportFacts = {
  workflow: "Workflow",
  revision: 1,
  createdAt: "2026-11-22T09:00:00Z",
  createdText: "22.11.2026 10:00",
  issueTexts: [],
};

test.each(earlier)("$name opens unchanged and is restored", async ({ document }) => {
  const projectId = await stored(document, document);
  const path = `/api/projects/workflow/${projectId}/revisions`;
  expect((await mara.send("GET", `${path}/1`)).body.revision.document).toEqual(document);
  const restored = await mara.send("POST", "/api/projects/workflow/revisions", { projectId, restore: 1 });
  expect(restored.body.revision.document).toEqual(document);
});

test.each(earlier)("$name is shown and exported with every text", ({ document }) => {
  const read = readDocument(document);
  expect(read.sections).toEqual(document.sections);
  const texts = document.sections.flatMap(({ blocks }) => blocks.flatMap((block) => blockTexts(block)));
  expect(texts.length).toBeGreaterThan(20);
  const [markdown, html] = [toMarkdown, toHtml].map((render) => render(read, words, facts));
  const letters = (text = ""): string => text.replace(/&#?\w+;|[^\p{L}\p{N}]/gu, "");
  // Behind a fact stands the number of its claim.
  const plain = (text = ""): string => letters(text.replace(/ \\?\[[\d?]+\\?\]/g, ""));
  const [inMarkdown, inHtml] = [plain(markdown), plain(html?.replaceAll("<br/>", "\n"))];
  for (const text of texts) {
    expect(inMarkdown).toContain(plain(text));
    expect(inHtml).toContain(plain(text.replace(/[<>&"']/g, "")));
  }
});

test.each(earlier)(
  "$name can only be read: its answer is none that the workflow could upgrade",
  async ({ document }) => {
    const workflow = await loadWorkflow(document.workflow);
    const { basis, data } = readBasis(document);
    expect(basis).toBeUndefined();
    expect(workflow?.open(data, 0)).toBeNull();
  },
);

const readBasis = (document: object): { basis?: unknown; data?: unknown } => document;
