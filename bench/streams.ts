import { startDouble } from "./double.ts";
import { atMost, cpuMs, quantile, residentMb, unboundedFigure, type Figure } from "./figures.ts";
import { newPerson, withProduct } from "./product.ts";
import { rawRelay } from "./rawRelay.ts";
import { sampleRun } from "#src/testing/sampleAnswers.ts";
import { followRun } from "./runs.ts";

const streams = 50;
/** Runs that one person may have in work at the same time. */
const perPerson = 3;
/** Characters of a token, and milliseconds between two: 50 tokens a second. */
const tokenLength = 4;
const tokenMs = 20;

/** Fifty runs at once through one process, all read over HTTP. */
export async function measureStreams(): Promise<Figure[]> {
  const order = await sampleRun("blogArticleWriter");
  const length = JSON.stringify(order.sample).length;
  const double = await startDouble({ samples: [order], pieceLength: tokenLength, pieceMs: tokenMs });
  try {
    return await withProduct(
      { OPENAI_BASE_URL: `${double.url}/v1`, AI_MODEL: "openai-compatible:double-1" },
      async (server) => {
        const tokens = streams * Math.ceil(length / tokenLength);
        const people = await Promise.all(
          Array.from({ length: Math.ceil(streams / perPerson) }, () => newPerson(server.url)),
        );
        const first = people[0];
        if (!first) throw new Error("nobody is there");
        await followRun(first, order);

        const before = await cpuMs(server.pid);
        const start = performance.now();
        const all = await Promise.all(
          Array.from({ length: streams }, (_, number) => followRun(people[number % people.length] ?? first, order)),
        );
        const seconds = (performance.now() - start) / 1000;
        const after = await cpuMs(server.pid);
        const memory = await residentMb(server.pid);
        const used = before === null || after === null ? null : after - before;

        const rawBefore = process.cpuUsage();
        const rawStart = performance.now();
        await Promise.all(Array.from({ length: streams }, () => rawRelay(double.url)));
        const rawSeconds = (performance.now() - rawStart) / 1000;
        const rawUsed = process.cpuUsage(rawBefore);

        const gaps = all.flatMap(({ deltasAt }) => deltasAt.slice(1).map((at, index) => at - (deltasAt[index] ?? at)));
        const complete = all.filter(({ status }) => status === "succeeded").length;
        return [
          {
            name: "streams: complete",
            figure: `${complete} of ${streams}`,
            bar: `${streams}`,
            isMet: complete === streams,
          },
          unboundedFigure(
            "streams: tokens a second each",
            `${(tokens / streams / rawSeconds).toFixed(0)} offered, ${(tokens / streams / seconds).toFixed(0)} through us`,
          ),
          {
            ...atMost("streams: gap between deltas", quantile(gaps, 0.95), 2000, "ms"),
            figure: `p50 ${quantile(gaps, 0.5).toFixed(0)} ms, p95 ${quantile(gaps, 0.95).toFixed(0)} ms, longest ${quantile(gaps, 1).toFixed(0)} ms`,
          },
          unboundedFigure(
            "streams: CPU of the process",
            used === null ? "not told by this system" : `${(used / seconds / 10).toFixed(0)} % of one core`,
          ),
          unboundedFigure(
            "streams: CPU per token, ours",
            used === null ? "not told by this system" : `${((1000 * used) / tokens).toFixed(0)} µs`,
          ),
          unboundedFigure(
            "streams: CPU per token, raw relay",
            `${((rawUsed.user + rawUsed.system) / tokens).toFixed(0)} µs`,
          ),
          atMost("streams: memory of the process", memory, 260, "MB"),
        ];
      },
    );
  } finally {
    double.close();
  }
}
