/* An edit of a long plan by hand: what a person waits for after leaving a cell, and what it is made of. */
import { z } from "zod";
import type { Proposal, WorkflowDocument } from "#src/features/documents/document.ts";
import type { Edit } from "#src/features/documents/edits.ts";
import { openDocument, stateOf } from "#src/features/projects/server/storedAnswer.ts";
import { dropInvalid } from "#src/features/runs/server/proposals.ts";
import { loadWorkflow } from "#src/features/workflows/catalogue/registry.ts";
import { storedDocument } from "#src/features/workflows/kit/storedDocument.ts";
import { effects } from "#src/server/features.ts";
import { type Person, describeAnswer } from "#src/testing/visitor.ts";
import { longPlan, planOf } from "./contentPlan.ts";
import { startDouble } from "./double.ts";
import { atMost, cpuMs, median, unboundedFigure, type Figure } from "./figures.ts";
import { newPerson, withProduct } from "./product.ts";
import { followRun } from "./runs.ts";

/** Milliseconds from the request to its answer. */
const bar = 100;
const warm = 10;
const edits = 40;

const path = "/api/projects/workflow";
const listed = z.object({ projects: z.array(z.object({ id: z.string(), currentRevision: z.int() })).min(1) });
const found = z.object({
  project: z.object({ fields: z.object({ formValues: z.unknown() }) }),
});
const revisionAnswer = z.object({
  revision: z.looseObject({ number: z.int(), edits: z.int(), document: z.unknown() }),
});
type RevisionView = z.infer<typeof revisionAnswer>["revision"];

interface Plan {
  projectId: string;
  formValues: unknown;
  seen: RevisionView;
}

/** A finished plan of 240 items. */
async function makePlan(person: Person, order: Awaited<ReturnType<typeof planOf>>): Promise<Plan> {
  const { status } = await followRun(person, order);
  if (status !== "succeeded") throw new Error(`the plan ended ${status}`);
  const { id, currentRevision } = listed.parse((await person.send("GET", path)).body).projects[0] ?? {};
  const { project } = found.parse((await person.send("GET", `${path}/${id}`)).body);
  const { body } = await person.send("GET", `${path}/${id}/revisions/${currentRevision}`);
  return {
    projectId: id ?? "",
    formValues: project.fields.formValues,
    seen: revisionAnswer.parse(body).revision,
  };
}

const rows = z.object({ items: z.array(z.looseObject({ id: z.string(), hook: z.string() })) });
const itemsOf = (document: unknown) => rows.parse(Reflect.get(Object(document), "data")).items;

/** Changes the hook of an item, another one each time. */
function changeOf(document: unknown, round: number): Edit {
  const items = itemsOf(document);
  const { id, hook } = items[(round * 7) % items.length] ?? { id: "", hook: "" };
  return { kind: "text", at: `items/${id}/hook`, was: hook, text: `${hook.split(" (")[0]} (${round})` };
}

type Part = "read" | "edit" | "assemble" | "proposals" | "serialize";

/** The same edit in this process, part by part; what is left of a request is the database and the wire. */
async function partsOf(plan: Plan): Promise<Map<Part, number>> {
  const workflow = await loadWorkflow("contentPlanner");
  if (!workflow) throw new Error("the content planner is missing");
  const times = new Map<Part, number[]>();
  const timed = <Value>(part: Part, work: () => Value): Value => {
    const from = process.cpuUsage();
    const value = work();
    const { user, system } = process.cpuUsage(from);
    times.set(part, [...(times.get(part) ?? []), (user + system) / 1000]);
    return value;
  };
  let document: unknown = plan.seen.document;
  for (let round = 0; round < warm + edits; round += 1) {
    const text = JSON.stringify(document);
    const { stored, form } = timed("read", () => ({
      stored: openDocument(workflow, JSON.parse(text)),
      form: workflow.form.parse(plan.formValues),
    }));
    if (!stored) throw new Error("the plan cannot be edited");
    const context = { ...stored.basis, language: stored.of.language, sources: [], fence: "" };
    const state = stateOf(stored, []);
    const next = timed("edit", () =>
      workflow.edit(form, context, state, changeOf(document, round), { now: context.now, newId: "bench000" }),
    );
    const assembled = timed("assemble", () => workflow.assemble(next.form, context, next.state));
    timed("proposals", (): Proposal[] => dropInvalid(assembled.proposals, effects));
    document = timed("serialize", (): WorkflowDocument => {
      const { generator } = stored.of;
      const made = storedDocument(
        workflow,
        { assembled, state: next.state, context, isWhole: true },
        { kind: generator.engine, provider: generator.provider, model: generator.model, isDraft: false },
      );
      JSON.stringify(made);
      return made;
    });
  }
  return new Map([...times].map(([part, all]) => [part, median(all.slice(warm))]));
}

/** How long the server takes to compute a plan of 240 items again after an edit, and to store it. */
export async function measureEdits(): Promise<Figure[]> {
  const order = await planOf(longPlan);
  const double = await startDouble({ samples: [order], pieceLength: 10_000, pieceMs: 0 });
  try {
    return await withProduct(
      { OPENAI_BASE_URL: `${double.url}/v1`, AI_MODEL: "openai-compatible:double-1" },
      async (server) => {
        const person = await newPerson(server.url);
        const plan = await makePlan(person, order);
        const [waits, works]: [number[], number[]] = [[], []];
        let { seen } = plan;
        for (let round = 0; round < warm + edits; round += 1) {
          const body = {
            projectId: plan.projectId,
            revision: seen.number,
            edits: seen.edits,
            change: changeOf(seen.document, round),
          };
          const before = await cpuMs(server.pid);
          const from = performance.now();
          const answer = await person.send("POST", `${path}/revisions/edit`, body);
          const took = performance.now() - from;
          const after = await cpuMs(server.pid);
          if (answer.status !== 200) throw new Error(`an edit answered ${describeAnswer(answer)}`);
          seen = revisionAnswer.parse(answer.body).revision;
          if (round < warm) continue;
          waits.push(took);
          if (before !== null && after !== null) works.push(after - before);
        }
        const items = itemsOf(plan.seen.document).length;
        const mean = works.reduce((sum, ms) => sum + ms, 0) / works.length;
        const parts = await partsOf(plan);
        return [
          {
            ...atMost(`edits: one in a plan of ${items} items`, median(waits), bar, "ms"),
            figure: `${median(waits).toFixed(0)} ms, quickest ${Math.min(...waits).toFixed(0)}, work of the server ${mean.toFixed(0)}`,
          },
          unboundedFigure(
            "edits: parts, CPU time in this process",
            [...parts].map(([part, ms]) => `${part} ${ms.toFixed(1)}`).join(", ") + " ms",
          ),
        ];
      },
    );
  } finally {
    double.close();
  }
}
