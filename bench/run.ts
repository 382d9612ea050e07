import { atMost, quantile, unboundedFigure, type Figure } from "./figures.ts";
import { startDouble } from "./double.ts";
import { newPerson, withProduct } from "./product.ts";
import { rawRelay } from "./rawRelay.ts";
import { sampleRun } from "#src/testing/sampleAnswers.ts";
import { followRun } from "./runs.ts";
import { clockMs } from "./double.ts";

const warm = 2;
const runs = 15;

/** Runs without an engine that are measured, for a quantile of 99 %. */
const drafts = 200;

const spread = (values: number[]): string =>
  `p50 ${quantile(values, 0.5).toFixed(1)} ms, p95 ${quantile(values, 0.95).toFixed(1)} ms`;

/** From a provider's first byte of text to the first delta at a reader over HTTP, and what else a run waits for. */
export async function measureRun(): Promise<Figure[]> {
  const usual = await withThinking(400);
  const quick = await withThinking(0);
  return [
    {
      ...atMost("run: our share of the first token", quantile(usual.share, 0.5), 10, "ms p50", 1),
      figure: spread(usual.share),
    },
    unboundedFigure("run: the same for a raw relay", spread(usual.raw)),
    unboundedFigure("run: our share when the provider answers at once", spread(quick.share)),
    unboundedFigure("run: start answered until provider called", spread(usual.wait)),
    ...(await measureDraft()),
  ];
}

/**
 * The smallest run, repeated: from the start's POST to its events at a reader. The bounds are goals; n8n takes 45 ms
 * (p50) and 88 ms (p99) for a run that is lost when its process ends.
 */
async function measureDraft(): Promise<Figure[]> {
  const order = await sampleRun("userStoryWriter");
  const formValues = { ...order.formValues, writingStyles: [11] };
  return withProduct({}, async (server) => {
    const person = await newPerson(server.url);
    const [whole, first]: [number[], number[]] = [[], []];
    for (let round = 0; round < warm + drafts; round += 1) {
      // Another title each time: an unchanged form is refused.
      const requirementTitle = `Repairs at the counter ${round}`;
      const followed = await followRun(person, {
        ...order,
        formValues: { ...formValues, requirementTitle },
      });
      if (followed.status !== "succeeded") throw new Error(`a draft ended ${followed.status}`);
      if (round < warm) continue;
      whole.push(followed.endedAt - followed.postedAt);
      first.push(followed.firstEventAt - followed.postedAt);
    }
    const bar = (name: string, values: number[], share: number, most: number): Figure =>
      atMost(`draft: ${name}, p${share * 100}`, quantile(values, share), most, "ms", 1);
    return [
      bar("POST to the end of the smallest run", whole, 0.5, 60),
      bar("POST to the end of the smallest run", whole, 0.99, 120),
      bar("POST to the first event", first, 0.5, 50),
      bar("POST to the first event", first, 0.99, 50),
    ];
  });
}

async function withThinking(thinkMs: number): Promise<{ share: number[]; raw: number[]; wait: number[] }> {
  const order = await sampleRun("blogArticleWriter");
  // Pieces long enough that the first one contains visible text, not only the JSON around it.
  const double = await startDouble({ samples: [order], pieceLength: 400, pieceMs: 20, thinkMs });
  try {
    return await withProduct(
      { OPENAI_BASE_URL: `${double.url}/v1`, AI_MODEL: "openai-compatible:double-1" },
      async (server) => {
        const person = await newPerson(server.url);
        const [share, wait, raw]: [number[], number[], number[]] = [[], [], []];
        for (let round = 0; round < warm + runs; round += 1) {
          // A run asks several questions; the reader's first words are of the first one.
          const question = double.firstAt.length;
          const followed = await followRun(person, order);
          if (followed.status !== "succeeded") throw new Error(`a run ended ${followed.status}`);
          if (Number.isNaN(followed.firstWordsAt)) throw new Error("the words of the answer were never shown");
          if (round < warm) continue;
          share.push(followed.firstWordsAt - (double.firstAt[question] ?? Number.NaN));
          wait.push((double.calledAt[question] ?? Number.NaN) - followed.startedAt);
        }
        for (let round = 0; round < runs; round += 1) {
          let firstAt = 0;
          await rawRelay(double.url, () => (firstAt ||= clockMs()));
          raw.push(firstAt - (double.firstAt.at(-1) ?? Number.NaN));
        }
        return { share, wait, raw };
      },
    );
  } finally {
    double.close();
  }
}
