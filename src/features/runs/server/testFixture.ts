import { newId } from "#src/kit/ids.ts";
import { type FeatureFixture, idempotencyKey, workflowName } from "#src/testing/security/fixture.ts";
import { readEvents } from "#src/testing/visitor.ts";

const workflow = `/api/workflows/${workflowName}`;
const projects = "/api/projects/workflow";

export const fixture: FeatureFixture = {
  /** A finished run, its project and a second revision; costs 300 coins. */
  async furnish(person) {
    const formValues = (await person.send("GET", workflow)).body.example;
    const quoteId = (await person.send("POST", `${workflow}/quote`, { formValues })).body.quoteId;
    const start = { enData: { formValues } };
    const { run } = (await person.send("POST", `${workflow}/runs`, start, { "idempotency-key": newId() })).body;
    await readEvents(person, run.id);
    const { status, error } = (await person.send("GET", `/api/workflows/runs/${run.id}`)).body.run;
    if (status !== "succeeded") throw new Error(`the run ${status}: ${error?.message}`);
    const { proposals } = (await person.send("GET", `/api/workflows/runs/${run.id}/proposals`)).body;
    const proposal = proposals.find((row: { requires: string[] }) => row.requires.length === 0);
    const restored = await person.send("POST", `${projects}/revisions`, { projectId: run.projectId, restore: 1 });
    const { revisions } = (await person.send("GET", `${projects}/revisions?projectId=${run.projectId}`)).body;
    return {
      projectId: run.projectId,
      revisionId: restored.body.revision.id,
      oldRevisionId: revisions.find((row: { number: number }) => row.number === 1).id,
      runId: run.id,
      proposalKey: proposal.key,
      quoteId,
      formValues,
      rewriteId: newId(),
    };
  },
  shown: ({ runId }) => [
    "/api/workflows/runs?limit=200",
    `/api/workflows/runs/${runId}`,
    `/api/workflows/runs/${runId}/proposals`,
  ],
  rows: {
    "GET /api/projects/workflow/{projectId}/rewrite": ({ projectId }) => ({
      path: `${projects}/${projectId}/rewrite`,
      status: 200,
      other: "notFound",
    }),
    "GET /api/projects/workflow/rewrites/{rewriteId}": ({ rewriteId }) => ({
      path: `${projects}/rewrites/${rewriteId}`,
      status: 200,
      other: "notFound",
    }),
    "POST /api/projects/workflow/rewrites": ({ projectId }) => ({
      path: `${projects}/rewrites`,
      body: { projectId, revision: 1, edits: 0, section: "wishes", wish: "Ebb", coins: 0 },
      headers: idempotencyKey(),
      // Without a model there is nobody to ask.
      status: 409,
      other: "notFound",
    }),
    "POST /api/projects/workflow/rewrites/{rewriteId}/cancel": ({ rewriteId }) => ({
      path: `${projects}/rewrites/${rewriteId}/cancel`,
      body: {},
      // It has ended, and stays as it is.
      status: 200,
      other: "notFound",
    }),
    "POST /api/projects/workflow/rewrites/{rewriteId}/accept": ({ rewriteId }) => ({
      path: `${projects}/rewrites/${rewriteId}/accept`,
      body: { choice: { kind: "prose", was: [], paragraphs: [] } },
      status: 409,
      other: "notFound",
    }),
    "POST /api/projects/workflow/rewrites/{rewriteId}/refuse": ({ rewriteId }) => ({
      path: `${projects}/rewrites/${rewriteId}/refuse`,
      body: {},
      status: 409,
      other: "notFound",
    }),
    "GET /api/workflows/runs": ({ projectId }) => ({
      path: `/api/workflows/runs?projectId=${projectId}`,
      status: 200,
      other: "own",
    }),
    "GET /api/workflows/runs/{runId}": ({ runId }) => ({
      path: `/api/workflows/runs/${runId}`,
      status: 200,
      other: "notFound",
    }),
    "GET /api/workflows/runs/{runId}/proposals": ({ runId }) => ({
      path: `/api/workflows/runs/${runId}/proposals`,
      status: 200,
      other: "notFound",
    }),
    "GET /api/workflows/runs/:runId/events": ({ runId }) => ({
      path: `/api/workflows/runs/${runId}/events`,
      status: 200,
      other: "notFound",
    }),
    "POST /api/workflows/{workflowName}/quote": ({ formValues }) => ({
      path: `${workflow}/quote`,
      body: { formValues },
      status: 200,
      other: "own",
    }),
    "POST /api/workflows/{workflowName}/runs": ({ formValues, projectId }) => ({
      path: "/api/workflows/contentPlannerWorkflow/runs",
      body: { enData: { formValues: { ...formValues, notes: "Once more" }, projectId } },
      headers: idempotencyKey(),
      // 300 of 500 coins are spent.
      status: 402,
      other: "notFound",
    }),
    "POST /api/workflows/runs/{runId}/apply": ({ runId, proposalKey }) => ({
      path: `/api/workflows/runs/${runId}/apply`,
      body: { keys: [proposalKey] },
      status: 200,
      other: "notFound",
    }),
    "POST /api/workflows/runs/{runId}/proposals": ({ runId }) => ({
      path: `/api/workflows/runs/${runId}/proposals`,
      // Of those that are there, some are applied by now; that of another person is tried beside the feature.
      body: { changes: [{ key: "none of this run", changes: null }] },
      status: 404,
      other: "notFound",
    }),
    "POST /api/workflows/runs/{runId}/update": ({ runId, proposalKey }) => ({
      path: `/api/workflows/runs/${runId}/update`,
      body: { keys: [proposalKey] },
      status: 200,
      other: "notFound",
    }),
    "POST /api/workflows/runs/{runId}/undo": ({ runId }) => ({
      path: `/api/workflows/runs/${runId}/undo`,
      body: {},
      status: 200,
      other: "notFound",
    }),
    "POST /api/workflows/runs/{runId}/return": ({ runId }) => ({
      path: `/api/workflows/runs/${runId}/return`,
      body: {},
      // It was worth its price.
      status: 409,
      other: "notFound",
    }),
    "POST /api/workflows/runs/{runId}/cancel": ({ runId }) => ({
      path: `/api/workflows/runs/${runId}/cancel`,
      body: {},
      status: 200,
      other: "notFound",
    }),
    "GET /api/workflows/runs/latest": () => ({ path: "/api/workflows/runs/latest", status: 200, other: "own" }),
  },
};

declare module "#src/testing/security/fixture.ts" {
  interface Belongings {
    projectId: string;
    /** Newest revision, number 2. */
    revisionId: string;
    /** First revision, which may go. */
    oldRevisionId: string;
    runId: string;
    /** Key of a proposal of that run which needs no other. */
    proposalKey: string;
    quoteId: string;
    formValues: Record<string, unknown>;
    /** No rewrite has it, until a test makes one: drafts have none. */
    rewriteId: string;
  }
}
