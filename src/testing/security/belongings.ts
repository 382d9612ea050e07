import { sql } from "kysely";
import { newId } from "#src/kit/ids.ts";
import type { TestProduct } from "#src/testing/openProduct.ts";
import { readEvents, type Person } from "#src/testing/visitor.ts";

/** One record of each kind that a person can own. */
export interface Belongings {
  projectId: string;
  /** Newest revision, number 2. */
  revisionId: string;
  /** First revision, which may go. */
  oldRevisionId: string;
  runId: string;
  /** Key of a proposal of that run which needs no other. */
  proposalKey: string;
  outcomeId: string;
  entryId: string;
  leadId: string;
  insightId: string;
  fileId: string;
  quoteId: string;
  formValues: Record<string, unknown>;
  /** No rewrite has it, until a test makes one: drafts have none. */
  rewriteId: string;
}

export const workflowName = "contentPlannerWorkflow";
const workflow = `/api/workflows/${workflowName}`;

/** Gives a person one of each, over HTTP; costs 300 coins. */
export async function furnish(person: Person): Promise<Belongings> {
  const formValues = (await person.send("GET", workflow)).body.example;
  const quoteId = (await person.send("POST", `${workflow}/quote`, { formValues })).body.quoteId;
  const start = { enData: { formValues } };
  const { run } = (await person.send("POST", `${workflow}/runs`, start, { "idempotency-key": newId() })).body;
  await readEvents(person, run.id);
  const { status, error } = (await person.send("GET", `/api/workflows/runs/${run.id}`)).body.run;
  if (status !== "succeeded") throw new Error(`the run ${status}: ${error?.message}`);
  const { proposals } = (await person.send("GET", `/api/workflows/runs/${run.id}/proposals`)).body;
  const proposal = proposals.find((row: { requires: string[] }) => row.requires.length === 0);
  const restored = await person.send("POST", "/api/projects/workflow/revisions", {
    projectId: run.projectId,
    restore: 1,
  });
  const { revisions } = (await person.send("GET", `/api/projects/workflow/revisions?projectId=${run.projectId}`)).body;
  const outcome = await person.send("POST", "/api/workflows/scheduled/outcome", {
    enData: { workflow: workflowName, kind: "post", title: "Tides", plannedAt: "2026-05-01T08:00:00Z" },
  });
  const entry = await person.send("POST", "/api/calendar/entry", {
    enData: { type: "3010", title: "Tides", start: "2026-05-01T08:00:00Z", end: "2026-05-01T09:00:00Z" },
  });
  const lead = await person.send("POST", "/api/leads", { enData: { leads: [{ name: "Tide tables Ltd" }] } });
  const leadId = lead.body.leads[0].id;
  const insight = await person.send("POST", "/api/leads/outreach/insights", { enData: { insights: [{ leadId }] } });
  const file = await person.send("POST", "/api/files", "Own words of a person", {
    "content-type": "text/plain",
    "x-file-name": "words.txt",
  });
  return {
    projectId: run.projectId,
    revisionId: restored.body.revision.id,
    oldRevisionId: revisions.find((row: { number: number }) => row.number === 1).id,
    runId: run.id,
    proposalKey: proposal.key,
    outcomeId: outcome.body.outcome.id,
    entryId: entry.body.entry.id,
    leadId,
    insightId: insight.body.insight.id,
    fileId: file.body.file.id,
    quoteId,
    formValues,
    rewriteId: newId(),
  };
}

/** A cancelled rewrite of a section, as only a model's document has one. */
export async function addRewrite({ rewriteId, projectId, runId }: Belongings, product: TestProduct): Promise<void> {
  await product.database.pool.query(
    `insert into rewrite (id, user_id, project_id, run_id, workflow, section, wish, status, coins, coins_state,
        is_included, idempotency_key, request_hash, created_at, finished_at)
      select $1::uuid, user_id, id, $2::uuid, workflow, 'wishes', 'Tides', 'cancelled', 0, 'released', true, $1::uuid::text, '', now(), now()
        from project where id = $3::uuid`,
    [rewriteId, runId, projectId],
  );
}

/**
 * Everything that the database holds of a person, in one text: equal before and after means that nothing changed.
 * Finds the tables by their columns, so that a new one counts by itself.
 */
export async function everythingOf(person: Person, product: TestProduct): Promise<string> {
  const { db } = product.database;
  const { rows: owned } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and column_name in ('user_id', 'owner') order by table_name`.execute(db);
  const parts = [await sql`select * from "user" where id = ${person.userId}`.execute(db)];
  for (const { table_name: table, column_name: column } of owned) {
    // Reading moves the idle limit of a session on; that is no change of what a person has.
    const columns = table === "session" ? sql`t.id, t.token_hash` : sql`t.*`;
    parts.push(
      await sql`select ${columns} from ${sql.table(table)} t where t.${sql.ref(column)} = ${person.userId} order by t::text`.execute(
        db,
      ),
    );
  }
  return JSON.stringify(parts.map(({ rows }) => rows));
}

export const ownedTables = async (product: TestProduct): Promise<number> => {
  const { rows } = await sql`select 1 from information_schema.columns
    where table_schema = 'public' and column_name in ('user_id', 'owner')`.execute(product.database.db);
  return rows.length;
};
