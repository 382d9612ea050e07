import { loadWorkflow } from "#src/features/workflows/catalogue/registry.ts";
import { wideRoom } from "#src/features/workflows/kit/state.ts";
import { sampleRun, type SampleRun } from "#src/testing/sampleAnswers.ts";
import { simulate } from "#src/testing/simulatedRun.ts";

/** Items of the long plan; the form takes 300. */
export const longPlan = 240;

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
const itemsFor = (ids: readonly string[]): { id: string; hook: string; brief: string; cta: string; asset: string }[] =>
  ids.map((id, at) => {
    const line = `${pick(openings, at)} ${pick(people, at * 7 + Math.floor(at / 10))} ${pick(deeds, at * 3 + Math.floor(at / 12))}, ${pick(ends, at * 5 + Math.floor(at / 8))}`;
    return {
      id,
      hook: line,
      brief: `Show how this comes about, step by step, and end on a question: ${line.toLowerCase()}.`,
      cta: "",
      asset: "",
    };
  });

/** The example of the content planner, spread over as many items as wanted. */
export async function planOf(items: number): Promise<SampleRun> {
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
