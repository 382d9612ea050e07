/*
 * What the model engine adds to a provider: first token, CPU per token, fifty streams at once, and the cost of
 * reading JSON while it arrives. Run: node bench/engine.ts
 */
import { fork } from "node:child_process";
import { createModelEngine } from "#src/features/workflows/server/engines/modelEngine.ts";
import {
  engineRun,
  goodAnswer,
  noteInput,
  noteWorkflow,
} from "#src/features/workflows/server/engines/engineFixture.ts";
import { openJsonStream } from "#src/features/workflows/server/engines/jsonStream.ts";
import { loadModel } from "#src/features/workflows/server/engines/providers.ts";
import { answer, openProviderDouble } from "#src/testing/providerDouble.ts";

/** Characters of one token. */
const tokenLength = 4;

/** An answer of some 1,500 tokens. */
function longAnswer(): string {
  const note: { sections: { key: string; title: string; blocks: unknown[] }[] } = JSON.parse(goodAnswer());
  const words = "One sentence of an answer that people read while it is written. ";
  note.sections.push({
    key: "more",
    title: "More",
    blocks: Array.from({ length: 8 }, () => ({ type: "p", text: words.repeat(10) })),
  });
  return JSON.stringify(note);
}

interface Sample {
  /** Milliseconds to the first text. */
  first: number;
  tokens: number;
}

/** The least that any relay does: read events, parse them, look at the text. */
async function rawRelay(url: string): Promise<Sample> {
  const start = performance.now();
  const body = JSON.stringify({ model: "double-1", stream: true, messages: [{ role: "user", content: "hello" }] });
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  const sample: Sample = { first: 0, tokens: 0 };
  let rest = "";
  if (!response.body) return sample;
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + piece).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      if (!event.startsWith("data: {")) continue;
      const chunk: { choices: { delta?: { content?: string } }[] } = JSON.parse(event.slice(6));
      if (!chunk.choices[0]?.delta?.content) continue;
      if (sample.tokens === 0) sample.first = performance.now() - start;
      sample.tokens += 1;
    }
  }
  return sample;
}

async function throughEngine(engine: ReturnType<typeof createModelEngine>): Promise<Sample> {
  const start = performance.now();
  const sample: Sample = { first: 0, tokens: 0 };
  for await (const event of engine.run(noteWorkflow, noteInput, engineRun())) {
    if (event.type === "delta" && sample.first === 0) sample.first = performance.now() - start;
    if (event.type === "delta" || event.type === "partial") sample.tokens += 1;
    if (event.type === "error") throw new Error(`${event.code}: ${event.message ?? ""}`);
  }
  return sample;
}

const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function measure(name: string, once: () => Promise<Sample>, tokens: number): Promise<number> {
  for (let round = 0; round < 10; round += 1) await once();
  const before = process.cpuUsage();
  const firsts: number[] = [];
  const rounds = 40;
  for (let round = 0; round < rounds; round += 1) firsts.push((await once()).first);
  const used = process.cpuUsage(before);
  const perToken = (used.user + used.system) / (rounds * tokens);
  console.log(`${name}: first token p50 ${middle(firsts).toFixed(2)} ms, CPU per token ${perToken.toFixed(1)} µs`);
  return middle(firsts);
}

async function double(): Promise<void> {
  const text = longAnswer();
  const open = await openProviderDouble({
    script: (request) =>
      answer(text, { pieceLength: tokenLength, pieceMs: JSON.stringify(request.body).includes("slow") ? 20 : 0 }),
  });
  process.send?.(open.url);
  process.once("disconnect", () => process.exit());
}

async function main(): Promise<void> {
  const child = fork(import.meta.filename, ["double"]);
  const url = await new Promise<string>((done) => child.once("message", (message) => done(String(message))));
  const tokens = longAnswer().length / tokenLength;
  const engineAt = (baseUrl: string, model: string): ReturnType<typeof createModelEngine> =>
    createModelEngine(
      { kind: "model", label: "", provider: "openai-compatible", model, reason: "", reasonCode: "" },
      { provider: "openai-compatible", model, baseUrl },
      { loadModel, config: { aiFirstChunkMs: 45_000, aiStallMs: 30_000, aiTotalMs: 110_000 } },
    );
  const engine = engineAt(`${url}/v1`, "double-1");
  const cold = await throughEngine(engine);
  console.log(`first run of the process, packages loaded on the way: first token ${cold.first.toFixed(0)} ms`);
  const raw = await measure("raw relay", () => rawRelay(url), tokens);
  const ours = await measure("model engine", () => throughEngine(engine), tokens);
  console.log(`our share of the first token: ${(ours - raw).toFixed(2)} ms p50 (bar: 10)`);

  const slow = engineAt(`${url}/v1`, "slow");
  const before = process.cpuUsage();
  const start = performance.now();
  await Promise.all(Array.from({ length: 50 }, () => throughEngine(slow)));
  const used = process.cpuUsage(before);
  const seconds = (performance.now() - start) / 1000;
  const share = (used.user + used.system) / 1e6 / seconds;
  console.log(
    `50 streams of ${(tokens / seconds).toFixed(0)} tokens/s each: ${(share * 100).toFixed(0)} % of one core`,
  );

  const megabyte =
    JSON.stringify({ text: "A line with Umlauten äöü, 😀 and\na break. ".repeat(25_000) }).slice(0, 999_990) + '"}';
  const readAt = performance.now();
  const stream = openJsonStream({ maxLength: 2_000_000, maxDepth: 32 });
  for (let at = 0; at < megabyte.length; at += tokenLength) stream.push(megabyte.slice(at, at + tokenLength));
  console.log(
    `1 MB of JSON in pieces of ${tokenLength}: ${(performance.now() - readAt).toFixed(0)} ms, read ${stream.end().ok ? "whole" : "not"}`,
  );
  child.disconnect();
}

await (process.argv[2] === "double" ? double() : main());
