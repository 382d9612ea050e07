import { oc } from "@orpc/contract";
import { z } from "zod";
import { storedDocument } from "#src/features/documents/document.ts";
import { edit, rewriteChoice, rewriteOffer, sectionEditor } from "#src/features/documents/edits.ts";
import { runStatus } from "#src/features/runs/contract.ts";
import { maxWish } from "#src/features/runs/rules.ts";
import { maxFormBytes } from "#src/features/workflows/rules.ts";
import { coins, flag, id, jsonBytes, page, recordId, recordInstant, text } from "#src/kit/schemas.ts";
import { projectState } from "./rules.ts";

/** 1 new · 2..49 in progress · 50..99 ready and worked on · 100 done · 500 other (specification section 4). */
const anyState = z
  .int()
  .refine(
    (state) => (state >= projectState.created && state <= projectState.done) || state === projectState.closed,
    "must be 1 to 100, or 500",
  );

export const projectFields = z.looseObject({ formValues: z.record(z.string(), z.json()) });

/** Scheduled runs brought something that the person has not opened. */
export const projectNews = z.object({
  /** Number of the revision to compare the newest one with: the one that was the newest before. */
  from: z.int(),
  /** When that one was made. */
  since: recordInstant,
});

/** What the person could do next with a project. */
export const projectNext = z.object({
  /** Suggestions of the newest run that are neither applied nor taken back; next steps are none of them. */
  suggestions: z.int(),
  /** Gaps of the current revision that are open, and those that are filled. One that was left out is neither. */
  gapsOpen: z.int(),
  gapsFilled: z.int(),
});

export const project = z.object({
  id: recordId,
  name: z.string().optional(),
  /** `contentPlannerWorkflow` and the like. */
  workflow: z.string(),
  state: anyState,
  dateUpdated: recordInstant,
  dateCreated: recordInstant,
  fields: projectFields,
  /** How many revisions there are. */
  revisions: z.int(),
  /** Number of the newest revision, null while there is none. */
  currentRevision: z.int().nullable(),
  /** Id of the newest run, for its log and its proposals. */
  latestRunId: recordId.nullable(),
  /** How that run stands: 500 is `failed` or `cancelled` here, or put away by hand (`archived`). */
  latestRunStatus: runStatus.nullable(),
  /** Null while the person has seen the newest revision, or made it. */
  news: projectNews.nullable(),
  next: projectNext,
  favorite: z.boolean(),
  /** Put away by hand; the state is 500 meanwhile. */
  archived: z.boolean(),
});
export type Project = z.infer<typeof project>;

/** Number of a revision inside its project, from 1. */
export const revisionNumber = z.int().min(1).max(1_000_000);

export const revisionSummary = z.object({
  id: recordId,
  projectId: recordId,
  number: z.int(),
  runId: recordId.nullable(),
  note: z.string().nullable(),
  /** What its run cost; null for one without a run, and for a run whose coins went back. */
  coins: z.int().nullable(),
  dateCreated: recordInstant,
});

export const revision = revisionSummary.extend({
  /** A `WorkflowDocument`, maybe an older one. */
  document: storedDocument,
  /** How often it was edited, undone and redone: an edit names the version that it was made on. */
  edits: z.int(),
  canUndo: z.boolean(),
  canRedo: z.boolean(),
  /** Names of the fields in which its form differs from that of the revision before; none where one was not kept. */
  changedFields: z.array(z.string()),
});
export type Revision = z.infer<typeof revision>;
export type RevisionSummary = z.infer<typeof revisionSummary>;

/**
 * `ready` waits for the person's answer; `unchanged` brought the text that stands there, and `failed` and `cancelled`
 * nothing: these three cost nothing. `accepted` and `refused` are answered.
 */
export const rewriteStatus = z.enum([
  "queued",
  "running",
  "ready",
  "unchanged",
  "accepted",
  "refused",
  "failed",
  "cancelled",
]);

/** A section that a writer writes once more. */
export const rewrite = z.object({
  id: recordId,
  projectId: recordId,
  /** Key of the section. */
  section: z.string(),
  /** What the person wants to have changed; empty for anything, and once it is of no use any more. */
  wish: z.string(),
  status: rewriteStatus,
  /** 0 for one that the run brought along. */
  coins,
  coinsState: z.enum(["held", "captured", "released"]),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  dateCreated: recordInstant,
  /** While it is `ready`: beside the text as it is now. Null when the section is gone. */
  offer: rewriteOffer.nullable(),
});
export type Rewrite = z.infer<typeof rewrite>;
export type RewriteStatus = z.infer<typeof rewriteStatus>;

/** Why no section can be written once more: no model, written without one, a run in work, nothing there, or readable only. */
export const rewriteRefusal = z.enum(["noModel", "draft", "running", "noDocument", "readOnly", "notLive"]);
export type RewriteRefusal = z.infer<typeof rewriteRefusal>;

export const rewritePlan = z.object({
  /** Rewrites that a paid run brings along, and how many of them are left of the newest one. */
  included: z.int(),
  left: z.int(),
  /** What the next one costs: 0 while one is left. */
  coins,
  /** What one costs when none is left. */
  price: coins,
  /** Null when sections can be written once more. */
  reason: rewriteRefusal.nullable(),
  /** Keys of the sections for which that is so; those that code computes are none of them. */
  sections: z.array(z.string()),
  /** The one that is in work or waits for an answer; there is one at most. */
  open: rewrite.nullable(),
});
export type RewritePlan = z.infer<typeof rewritePlan>;

/** What a list of projects is narrowed to. Without `archived`, what was put away by hand is left out. */
export const projectFilter = z.object({
  /** Words of the name or the title, in any order; each may be the beginning or the middle of one. */
  q: text(120).optional(),
  state: z.enum(["new", "progress", "ready", "done", "other"]).optional(),
  workflow: text(80, 1).optional(),
  favorite: flag.optional(),
  archived: flag.optional(),
});
export type ProjectFilter = z.infer<typeof projectFilter>;

const route = (method: "GET" | "PATCH" | "DELETE" | "POST", path: `/${string}`, summary: string, successStatus = 200) =>
  oc.route({ method, path, summary, tags: ["projects"], successStatus });

/** Fields of the workflow's form; what is absent stays as it is. */
const changedFields = z.record(text(80, 1), z.json()).refine((values) => jsonBytes(values) <= maxFormBytes, {
  error: `may have ${maxFormBytes} bytes at most`,
  params: { messageKey: "validation.tooMuch" },
});

export const projectsContract = {
  listProjects: route("GET", "/projects/workflow", "Projects, newest updated first")
    .input(page.extend(projectFilter.shape))
    .output(z.object({ projects: z.array(project), nextCursor: z.string().optional() })),
  getProject: route("GET", "/projects/workflow/{id}", "One project")
    .input(z.strictObject({ id }))
    .output(z.object({ project })),
  updateProject: route(
    "PATCH",
    "/projects/workflow",
    "Rename, set the state, star, put away, or change the form values",
  )
    .input(
      z
        .strictObject({
          id,
          name: text(120, 1).optional(),
          state: z
            .union([
              z.literal(projectState.edited),
              z.literal(projectState.applied),
              z.literal(projectState.approved),
              z.literal(projectState.done),
              z.literal(projectState.closed),
              z.literal(projectState.ready),
            ])
            .optional(),
          fields: z.strictObject({ formValues: changedFields }).optional(),
          favorite: z.boolean().optional(),
          /** The person has opened it: nothing in it is news any more. */
          opened: z.literal(true).optional(),
          /** True is what state 500 is; false brings the state of before back. */
          archived: z.boolean().optional(),
        })
        .refine((change) => change.archived === undefined || change.state === undefined, {
          path: ["archived"],
          error: "cannot be changed together with state",
        }),
    )
    .output(z.object({ updatedProject: project })),
  deleteProject: route("DELETE", "/projects/workflow", "Delete a project; it can be brought back for 24 hours")
    .input(z.strictObject({ enData: z.strictObject({ userId: id, projectId: id }) }))
    .output(z.object({ deleted: z.literal(true) })),
  restoreProject: route("POST", "/projects/workflow/restore", "Bring a deleted project back; its runs stay cancelled")
    .input(z.strictObject({ id }))
    .output(z.object({ project })),
  duplicateProject: route("POST", "/projects/workflow/duplicate", "A new project with the form values of another one")
    .input(
      z.strictObject({
        id,
        /** Without one, `Copy of` and the name of the other project, in the language of the person. */
        name: text(120, 1).optional(),
      }),
    )
    .output(z.object({ project })),
  listRevisions: route(
    "GET",
    "/projects/workflow/revisions",
    "Revisions of a project, newest first, without their documents",
  )
    .input(page.extend({ projectId: id }))
    .output(z.object({ revisions: z.array(revisionSummary), nextCursor: z.string().optional() })),
  getRevision: route("GET", "/projects/workflow/{projectId}/revisions/{number}", "One revision with its document")
    .input(z.strictObject({ projectId: id, number: z.coerce.number().int().min(1).max(1_000_000) }))
    .output(z.object({ revision })),
  restoreRevision: route("POST", "/projects/workflow/revisions", "Bring a revision back as a new one")
    .input(z.strictObject({ projectId: id, restore: revisionNumber }))
    .output(z.object({ revision })),
  editRevision: route("POST", "/projects/workflow/revisions/edit", "Change the document by hand, or undo and redo")
    .input(
      z.strictObject({
        projectId: id,
        revision: revisionNumber.describe("number of the newest revision, as the person saw it"),
        edits: z.int().min(0).describe("its `edits`, as the person saw it"),
        change: z.union([
          edit,
          z.strictObject({ kind: z.enum(["undo", "redo"]) }),
          z
            .strictObject({ kind: z.literal("form"), values: changedFields })
            .describe("fields of the form that are others: what is computed from them follows, texts stay"),
        ]),
      }),
    )
    .output(z.object({ revision, project })),
  getSectionEditor: route(
    "GET",
    "/projects/workflow/{projectId}/revisions/{number}/sections/{section}",
    "What of a section can be edited, with its whole texts",
  )
    .input(
      z.strictObject({
        projectId: id,
        number: z.coerce.number().int().min(1).max(1_000_000),
        section: z.string().min(1).max(80),
      }),
    )
    .output(z.object({ editor: sectionEditor.nullable() })),
  deleteRevision: route("DELETE", "/projects/workflow/revisions", "Delete a revision that is not the newest")
    .input(z.strictObject({ enData: z.strictObject({ projectId: id, revisionId: id }) }))
    .output(z.object({ deleted: z.literal(true) })),
};

/** Calls that have a section written once more; they stand beside those of projects. */
export const rewritesContract = {
  getRewritePlan: route(
    "GET",
    "/projects/workflow/{projectId}/rewrite",
    "Price of writing a section once more, and the one that is open",
  )
    .input(z.strictObject({ projectId: id }))
    .output(rewritePlan),
  startRewrite: route(
    "POST",
    "/projects/workflow/rewrites",
    "Write a section once more; holds the coins and needs an Idempotency-Key header",
    202,
  )
    .input(
      z.strictObject({
        projectId: id,
        revision: revisionNumber.describe("number of the newest revision, as the person saw it"),
        edits: z.int().min(0).describe("its `edits`, as the person saw it"),
        section: text(80, 1),
        wish: text(maxWish),
        coins: coins.describe("price that the person saw; a start that costs more by now is refused"),
      }),
    )
    .output(z.object({ rewrite })),
  getRewrite: route("GET", "/projects/workflow/rewrites/{rewriteId}", "How a rewrite stands, and what it offers")
    .input(z.strictObject({ rewriteId: id }))
    .output(z.object({ rewrite })),
  cancelRewrite: route("POST", "/projects/workflow/rewrites/{rewriteId}/cancel", "Cancel; all coins come back")
    .input(z.strictObject({ rewriteId: id }))
    .output(z.object({ rewrite })),
  acceptRewrite: route("POST", "/projects/workflow/rewrites/{rewriteId}/accept", "Take what was chosen, as one edit")
    .input(z.strictObject({ rewriteId: id, choice: rewriteChoice }))
    .output(z.object({ rewrite, revision, project })),
  refuseRewrite: route("POST", "/projects/workflow/rewrites/{rewriteId}/refuse", "Keep the text as it is")
    .input(z.strictObject({ rewriteId: id }))
    .output(z.object({ rewrite })),
};
