import { newId } from "#src/kit/ids.ts";
import type { Block, Claim, Source, WorkflowDocument } from "#src/features/documents/document.ts";
import type { Db } from "#src/platform/tables.ts";

const read = "2026-11-20T09:00:00.000Z";

const source = (id: string, title: string, url: string): Source => ({
  id,
  url,
  title,
  publisher: "Radwerk Brandt",
  publishedAt: null,
  retrievedAt: read,
  contentHash: "0".repeat(64),
  licence: "",
});

const claim = (id: string, sourceId: string, text: string): Claim => ({
  id,
  text,
  kind: "fact",
  sourceIds: [sourceId],
  quote: text,
  check: "quoteFound",
});

/** Sentences that each end in a word of their own, so that a page has something to search. */
const passage = (about: string, sentences: number): Block => ({
  type: "p",
  text: Array.from(
    { length: sentences },
    (_, at) => `A loaded cargo bike weighs up to 200 kg, and on wet roads its brakes are what ${about} ${at} is about.`,
  ).join(" "),
});

/** A document with facts, cards, a table, gaps in its text and open questions. */
export function exampleDocument(change: Partial<WorkflowDocument> = {}): WorkflowDocument {
  const facts = [
    claim("c1", "s1", "Most bikes had squealed for weeks before anyone called us."),
    claim("c2", "s2", "Between September and March we replaced the pads on 41 of 96 bikes."),
  ];
  return {
    schemaVersion: 1,
    workflow: "blogArticleWriterWorkflow",
    language: "en",
    title: "Why cargo-bike brakes fail in the wet",
    summary: "For families and trades who ride loaded all year.",
    sections: [
      {
        key: "short",
        title: "In short",
        blocks: [{ type: "p", text: `${facts[0]?.text} ${facts[1]?.text}`, claimIds: ["c1", "c2"] }, passage("pad", 8)],
      },
      {
        key: "wrong",
        title: "What goes wrong",
        blocks: [
          passage("rotor", 9),
          { type: "callout", tone: "gap", text: "How many of the 41 bikes had a bent rotor?" },
          passage("lever", 9),
        ],
      },
      {
        key: "posts",
        title: "Posts",
        blocks: [
          { type: "h", text: "Why fleets book in February" },
          { type: "list", ordered: false, items: ["Reader: Fleet managers", "Aim: Twenty inspections before March"] },
          { type: "h", text: "Brake service in 40 seconds" },
          { type: "list", ordered: false, items: ["Reader: Families", "Aim: A clip that shows the wear mark"] },
          {
            type: "table",
            columns: ["Month", "Posts"],
            rows: [
              ["February", "24"],
              ["März", "26"],
            ],
            numeric: [1],
          },
          passage("caliper", 9),
        ],
      },
      {
        key: "gaps",
        title: "Gaps to close",
        blocks: [
          { type: "callout", tone: "gap", text: "How many of the 41 bikes had a bent rotor?" },
          { type: "callout", tone: "gap", text: "What does one day without the bike cost?" },
        ],
      },
    ],
    data: {},
    claims: facts,
    assumptions: ["Prices include VAT."],
    openQuestions: ["How many of the 41 bikes had a bent rotor?", "What does one day without the bike cost?"],
    sources: [
      source("s1", "Workshop log 2026", "https://radwerk.example/log"),
      source("s2", "Customer notes 2026", "https://radwerk.example/notes"),
    ],
    generator: { engine: "model", provider: "mistral", model: "mistral-large", promptVersion: "blogArticleWriter/3" },
    issues: [],
    aiMark: true,
    ...change,
  };
}

/** A document of so many pages: sections of prose with facts, every third with a table. */
export function longDocument(pages: number): WorkflowDocument {
  const sections = Array.from({ length: Math.ceil(pages / 2) }, (_, at) => ({
    key: `part${at}`,
    title: `Part ${at + 1}`,
    blocks: [
      { type: "p" as const, text: `Fact ${at} stands here.`, claimIds: [`c${at}`] },
      ...Array.from({ length: 8 }, (_unused, line) => passage(`part ${at}, paragraph ${line},`, 5)),
      ...(at % 3 === 0
        ? [
            {
              type: "table" as const,
              columns: ["Month", "Channel", "Title", "Status"],
              rows: Array.from({ length: 24 }, (_unused, row) => [
                `${row + 1}`,
                "LinkedIn",
                `Post ${row} of part ${at}`,
                "Planned",
              ]),
            },
          ]
        : []),
    ],
  }));
  const claims = sections.map((_, at) => claim(`c${at}`, "s1", `Fact ${at} stands here.`));
  return exampleDocument({ title: `A plan of ${pages} pages`, sections, claims, openQuestions: [] });
}

/** Writes a project with a document that no run made. @returns the id of the project */
export async function storeDocument(
  db: Db,
  { userId, document, projectId = newId() }: { userId: string; document: WorkflowDocument; projectId?: string },
): Promise<string> {
  const at = new Date(read);
  await db
    .insertInto("project")
    .values({
      id: projectId,
      user_id: userId,
      name: document.title,
      workflow: document.workflow,
      state: 50,
      form_values: JSON.stringify({ requirementTitle: document.title }),
      revisions: 1,
      current_revision: 1,
      latest_run_id: null,
      created_at: at,
      updated_at: at,
    })
    .execute();
  await db
    .insertInto("revision")
    .values({
      id: newId(),
      project_id: projectId,
      user_id: userId,
      number: 1,
      run_id: null,
      document: JSON.stringify(document),
      note: null,
      created_at: at,
    })
    .execute();
  return projectId;
}
