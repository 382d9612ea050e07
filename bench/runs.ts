import { z } from "zod";
import { loadWorkflow } from "#src/features/workflows/catalogue/registry.ts";
import { draftAnswer } from "#src/testing/providerDouble.ts";
import { readRun, told, type Person } from "#src/testing/visitor.ts";
import { clockMs } from "./double.ts";

/** What the runs of a measurement ask for and what the provider answers. */
export interface RunOrder {
  workflowName: string;
  formValues: unknown;
  /** A whole good answer as JSON. */
  text: string;
}

/** A workflow's own example, answered as its own draft. */
export async function orderOf(workflowName: string): Promise<RunOrder> {
  const workflow = await loadWorkflow(workflowName);
  if (!workflow) throw new Error(`${workflowName} is not written yet`);
  const now = new Date().toISOString();
  const formValues = workflow.form.parse(workflow.example(now.slice(0, 10), "en"));
  const context = {
    now,
    timeZone: "Europe/Berlin",
    language: formValues.goalLanguage,
    sources: [],
    fence: "0123456789abcdef",
  };
  const reply = draftAnswer(workflow.draft(formValues, context));
  return { workflowName, formValues, text: reply.text };
}

export interface Followed {
  /** `clockMs` of the answer to the start, and of each delta as the reader had it. */
  startedAt: number;
  deltasAt: number[];
  status: string;
}

const started = z.object({ run: z.object({ id: z.string() }) });
const ended = z.object({ run: z.object({ status: z.string() }) });

/** Starts a run. @returns its id */
export async function startRun(person: Person, order: RunOrder): Promise<string> {
  const path = `/api/workflows/${order.workflowName}/runs`;
  const key = { "idempotency-key": crypto.randomUUID() };
  const answer = await person.send("POST", path, { enData: { formValues: order.formValues } }, key);
  if (answer.status !== 202) throw new Error(`the start answered ${told(answer)}`);
  return started.parse(answer.body).run.id;
}

/** Starts a run and reads its stream to the end. */
export async function followRun(person: Person, order: RunOrder): Promise<Followed> {
  const runId = await startRun(person, order);
  const followed: Followed = { startedAt: clockMs(), deltasAt: [], status: "" };
  for await (const { data } of readRun(person, runId)) {
    if (data.type === "delta") followed.deltasAt.push(clockMs());
    if (data.type === "end") followed.status = ended.parse(data).run.status;
  }
  return followed;
}
