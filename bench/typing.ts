/* Typing into a document: from a key to the frame that shows it, and what the editor costs to load. */
import { readFile, readdir } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { z } from "zod";
import { sampleRun } from "#src/testing/sampleAnswers.ts";
import type { Person } from "#src/testing/visitor.ts";
import { openBrowser, type Transfer, watchTransfers } from "./browser.ts";
import { longPlan, planOf } from "./contentPlan.ts";
import { startDouble } from "./double.ts";
import { atMost, median, unboundedFigure, type Figure } from "./figures.ts";
import { measure } from "./interactions.ts";
import { observe } from "./interactionWatch.ts";
import { openContext } from "./page.ts";
import { newPerson, withProduct } from "./product.ts";
import { followRun } from "./runs.ts";

/** Milliseconds from a key to its frame, on a processor that is made this many times slower. */
const [bar, rate] = [50, 4];
const [warm, keys] = [3, 12];
/** Kilobytes of what is loaded for editing, gzip. */
const maxEditor = 90;

const projects = z.object({ projects: z.array(z.object({ id: z.string(), currentRevision: z.int() })).min(1) });
const revision = z.object({
  revision: z.looseObject({
    number: z.int(),
    edits: z.int(),
    document: z.looseObject({ sections: z.array(z.looseObject({ key: z.string() })) }),
  }),
});
const path = "/api/projects/workflow";

/** Runs an order to its end. @returns the id of its project, the newest of the person */
async function projectOf(person: Person, order: Parameters<typeof followRun>[1]): Promise<string> {
  const { status } = await followRun(person, order);
  if (status !== "succeeded") throw new Error(`a run ended ${status}`);
  return projects.parse((await person.send("GET", path)).body).projects[0]?.id ?? "";
}

/** Paragraphs of a section of ten pages. */
const paragraphs = Array.from({ length: 60 }, (_, at) =>
  Array.from(
    { length: 5 },
    (_unused, line) =>
      `Before the ${at + 2}th ride of the season somebody looks at pad ${line}, and what is worn goes into the box.`,
  ).join(" "),
);

/** Puts a long section of the person's own into a document. @returns its key */
async function addLongSection(person: Person, projectId: string): Promise<string> {
  const seen = revision.parse((await person.send("GET", `${path}/${projectId}/revisions/1`)).body).revision;
  const change = { kind: "addSection", after: null, title: "What wears out", paragraphs };
  const answer = await person.send("POST", `${path}/revisions/edit`, {
    projectId,
    revision: seen.number,
    edits: seen.edits,
    change,
  });
  return revision.parse(answer.body).revision.document.sections[0]?.key ?? "";
}

interface TypingTarget {
  name: string;
  projectId: string;
  search?: string;
  /** Puts the caret where somebody types. */
  begin: (page: Page) => Promise<void>;
}

/** Opens the editor of a section by the key of its title. */
const editSection =
  (key: string, field: string) =>
  async (page: Page): Promise<void> => {
    const title = page.locator(`#section-${key} h2 button`);
    await title.focus();
    await title.press("e");
    await page.locator(field).first().click();
  };

/** Work and waiting of some keys at one place. */
async function typeAt(page: Page): Promise<{ waits: number[]; works: number[] }> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  const [waits, works]: [number[], number[]] = [[], []];
  for (let key = 0; key < warm + keys; key += 1) {
    const step = { name: "a key", act: async (on: Page) => () => on.keyboard.press("x") };
    const { event, answer, work } = await measure(page, session, step);
    if (key < warm) continue;
    waits.push(Math.max(event, answer));
    works.push(work);
  }
  return { waits, works };
}

const scriptsOf = (transfers: readonly Transfer[]): string[] =>
  transfers.filter(({ type }) => type === "Script").map((transfer) => transfer.path);

/** Scripts of a page, gzip as most servers send them, in KB. */
async function weightOf(url: string, paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    paths.map(async (one) => {
      const answer = await fetch(new URL(one, url), { headers: { "accept-encoding": "identity" } });
      return gzipSync(await answer.arrayBuffer()).byteLength;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

/** Scripts with the editor of paragraphs in them, known by a word of its library. */
async function editorParts(): Promise<Set<string>> {
  const folder = new URL("../dist/web/assets/", import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".js"));
  const found = await Promise.all(
    names.map(async (name) => ((await readFile(new URL(name, folder), "utf8")).includes("ProseMirror") ? name : "")),
  );
  return new Set(found.filter(Boolean).map((name) => `/assets/${name}`));
}

/** How long a key takes at each place where a document is typed into, and how much the editor weighs. */
export async function measureTyping(): Promise<Figure[]> {
  const [article, plan] = [await sampleRun("blogArticleWriter"), await planOf(longPlan)];
  const double = await startDouble({ samples: [article, plan], pieceLength: 10_000, pieceMs: 0 });
  try {
    return await withProduct(
      { OPENAI_BASE_URL: `${double.url}/v1`, AI_MODEL: "openai-compatible:double-1", THROTTLES: "relaxed" },
      async (server) => {
        const person = await newPerson(server.url);
        const articleId = await projectOf(person, article);
        const planId = await projectOf(person, plan);
        const section = await addLongSection(person, articleId);
        const prose = ".EditingFrame_prose-place [contenteditable]";
        const places: TypingTarget[] = [
          { name: "in a section of ten pages", projectId: articleId, begin: editSection(section, prose) },
          {
            name: `in a cell of ${longPlan} rows`,
            projectId: planId,
            begin: editSection("items", ".EditingFrame_cell-field textarea"),
          },
          {
            name: "in a gap",
            projectId: planId,
            search: "?gap=first",
            begin: (page) => page.locator(".gap-box textarea").click(),
          },
        ];
        const browser = await openBrowser();
        try {
          const figures: Figure[] = [];
          const context = await openContext(browser, server.url, person);
          for (const { name, projectId, search = "", begin } of places) {
            const page = await context.newPage();
            await page.addInitScript(observe);
            await page.goto(`${server.url}/pioneer/workflow/projects/${projectId}${search}`, {
              waitUntil: "networkidle",
            });
            await begin(page);
            const { waits, works } = await typeAt(page);
            const figure = atMost(`typing: ${rate}x CPU, ${name}`, median(waits), bar, "ms");
            figures.push({
              ...figure,
              figure: `${figure.figure}, quickest ${Math.min(...waits).toFixed(0)} (work ${median(works).toFixed(0)}, least ${Math.min(...works).toFixed(0)})`,
            });
            await page.close();
          }
          await context.close();
          const fresh = await openContext(browser, server.url, person);
          const page = await fresh.newPage();
          const { transfers } = await watchTransfers(page);
          await page.goto(`${server.url}/pioneer/workflow/projects/${articleId}`, { waitUntil: "networkidle" });
          await page.waitForTimeout(500);
          const before = new Set(scriptsOf(transfers));
          await editSection(section, prose)(page);
          await page.waitForLoadState("networkidle");
          const added = scriptsOf(transfers).filter((one) => !before.has(one));
          const early = [...(await editorParts())].filter((one) => before.has(one));
          figures.push(
            atMost("typing: scripts loaded on Edit, gzip", await weightOf(server.url, added), maxEditor, "KB", 1),
            {
              name: "typing: parts of the editor loaded before Edit",
              figure: early.length === 0 ? "none" : early.join(", "),
              bar: "none",
              isMet: early.length === 0,
            },
            unboundedFigure(
              "typing: scripts of the page before Edit",
              `${(await weightOf(server.url, [...before])).toFixed(1)} KB`,
            ),
          );
          return figures;
        } finally {
          await browser.close();
        }
      },
    );
  } finally {
    double.close();
  }
}
