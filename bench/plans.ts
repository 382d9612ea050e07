/* The content planner with a model at a steady pace: its own example, and the longest plan that its form takes. */
import { loadWorkflow } from "#src/features/workflows/catalogue/registry.ts";
import { wideRoom } from "#src/features/workflows/kit/state.ts";
import { simulate } from "#src/testing/simulatedRun.ts";
import { sampleRun, type SampleRun } from "#src/testing/sampleAnswers.ts";
import { startDouble } from "./double.ts";
import { atMost, residentMb, told, type Figure } from "./figures.ts";
import { newPerson, withProduct } from "./product.ts";
import { followRun } from "./runs.ts";

/** Characters of a token, and milliseconds between two: 60 tokens a second for each question. */
const tokenLength = 4;
const tokenMs = 1000 / 60;
/** Items of the long plan; the form takes 300. */
const longPlan = 240;

const openings = "Before,After,While,Since,Until,Because,Although,Whenever,Once,Unless,Where,Though".split(",");
const people =
  "the mechanic,a rider,our apprentice,one customer,the dispatcher,a neighbour,the buyer,a courier,the owner,a visitor".split(
    ",",
  );
const deeds =
  "checks the brakes,loads the box,oils the chain,counts the bikes,calls the workshop,opens the yard,plans a tour,writes the invoice,pumps the tyres,hands over keys".split(
    ",",
  );
const ends =
  "nobody waits,the day begins well,a delivery arrives,the van stays at home,something squeals,rain sets in,the round is saved,prices are compared".split(
    ",",
  );
const pick = (list: readonly string[], number: number): string => list[number % list.length] ?? "";

/** Words for any number of slots, no two alike. */
const itemsFor = (ids: readonly string[]): { id: string; hook: string; brief: string; cta: string }[] =>
  ids.map((id, at) => {
    const line = `${pick(openings, at)} ${pick(people, at * 7 + Math.floor(at / 10))} ${pick(deeds, at * 3 + Math.floor(at / 12))}, ${pick(ends, at * 5 + Math.floor(at / 8))}`;
    return {
      id,
      hook: line,
      brief: `Show how this comes about, step by step, and end on a question: ${line.toLowerCase()}.`,
      cta: "",
    };
  });

/** The example of the content planner, spread over as many items as wanted. */
async function planOf(items: number): Promise<SampleRun> {
  const order = await sampleRun("contentPlanner");
  const workflow = await loadWorkflow("contentPlanner");
  if (!workflow) throw new Error("the content planner is missing");
  const { channels, period } = order.formValues as unknown as {
    channels: { platform: string; postsPerWeek: number }[];
    period: { from: string; to: string };
  };
  const weeks = (Date.parse(period.to) - Date.parse(period.from)) / (7 * 86_400_000);
  // Fixed dates of the example bring a few more.
  const perWeek = Math.ceil((items - 5) / weeks);
  const postsOf = (at: number): number => Math.floor((perWeek + channels.length - 1 - at) / channels.length);
  const formValues = {
    ...order.formValues,
    channels: channels.map((channel, at) => ({ ...channel, postsPerWeek: postsOf(at), days: [], times: [] })),
  };
  const { asks } = await simulate(workflow, workflow.form.parse(formValues), { write: () => ({}), room: wideRoom });
  const ids = asks.flatMap(({ parts }) => parts.flatMap((part) => (part.section === "items" ? part.ids : [])));
  return { ...order, formValues, sample: { ...order.sample, items: itemsFor(ids) } };
}

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
          told(`engine: ${name}, memory`, `${(before ?? 0).toFixed(0)} MB before, ${most.toFixed(0)} MB at most`),
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
