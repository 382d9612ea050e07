import { oc } from "@orpc/contract";
import { z } from "zod";
import { proposal as offered } from "#src/features/documents/document.ts";
import { engineNotice, formValues, workflowName } from "#src/features/workflows/contract.ts";
import { coins, flag, id, instant, page, recordId, recordInstant, text } from "#src/kit/schemas.ts";

export const runStatus = z.enum(["queued", "running", "succeeded", "failed", "cancelled"]);
export type RunStatus = z.infer<typeof runStatus>;

export const run = z.object({
  id: recordId,
  workflow: z.string(),
  projectId: recordId,
  status: runStatus,
  coins,
  /** `released` for runs without a result, and for results that were returned. */
  coinsState: z.enum(["held", "captured", "released"]),
  /** So little was found that the result may be returned for its coins before this instant. */
  returnableUntil: recordInstant.nullable(),
  /** What its return gives back: its own coins, or those of the draft that it replaced at no charge. */
  returnCoins: coins,
  engine: engineNotice,
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      hints: z.array(z.string()).optional().describe("what to change so that the next run finds something"),
    })
    .nullable(),
  createdAt: recordInstant,
  finishedAt: recordInstant.nullable(),
  /** Tokens as the provider counted them; null when it did not say or none were used. */
  usage: z.object({ inputTokens: z.int().nullable(), outputTokens: z.int().nullable() }).nullable(),
  /** Number of the revision the run made. */
  revision: z.int().nullable(),
});
export type Run = z.infer<typeof run>;

/** A document before it is written: what its page shows from the first moment. */
export const runOutline = z.object({
  title: z.string(),
  summary: z.string(),
  sections: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      /** Missing for what code computes. */
      progress: z.object({ state: z.enum(["waiting", "writing", "done"]), done: z.int(), of: z.int() }).optional(),
      isHidden: z.boolean().optional(),
    }),
  ),
});
export type RunOutline = z.infer<typeof runOutline>;

/** A run with what can be told of its document before it is there; null once it is over. */
const runWithOutline = z.object({ run, outline: runOutline.nullable() });
/** An answer about one run. */
export const describedRun = runWithOutline.extend({
  /** How many runs begin before this one; null unless it is queued. */
  ahead: z.int().nullable(),
});
export type DescribedRun = z.infer<typeof describedRun>;

/** A run as the list of runs tells it. */
export const listedRun = run.extend({
  /** What people call its project; null for one without a name. */
  projectName: z.string().nullable(),
  /** When a process took it from the queue. */
  startedAt: recordInstant.nullable(),
});
export type ListedRun = z.infer<typeof listedRun>;

/** The newest run of a workflow, as far as a catalogue tells it. */
export const latestRun = run.pick({ workflow: true, projectId: true, status: true, error: true, createdAt: true });
export type LatestRun = z.infer<typeof latestRun>;

/** Runs as the list groups them: in work, with a result, or without one (failed and cancelled). */
export const runGroups = ["open", "succeeded", "noResult"] as const;
export type RunGroup = (typeof runGroups)[number];

/** Who wrote: `draft` without AI, else provider and model, `mistral/mistral-large`. */
export const runEngine = text(200, 1).regex(/^(?:draft|[^/]+\/.+)$/, "must be draft, or a provider and its model");

/** An engine as a choice to narrow by. */
export const usedEngine = engineNotice.pick({ kind: true, provider: true, model: true });
export type UsedEngine = z.infer<typeof usedEngine>;

/** What a list of runs is narrowed to. */
export const runFilter = z.object({
  status: z.enum(runGroups).optional(),
  projectId: id.optional(),
  workflow: text(80, 1).optional(),
  engine: runEngine.optional(),
  /** Asked for at this instant or later. */
  from: instant.optional(),
  /** Asked for earlier than this instant. */
  before: instant.optional(),
});
export type RunFilter = z.infer<typeof runFilter>;

const groupSum = z.object({ count: z.int(), coins });
/** Runs and coins by group; coins of `open` are held, of `succeeded` taken, of `noResult` returned. */
export const runSummary = z.object({ open: groupSum, succeeded: groupSum, noResult: groupSum });
export type RunSummary = z.infer<typeof runSummary>;

/** Longest length of an entry that a person may set; minutes. */
export const longestMinutes = 7 * 24 * 60;

/**
 * What a person changes on a proposal before it is applied, in words that all areas share; its area says which of them
 * it takes (`editableFields` in rules.ts). Fields that are absent stay as proposed.
 */
export const proposalEdit = z
  .strictObject({
    /** Start of an entry, planned date of a content item. */
    at: instant.optional(),
    /** Length of an entry. */
    minutes: z.int().min(0).max(longestMinutes).optional(),
    title: text(300, 1).optional(),
    /** Notes, brief or message. */
    text: text(70_000).optional(),
    platform: text(40, 1).optional(),
    contentType: z.int().optional(),
  })
  .refine(({ platform, contentType }) => (platform === undefined) === (contentType === undefined), {
    error: "needs platform and contentType together",
    path: ["contentType"],
  });
export type ProposalEdit = z.infer<typeof proposalEdit>;

/** What a person changed on the proposal of a key; null brings back what was proposed. */
const proposalChange = z.strictObject({ key: text(200, 1), changes: proposalEdit.nullable() });
export type ProposalChange = z.infer<typeof proposalChange>;

/** What an applied proposal would be today: its document was edited after it was applied. */
const sinceApplied = z.object({
  /** Absent when the edited document proposes nothing of the kind any more. */
  payload: z.record(z.string(), z.json()).optional(),
  /**
   * What became of the record in its own area: as it was applied, changed by the person, deleted, or one that has gone
   * out (published, sent) and stays as it is.
   */
  record: z.enum(["same", "changed", "deleted", "final"]),
  /** Fields that the person has changed too: an update leaves them alone unless it is told to replace them. */
  kept: z.array(z.string()),
});
export type SinceApplied = z.infer<typeof sinceApplied>;

export const proposalState = z.enum(["proposed", "applied", "undone"]);
/** A stored proposal of a run, and what became of it. Its payload is as the person changed it. */
export const proposal = offered.extend({
  requires: z.array(z.string()),
  payload: z.record(z.string(), z.json()),
  state: proposalState,
  /** The record it became, while applied. */
  recordId: recordId.nullable(),
  /** The person had this record before: nothing was created, and an undo leaves it. */
  isOlder: z.boolean().optional(),
  /** What the person changed on it. */
  changes: proposalEdit.optional(),
  /** Applied ones of a document that was edited since. */
  newer: sinceApplied.optional(),
});
export type ProposalRow = z.infer<typeof proposal>;

const keys = z.array(text(200, 1)).min(1).max(1000);

/** A proposal that its area refused, with the refusal; everything else was applied. */
export const failedProposal = z.object({ key: z.string(), code: z.string(), message: z.string() });
export type FailedProposal = z.infer<typeof failedProposal>;

export const quote = z.object({
  quoteId: recordId,
  coins,
  expiresAt: recordInstant,
  engine: engineNotice,
  /** A run would bring the same once more: form and engine are those of the project's last run. A start is refused. */
  isUnchanged: z.boolean(),
});
export type Quote = z.infer<typeof quote>;

export type FormValues = z.infer<typeof formValues>;

/** Runs stand below their workflows in the addresses and in the description of the API. */
const route = (method: "GET" | "POST", path: `/${string}`, summary: string, successStatus = 200) =>
  oc.route({ method, path, summary, tags: ["workflows"], successStatus });

/** `GET /api/workflows/runs/{runId}/events` is plain Hono (SSE) and so not part of this object. */
export const runsContract = {
  quoteRun: route("POST", "/workflows/{workflowName}/quote", "Price of a run, fixed for some minutes")
    .input(z.strictObject({ workflowName, formValues, projectId: id.optional() }))
    .output(quote),
  startRun: route(
    "POST",
    "/workflows/{workflowName}/runs",
    "Hold the coins and start; needs an Idempotency-Key header",
    202,
  )
    .input(
      z.strictObject({
        workflowName,
        enData: z.strictObject({
          formValues,
          quoteId: id.optional(),
          projectId: id.optional(),
          outcomeId: id.optional().describe("the scheduled outcome that the run writes"),
        }),
      }),
    )
    .output(runWithOutline),
  listRuns: route("GET", "/workflows/runs", "Runs, newest first")
    .input(
      page.extend({
        ...runFilter.shape,
        /** Also answers how many runs there are in each group, whatever `status` says, and who wrote them. */
        summary: flag.optional(),
      }),
    )
    .output(
      z.object({
        runs: z.array(listedRun),
        nextCursor: z.string().optional(),
        summary: runSummary.optional(),
        /** Engines to narrow by: those of all runs that fit the rest of the filter. */
        engines: z.array(usedEngine).optional(),
      }),
    ),
  listLatestRuns: route("GET", "/workflows/runs/latest", "The newest run of each workflow, newest first").output(
    z.object({
      runs: z.array(latestRun),
      /** Long names of the workflows that cannot be started now, because an operator has switched them off. */
      off: z.array(z.string()),
    }),
  ),
  getRun: route("GET", "/workflows/runs/{runId}", "One run")
    .input(z.strictObject({ runId: id }))
    .output(describedRun),
  listProposals: route("GET", "/workflows/runs/{runId}/proposals", "What a finished run offers")
    .input(z.strictObject({ runId: id }))
    .output(z.object({ proposals: z.array(proposal) })),
  cancelRun: route("POST", "/workflows/runs/{runId}/cancel", "Cancel; all coins come back")
    .input(z.strictObject({ runId: id }))
    .output(z.object({ run })),
  changeProposals: route("POST", "/workflows/runs/{runId}/proposals", "Change proposals before they are applied")
    .input(z.strictObject({ runId: id, changes: z.array(proposalChange).min(1).max(1000) }))
    .output(z.object({ proposals: z.array(proposal) })),
  applyProposals: route(
    "POST",
    "/workflows/runs/{runId}/apply",
    "Create the records of the named proposals, changed or as proposed; what cannot be created is told and left out",
  )
    .input(z.strictObject({ runId: id, keys, changes: z.array(proposalChange).max(1000).optional() }))
    .output(z.object({ proposals: z.array(proposal), applied: z.int(), failed: z.array(failedProposal) })),
  updateProposals: route(
    "POST",
    "/workflows/runs/{runId}/update",
    "Write what an edited document proposes now into the records that were applied before",
  )
    .input(
      z.strictObject({
        runId: id,
        keys,
        replace: z
          .boolean()
          .default(false)
          .describe("also replaces what the person changed since, and creates anew what was deleted"),
      }),
    )
    .output(z.object({ proposals: z.array(proposal), updated: z.int() })),
  returnResult: route(
    "POST",
    "/workflows/runs/{runId}/return",
    "Return a result that found too little, within a day; all coins come back",
  )
    .input(z.strictObject({ runId: id }))
    .output(z.object({ run })),
  undoProposals: route("POST", "/workflows/runs/{runId}/undo", "Remove what was applied, all or by key")
    .input(z.strictObject({ runId: id, keys: z.array(text(200, 1)).max(1000).optional() }))
    .output(z.object({ proposals: z.array(proposal), undone: z.int() })),
};

/** Steps of a run in order, design 7. */
export const runSteps = ["guard", "collect", "generate", "check", "compose", "propose", "settle"] as const;
export type RunStep = (typeof runSteps)[number];

/**
 * One event of `GET …/events`: the SSE `data` line as JSON; the SSE `id` is the offset to resume after.
 * The stream ends after `end`.
 */
export type RunEvent =
  | { type: "status"; status: RunStatus }
  | {
      type: "step";
      step: RunStep;
      /** In a run that failed, the step in which it did is told as failed; later ones never begin. */
      state: "started" | "done" | "failed";
      at: string;
      detail?: { code: string; params?: Record<string, string | number> };
    }
  /** What the engine streams: see EngineEvent `delta` and `partial`. */
  | { type: "delta"; path: (string | number)[]; offset: number; text: string }
  | { type: "partial"; path: (string | number)[]; value: unknown }
  /** Everything streamed so far is void; the engine writes anew (repair, or another process took over). */
  | { type: "reset"; reason: "repair" | "takeover" }
  | { type: "end"; run: Run };
