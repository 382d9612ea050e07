/* The content planner with a model at a steady pace: its own example, and the longest plan that its form takes. */
import { sampleRun, type SampleRun } from "#src/testing/sampleAnswers.ts";
import { longPlan, planOf } from "./contentPlan.ts";
import { startDouble } from "./double.ts";
import { atMost, residentMb, unboundedFigure, type Figure } from "./figures.ts";
import { newPerson, withProduct } from "./product.ts";
import { followRun } from "./runs.ts";

/** Characters of a token, and milliseconds between two: 60 tokens a second for each question. */
const tokenLength = 4;
const tokenMs = 1000 / 60;
async function measurePlan(name: string, order: SampleRun): Promise<Figure[]> {
  const double = await startDouble({ samples: [order], pieceLength: tokenLength, pieceMs: tokenMs });
  try {
    return await withProduct(
      { OPENAI_BASE_URL: `${double.url}/v1`, AI_MODEL: "openai-compatible:double-1" },
      async (server) => {
        const person = await newPerson(server.url);
        const before = await residentMb(server.pid);
        const start = performance.now();
        let most = before ?? 0;
        const watch = setInterval(() => {
          void residentMb(server.pid).then((now) => {
            most = Math.max(most, now ?? 0);
          });
        }, 500);
        const { status, deltasAt, startedAt } = await followRun(person, order);
        clearInterval(watch);
        const seconds = (performance.now() - start) / 1000;
        const pauses = [startedAt, ...deltasAt]
          .slice(1)
          .map((at, index) => at - ([startedAt, ...deltasAt][index] ?? at));
        const items = (order.sample["items"] as unknown[]).length;
        return [
          {
            name: `engine: ${name}`,
            figure: `${status} in ${seconds.toFixed(1)} s, ${items} items, ${double.calledAt.length} questions`,
            bar: "succeeded",
            isMet: status === "succeeded",
          },
          atMost(`engine: ${name}, longest visible pause`, Math.max(...pauses) / 1000, 5, "s", 1),
          unboundedFigure(
            `engine: ${name}, memory`,
            `${(before ?? 0).toFixed(0)} MB before, ${most.toFixed(0)} MB at most`,
          ),
        ];
      },
    );
  } finally {
    double.close();
  }
}

/** Both plans, one after the other. */
export async function measurePlans(): Promise<Figure[]> {
  const example = await sampleRun("contentPlanner");
  return [
    ...(await measurePlan("content planner, its own example at 60 tokens/s", example)),
    ...(await measurePlan("content planner, the longest plan at 60 tokens/s", await planOf(longPlan))),
  ];
}
