import { z } from "zod";
import type { SampleRun } from "#src/testing/sampleAnswers.ts";
import { readRun, told, type Person } from "#src/testing/visitor.ts";
import { clockMs } from "./double.ts";

export interface Followed {
  /** `clockMs` of the answer to the start, and of each piece of the document as the reader had it. */
  startedAt: number;
  deltasAt: number[];
  status: string;
}

const started = z.object({ run: z.object({ id: z.string() }) });
const ended = z.object({ run: z.object({ status: z.string() }) });

/** Starts a run. @returns its id */
export async function startRun(person: Person, order: Pick<SampleRun, "workflowName" | "formValues">): Promise<string> {
  const path = `/api/workflows/${order.workflowName}/runs`;
  const key = { "idempotency-key": crypto.randomUUID() };
  const answer = await person.send("POST", path, { enData: { formValues: order.formValues } }, key);
  if (answer.status !== 202) throw new Error(`the start answered ${told(answer)}`);
  return started.parse(answer.body).run.id;
}

/** Starts a run and reads its stream to the end. */
export async function followRun(
  person: Person,
  order: Pick<SampleRun, "workflowName" | "formValues">,
): Promise<Followed> {
  const runId = await startRun(person, order);
  const followed: Followed = { startedAt: clockMs(), deltasAt: [], status: "" };
  for await (const { data } of readRun(person, runId)) {
    if (data.type === "delta" || data.type === "partial") followed.deltasAt.push(clockMs());
    if (data.type === "end") followed.status = ended.parse(data).run.status;
  }
  return followed;
}
