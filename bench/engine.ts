/*
 * What the model engine alone adds to a provider: first token, CPU per token, fifty streams at once, and the cost of
 * reading JSON while it arrives. The whole product's share is measured in run.ts.
 */
import { wideRoom } from "#src/features/workflows/kit/state.ts";
import { createModelEngine } from "#src/features/workflows/server/engines/modelEngine.ts";
import { askOptions, noteOf, noteQuestion } from "#src/features/workflows/server/engines/engineFixture.ts";
import { openJsonStream } from "#src/features/workflows/server/engines/jsonStream.ts";
import { loadModel } from "#src/features/workflows/server/engines/providers.ts";
import { startDouble } from "./double.ts";
import { median, unboundedFigure, type Figure } from "./figures.ts";
import { rawRelay, type Sample } from "./rawRelay.ts";

/** Characters of one token. */
const tokenLength = 4;

/** An answer of some 1,500 tokens. */
function longAnswer(): string {
  const note = noteOf();
  const words = "One sentence of an answer that people read while it is written. ";
  const blocks = Array.from({ length: 8 }, () => ({ type: "p" as const, text: words.repeat(10) }));
  return JSON.stringify({ ...note, sections: [...note.sections, { key: "more", title: "More", blocks }] });
}

/** @param tokens that the double sends; the engine reports several at once when they arrive together */
async function throughEngine(engine: ReturnType<typeof createModelEngine>, tokens: number): Promise<Sample> {
  const start = performance.now();
  let first = 0;
  const onPartial = (): void => {
    first ||= performance.now() - start;
  };
  await engine.ask?.(noteQuestion(), askOptions({ onPartial }));
  return { first, tokens };
}

interface Measured {
  first: number;
  /** Microseconds. */
  cpuPerToken: number;
}

async function measure(once: () => Promise<Sample>, tokens: number): Promise<Measured> {
  for (let round = 0; round < 10; round += 1) await once();
  const before = process.cpuUsage();
  const firsts: number[] = [];
  const rounds = 40;
  for (let round = 0; round < rounds; round += 1) firsts.push((await once()).first);
  const used = process.cpuUsage(before);
  return { first: median(firsts), cpuPerToken: (used.user + used.system) / (rounds * tokens) };
}

const inWords = (measured: Measured): string =>
  `first token p50 ${measured.first.toFixed(2)} ms, ${measured.cpuPerToken.toFixed(1)} µs CPU per token`;

/** The engine in this process, beside a loop that only reads the same provider's events. */
export async function measureEngine(): Promise<Figure[]> {
  const text = longAnswer();
  const double = await startDouble({ text, pieceLength: tokenLength, pieceMs: 0, slowPieceMs: 20 });
  try {
    const tokens = text.length / tokenLength;
    const engineAt = (model: string): ReturnType<typeof createModelEngine> =>
      createModelEngine(
        { kind: "model", label: "", provider: "openai-compatible", model, reason: "", reasonCode: "" },
        { provider: "openai-compatible", model, baseUrl: `${double.url}/v1` },
        { room: wideRoom, atOnce: 50 },
        { loadModel, config: { aiFirstChunkMs: 45_000, aiStallMs: 30_000, aiTotalMs: 110_000 } },
      );
    const engine = engineAt("double-1");
    const cold = await throughEngine(engine, tokens);
    const raw = await measure(() => rawRelay(double.url), tokens);
    const ours = await measure(() => throughEngine(engine, tokens), tokens);

    const slow = engineAt("slow");
    const before = process.cpuUsage();
    const start = performance.now();
    await Promise.all(Array.from({ length: 50 }, () => throughEngine(slow, tokens)));
    const used = process.cpuUsage(before);
    const seconds = (performance.now() - start) / 1000;
    const share = (used.user + used.system) / 1e6 / seconds;

    const megabyte =
      JSON.stringify({ text: "A line with Umlauten äöü, 😀 and\na break. ".repeat(25_000) }).slice(0, 999_990) + '"}';
    const readAt = performance.now();
    const stream = openJsonStream({ maxLength: 2_000_000, maxDepth: 32 });
    for (let at = 0; at < megabyte.length; at += tokenLength) stream.push(megabyte.slice(at, at + tokenLength));
    if (!stream.end().ok) throw new Error("1 MB of JSON was not read whole");
    const readMs = performance.now() - readAt;
    return [
      unboundedFigure("engine: raw relay", inWords(raw)),
      unboundedFigure("engine: ours", inWords(ours)),
      unboundedFigure("engine: our share of the first token, p50", `${(ours.first - raw.first).toFixed(2)} ms`),
      unboundedFigure(
        "engine: first run of a process",
        `${cold.first.toFixed(0)} ms to the first token, packages loaded on the way`,
      ),
      unboundedFigure(
        "engine: 50 streams in parallel",
        `${(tokens / seconds).toFixed(0)} tokens/s each, ${(share * 100).toFixed(0)} % of one core`,
      ),
      unboundedFigure("engine: 1 MB of JSON in pieces of 4", `${readMs.toFixed(0)} ms`),
    ];
  } finally {
    double.close();
  }
}
