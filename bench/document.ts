import pg from "pg";
import { exampleDocument, longDocument } from "#src/testing/storedDocument.ts";
import type { WorkflowDocument } from "#src/features/documents/document.ts";
import { newId } from "#src/kit/ids.ts";
import { openBrowser } from "./browser.ts";
import { atMost, median, unboundedFigure, type Figure } from "./figures.ts";
import { openContext } from "./page.ts";
import { databaseOf, newPerson, withProduct } from "./product.ts";

const pages = 60;
/** Milliseconds from the click on a project until its document is painted. */
const bar = 300;
const rounds = 9;

/** Writes a project with a document. @returns its id */
async function store(client: pg.Client, userId: string, document: WorkflowDocument): Promise<string> {
  const projectId = newId();
  await client.query(
    `insert into project (id, user_id, name, workflow, state, form_values, revisions, current_revision, created_at, updated_at)
     values ($1, $2, $3, $4, 50, '{}', 1, 1, now(), now())`,
    [projectId, userId, document.title, document.workflow],
  );
  await client.query(
    `insert into revision (id, project_id, user_id, number, document, created_at) values ($1, $2, $3, 1, $4, now())`,
    [newId(), projectId, userId, JSON.stringify(document)],
  );
  return projectId;
}

/** How long it takes to open a document of 60 pages from the list of projects, with its answer of the server. */
export async function measureDocument(): Promise<Figure[]> {
  return withProduct({ THROTTLES: "relaxed" }, async (server, dataDir) => {
    const person = await newPerson(server.url);
    const client = new pg.Client(await databaseOf(dataDir));
    await client.connect();
    const document = longDocument(pages);
    const short = exampleDocument();
    for (const one of [document, short]) await store(client, person.userId, one);
    await client.end();
    const browser = await openBrowser();
    const context = await openContext(browser, server.url, person);
    const page = await context.newPage();
    const open = async (title: string): Promise<number> => {
      await page.goto(`${server.url}/pioneer/workflow/projects`, { waitUntil: "networkidle" });
      const link = page.getByRole("table").getByRole("link", { name: title }).first();
      await link.hover();
      return link.evaluate(
        (element, wanted) =>
          new Promise<number>((done) => {
            const from = performance.now();
            const look = (): void => {
              const isHere = globalThis.document.querySelector("h1.doc-title")?.textContent === wanted;
              // The frame after the one that has it is painted.
              if (isHere) requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - from)));
              else requestAnimationFrame(look);
            };
            (element as HTMLElement).click();
            look();
          }),
        title,
      );
    };
    const times = async (title: string): Promise<number> => {
      const all: number[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const took = await open(title);
        // The first one loads the page's own parts.
        if (round > 0) all.push(took);
      }
      return median(all);
    };
    const figures = [
      atMost(`document: opening ${pages} pages`, await times(document.title), bar, "ms"),
      unboundedFigure("document: opening three pages", `${(await times(short.title)).toFixed(0)} ms`),
    ];
    await browser.close();
    return figures;
  });
}
