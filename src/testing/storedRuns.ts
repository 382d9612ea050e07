import { newId } from "#src/kit/ids.ts";
import type { RunStatus } from "#src/features/runs/contract.ts";
import type { Db } from "#src/platform/tables.ts";

/** A run as it is written into the database, without having been executed. */
export interface StoredRun {
  /** Succeeded unless it says otherwise. */
  status?: RunStatus;
  workflow?: string;
  coins?: number;
  /** ISO instant; else one minute before the run that is named before it, from 22 November 2026, 12:00 UTC. */
  at?: string;
  /** Why it failed. */
  code?: string;
  model?: string;
}

const noon = Date.parse("2026-11-22T12:00:00Z");

const spent = { inputTokens: 12_400, outputTokens: 3_100 };
const nothingSpent = { inputTokens: 0, outputTokens: 0 };

const coinsStateOf = (status: RunStatus): "held" | "captured" | "released" =>
  status === "succeeded" ? "captured" : status === "queued" || status === "running" ? "held" : "released";

/** Writes a project with its runs. @returns the id of the project */
export async function storeRuns(
  db: Db,
  { userId, name, runs }: { userId: string; name: string | null; runs: StoredRun[] },
): Promise<string> {
  const projectId = newId();
  await db
    .insertInto("project")
    .values({
      id: projectId,
      user_id: userId,
      name,
      workflow: runs[0]?.workflow ?? "contentPlannerWorkflow",
      state: 50,
      form_values: JSON.stringify({ requirementTitle: "Spring in the depot" }),
      current_revision: null,
      latest_run_id: null,
      created_at: new Date(noon),
      updated_at: new Date(noon),
    })
    .execute();
  const rows = runs.map((run, index) => {
    const { status = "succeeded", workflow = "contentPlannerWorkflow", coins = 30, code = "timeout", model } = run;
    const created = run.at === undefined ? new Date(noon - index * 60_000) : new Date(run.at);
    const engine = model
      ? { kind: "model", label: model, provider: "mistral", model, reasonCode: "configured" }
      : { kind: "draft", label: "Draft", provider: "", model: "", reasonCode: "draftForced" };
    return {
      id: newId(),
      user_id: userId,
      project_id: projectId,
      workflow,
      status,
      coins,
      coins_state: coinsStateOf(status),
      engine: JSON.stringify(engine),
      form_values: "{}",
      language: "en",
      time_zone: "Europe/Berlin",
      idempotency_key: newId(),
      request_hash: "",
      error_code: status === "failed" ? code : null,
      error_message: status === "failed" ? "It failed" : null,
      usage: status === "succeeded" ? JSON.stringify(model ? spent : nothingSpent) : null,
      revision: null,
      created_at: created,
      started_at: status === "queued" ? null : new Date(created.getTime() + 1_000),
      finished_at: coinsStateOf(status) === "held" ? null : new Date(created.getTime() + 9_000),
    };
  });
  await db.insertInto("run").values(rows).execute();
  return projectId;
}
