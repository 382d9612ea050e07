import { fork, type ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { answer, openProviderDouble } from "#src/testing/providerDouble.ts";
import { sampleText } from "#src/testing/sampleAnswers.ts";

const order = z.object({
  /** The answer to every request, unless one of `samples` has one. */
  text: z.string().default("{}"),
  /** Runs that are answered from their samples, known by the title in their form. */
  samples: z
    .array(
      z.object({
        workflowName: z.string(),
        formValues: z.looseObject({ requirementTitle: z.string() }),
        sample: z.record(z.string(), z.unknown()),
      }),
    )
    .default([]),
  /** Characters of a piece. */
  pieceLength: z.number(),
  /** Milliseconds between pieces. */
  pieceMs: z.number(),
  /** The same for requests to the model `slow`. */
  slowPieceMs: z.number().optional(),
  /** Milliseconds from the request to the first piece. */
  thinkMs: z.number().optional(),
});
export type DoubleOrder = z.input<typeof order>;

const report = z.union([
  z.object({ url: z.string() }),
  z.object({ calledAt: z.number() }),
  z.object({ firstAt: z.number() }),
]);

export interface Double {
  url: string;
  /** On the clock of `clockMs`, in order of the calls: when they came, and when the first text was sent. */
  calledAt: number[];
  firstAt: number[];
  close: () => void;
}

/** Milliseconds on a clock that all processes of this machine share. */
export const clockMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** A model provider in a process of its own, so that what it does is not counted as ours. */
export async function startDouble(wanted: DoubleOrder): Promise<Double> {
  const child: ChildProcess = fork(import.meta.filename, ["double"], { stdio: "inherit" });
  const [calledAt, firstAt]: [number[], number[]] = [[], []];
  const url = new Promise<string>((done, failed) => {
    child.once("exit", (code) => failed(new Error(`the double ended with ${code}`)));
    child.on("message", (message) => {
      const told = report.parse(message);
      if ("url" in told) done(told.url);
      else if ("calledAt" in told) calledAt.push(told.calledAt);
      else firstAt.push(told.firstAt);
    });
  });
  child.send(wanted);
  return { url: await url, calledAt, firstAt, close: () => child.disconnect() };
}

async function serve(message: unknown): Promise<void> {
  const { text, samples, pieceLength, pieceMs, slowPieceMs, thinkMs } = order.parse(message);
  const open = await openProviderDouble({
    script: (request) => {
      process.send?.({ calledAt: clockMs() });
      const isSlow = JSON.stringify(request.body).includes('"model":"slow"');
      const thought = pause(thinkMs ?? 0).then(() => {
        process.send?.({ firstAt: clockMs() });
      });
      const asked = JSON.stringify(request.body);
      const run = samples.find(({ formValues }) =>
        asked.includes(JSON.stringify(formValues.requirementTitle).slice(1, -1)),
      );
      return answer(run ? sampleText(request.body, run.sample) : text, {
        pieceLength,
        pieceMs: isSlow ? (slowPieceMs ?? pieceMs) : pieceMs,
        ...(thinkMs === undefined ? {} : { share: 0, gate: thought }),
      });
    },
  });
  process.send?.({ url: open.url });
}

if (process.argv[2] === "double" && process.argv[1] === import.meta.filename) {
  process.once("message", (message) => void serve(message));
  process.once("disconnect", () => process.exit());
}
