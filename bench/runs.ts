import { z } from "zod";
import type { SampleRun } from "#src/testing/sampleAnswers.ts";
import { readRun, describeAnswer, type Person } from "#src/testing/visitor.ts";
import { clockMs } from "./double.ts";

export interface Followed {
  /** `clockMs` when the start was sent and when it was answered. */
  postedAt: number;
  startedAt: number;
  /** `clockMs` of the first event, of each piece of the document, and of the end, as the reader had them. */
  firstEventAt: number;
  deltasAt: number[];
  /** `clockMs` of the first piece with words of the sample; headings come before it. */
  firstWordsAt: number;
  endedAt: number;
  status: string;
}

const started = z.object({ run: z.object({ id: z.string() }) });
const ended = z.object({ run: z.object({ status: z.string() }) });

/** Starts a run. @returns its id */
export async function startRun(person: Person, order: Pick<SampleRun, "workflowName" | "formValues">): Promise<string> {
  const path = `/api/workflows/${order.workflowName}/runs`;
  const key = { "idempotency-key": crypto.randomUUID() };
  const answer = await person.send("POST", path, { enData: { formValues: order.formValues } }, key);
  if (answer.status !== 202) throw new Error(`the start answered ${describeAnswer(answer)}`);
  return started.parse(answer.body).run.id;
}

/** Beginnings of the sample's sentences, long enough to be unique. */
function beginningsOf(value: unknown): string[] {
  if (typeof value === "string") return value.length >= 40 ? [JSON.stringify(value.slice(0, 20)).slice(1, -1)] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(beginningsOf) : [];
}

/** Starts a run and reads its stream to the end. */
export async function followRun(
  person: Person,
  order: Pick<SampleRun, "workflowName" | "formValues"> & Partial<Pick<SampleRun, "sample">>,
): Promise<Followed> {
  // Headings contain the person's own words before any answer.
  const form = JSON.stringify(order.formValues);
  const written = beginningsOf(order.sample).filter((words) => !form.includes(words));
  const postedAt = clockMs();
  const runId = await startRun(person, order);
  const never = Number.NaN;
  const followed: Followed = {
    postedAt,
    startedAt: clockMs(),
    firstEventAt: never,
    deltasAt: [],
    firstWordsAt: never,
    endedAt: never,
    status: "",
  };
  for await (const { data } of readRun(person, runId)) {
    if (Number.isNaN(followed.firstEventAt)) followed.firstEventAt = clockMs();
    if (data.type === "delta" || data.type === "partial") {
      followed.deltasAt.push(clockMs());
      const text = JSON.stringify(data);
      if (Number.isNaN(followed.firstWordsAt) && written.some((words) => text.includes(words)))
        followed.firstWordsAt = clockMs();
    }
    if (data.type === "end") {
      followed.endedAt = clockMs();
      followed.status = ended.parse(data).run.status;
    }
  }
  return followed;
}
