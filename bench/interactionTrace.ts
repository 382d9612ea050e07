import type { CDPSession } from "playwright-core";
import { z } from "zod";

const traced = z.object({
  name: z.string(),
  tid: z.number(),
  /** Moment and CPU time of the thread, microseconds. */
  ts: z.number(),
  tdur: z.number().optional(),
});
type Traced = z.infer<typeof traced>;

/** Begins a trace of a page's tasks and marks. @returns how to end it */
export async function startTrace(session: CDPSession): Promise<() => Promise<Traced[]>> {
  const events: Traced[] = [];
  const onData = ({ value }: { value: object[] }): void => {
    for (const one of value) {
      const { data } = traced.safeParse(one);
      if (data && ["RunTask", "input", "answer"].includes(data.name)) events.push(data);
    }
  };
  session.on("Tracing.dataCollected", onData);
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["disabled-by-default-devtools.timeline", "blink.user_timing"] },
  });
  return async () => {
    const ended = new Promise((done) => session.once("Tracing.tracingComplete", done));
    await session.send("Tracing.end");
    await ended;
    session.off("Tracing.dataCollected", onData);
    return events;
  };
}

/** CPU time of the page's main thread from the input to the frame that answers it, milliseconds. */
export function workBetween(events: readonly Traced[]): number {
  const input = events.findLast(({ name }) => name === "input");
  const answer = events.find(({ name, ts }) => name === "answer" && ts >= (input?.ts ?? 0));
  if (!input || !answer) return 0;
  const tasks = events.filter(({ name, tid, ts }) => name === "RunTask" && tid === input.tid && ts <= answer.ts);
  // The task that the input came in began before its mark.
  const first = tasks.findLast(({ ts }) => ts <= input.ts);
  const work = tasks.filter(({ ts }) => ts >= (first?.ts ?? input.ts));
  return work.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000;
}
