import type { Person } from "#src/testing/visitor.ts";
import { type Belongings, workflowName } from "./belongings.ts";

/** One call as its owner makes it. */
export interface Row {
  /** With its parameters filled in. */
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** What the owner gets. */
  status: number;
  /**
   * What another signed-in person gets for the very same request: `notFound` where it names a record of the owner,
   * `own` where it reaches nothing but the asker's own, else the status of the refusal.
   */
  other: "notFound" | "own" | 403 | 409;
}

let keys = 0;
const key = (): Record<string, string> => ({ "idempotency-key": `row-of-the-matrix-${(keys += 1)}` });
const workflow = `/api/workflows/${workflowName}`;
const projects = "/api/projects/workflow";
const outcomes = "/api/workflows/scheduled/outcome";
const schedules = "/api/workflows/schedules";
const entries = "/api/calendar/entry";
const outcome = { workflow: workflowName, kind: "post", title: "Ebb", plannedAt: "2026-06-01T08:00:00Z" };
const leads = "/api/leads";
const insights = "/api/leads/outreach/insights";
const entry = { type: "3010", title: "Ebb", start: "2026-06-01T08:00:00Z", end: "2026-06-01T09:00:00Z" };

/**
 * What each route does, by method and path; the last ones take things away and so stand last.
 * @param has what the owner has
 * @param asker who sends it
 */
export const rowsOf: Record<string, (has: Belongings, asker: Person) => Row> = {
  "GET /api/user": () => ({ path: "/api/user", status: 200, other: "own" }),
  "GET /api/user/settings": () => ({ path: "/api/user/settings", status: 200, other: "own" }),
  "GET /api/user/sessions": () => ({ path: "/api/user/sessions", status: 200, other: "own" }),
  "GET /api/user/envelope-key": () => ({ path: "/api/user/envelope-key", status: 200, other: "own" }),
  "GET /api/coins": () => ({ path: "/api/coins", status: 200, other: "own" }),
  "GET /api/coins/statement": () => ({ path: "/api/coins/statement", status: 200, other: "own" }),
  "GET /api/files": () => ({ path: "/api/files", status: 200, other: "own" }),
  "GET /api/files/:id": ({ fileId }) => ({ path: `/api/files/${fileId}`, status: 200, other: "notFound" }),
  "GET /api/projects/workflow": () => ({ path: projects, status: 200, other: "own" }),
  "GET /api/projects/workflow/{id}": ({ projectId }) => ({
    path: `${projects}/${projectId}`,
    status: 200,
    other: "notFound",
  }),
  "GET /api/projects/workflow/revisions": ({ projectId }) => ({
    path: `${projects}/revisions?projectId=${projectId}`,
    status: 200,
    other: "notFound",
  }),
  "GET /api/projects/workflow/{projectId}/revisions/{number}": ({ projectId }) => ({
    path: `${projects}/${projectId}/revisions/1`,
    status: 200,
    other: "notFound",
  }),
  "GET /api/projects/workflow/{projectId}/revisions/{number}/sections/{section}": ({ projectId }) => ({
    path: `${projects}/${projectId}/revisions/1/sections/wishes`,
    status: 200,
    other: "notFound",
  }),
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
    headers: key(),
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
  "GET /api/workflows": () => ({ path: "/api/workflows", status: 200, other: "own" }),
  "GET /api/workflows/sources": () => ({ path: "/api/workflows/sources", status: 200, other: "own" }),
  "GET /api/workflows/engine": () => ({ path: "/api/workflows/engine", status: 200, other: "own" }),
  "GET /api/workflows/{workflowName}": () => ({ path: workflow, status: 200, other: "own" }),
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
  "GET /api/workflows/scheduled/outcome": ({ projectId }) => ({
    path: `${outcomes}?projectId=${projectId}`,
    status: 200,
    other: "own",
  }),
  "GET /api/workflows/scheduled/outcome/counts": ({ projectId }) => ({
    path: `${outcomes}/counts?projectId=${projectId}`,
    status: 200,
    other: "own",
  }),
  "GET /api/workflows/scheduled/outcome/{id}": ({ outcomeId }) => ({
    path: `${outcomes}/${outcomeId}`,
    status: 200,
    other: "notFound",
  }),
  "GET /api/calendar/entry/preview": () => ({
    path: `${entries}/preview?from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z`,
    status: 200,
    other: "own",
  }),
  "GET /api/calendar/entry/{id}": ({ entryId }) => ({ path: `${entries}/${entryId}`, status: 200, other: "notFound" }),

  "GET /api/dashboard": () => ({ path: "/api/dashboard?today=2026-06-01", status: 200, other: "own" }),
  "GET /api/leads": () => ({ path: leads, status: 200, other: "own" }),
  "GET /api/leads/{id}": ({ leadId }) => ({ path: `${leads}/${leadId}`, status: 200, other: "notFound" }),
  "GET /api/leads/outreach/insights": ({ leadId }) => ({
    path: `${insights}?leadId=${leadId}`,
    status: 200,
    other: "own",
  }),

  "GET /api/support/contact": () => ({ path: "/api/support/contact", status: 200, other: "own" }),

  "POST /api/emailing/send-email": (_, asker) => ({
    path: "/api/emailing/send-email",
    body: {
      to: "support@pioneer.invalid",
      targetLanguage: "en",
      targetEmailCase: "user-use-case-wish",
      targetGroup: "customers",
      placeholders: { fullName: "A", firstName: "A", email: asker.email, wishUseCase: "Ebb" },
    },
    status: 200,
    other: "own",
  }),
  "POST /api/user/settings": () => ({
    path: "/api/user/settings",
    body: { onboardingState: "skipped" },
    status: 200,
    other: "own",
  }),
  "POST /api/auth/init-logout": () => ({
    path: "/api/auth/init-logout",
    body: { dateLastLogout: "2026-01-01T00:00:00Z" },
    status: 200,
    other: "own",
  }),
  "POST /api/files": () => ({
    path: "/api/files",
    body: "Other words",
    headers: { "content-type": "text/plain", "x-file-name": "more.txt" },
    status: 201,
    other: "own",
  }),
  "POST /api/workflows/sources/check": () => ({ path: "/api/workflows/sources/check", status: 200, other: "own" }),
  "POST /api/workflows/engine/check": () => ({ path: "/api/workflows/engine/check", status: 200, other: "own" }),
  "POST /api/workflows/engine/test": () => ({ path: "/api/workflows/engine/test", status: 200, other: "own" }),
  "POST /api/workflows/{workflowName}/quote": ({ formValues }) => ({
    path: `${workflow}/quote`,
    body: { formValues },
    status: 200,
    other: "own",
  }),
  "POST /api/workflows/{workflowName}/runs": ({ formValues, projectId }) => ({
    path: "/api/workflows/contentPlannerWorkflow/runs",
    body: { enData: { formValues: { ...formValues, notes: "Once more" }, projectId } },
    headers: key(),
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
  "GET /api/workflows/schedules": () => ({ path: schedules, status: 200, other: "own" }),
  "PUT /api/workflows/schedules": ({ projectId }) => ({
    path: schedules,
    body: { projectId, every: "week", day: 1, time: "07:00", monthlyLimit: 10_000 },
    status: 200,
    other: "notFound",
  }),
  "DELETE /api/workflows/schedules": ({ projectId }) => ({
    path: schedules,
    body: { enData: { projectId } },
    status: 200,
    other: "notFound",
  }),
  "POST /api/workflows/scheduled/outcome": ({ projectId }) => ({
    path: outcomes,
    body: { enData: { ...outcome, projectId } },
    status: 201,
    other: "notFound",
  }),
  "PUT /api/workflows/scheduled/outcome": ({ outcomeId }) => ({
    path: outcomes,
    body: { id: outcomeId, updates: { title: "Flood" } },
    status: 200,
    other: "notFound",
  }),
  "PUT /api/workflows/scheduled/outcome/bulk": ({ outcomeId }) => ({
    path: `${outcomes}/bulk`,
    body: { updates: [{ id: outcomeId, updates: { title: "Flood" } }] },
    status: 200,
    other: "notFound",
  }),
  "POST /api/calendar/entry": ({ outcomeId }) => ({
    path: entries,
    body: { enData: { ...entry, outcomeId }, activeLanguage: "en" },
    status: 201,
    other: "notFound",
  }),
  "PATCH /api/calendar/entry": ({ entryId }) => ({
    path: entries,
    body: { id: entryId, title: "Flood" },
    status: 200,
    other: "notFound",
  }),
  "PATCH /api/projects/workflow": ({ projectId }) => ({
    path: projects,
    body: { id: projectId, name: "Flood" },
    status: 200,
    other: "notFound",
  }),
  "POST /api/projects/workflow/duplicate": ({ projectId }) => ({
    path: `${projects}/duplicate`,
    body: { id: projectId },
    status: 200,
    other: "notFound",
  }),
  "POST /api/projects/workflow/revisions": ({ projectId }) => ({
    path: `${projects}/revisions`,
    body: { projectId, restore: 1 },
    status: 200,
    other: "notFound",
  }),
  "POST /api/projects/workflow/revisions/edit": ({ projectId }) => ({
    path: `${projects}/revisions/edit`,
    // An older version than the newest: refused to its owner, after everybody else.
    body: { projectId, revision: 1, edits: 0, change: { kind: "undo" } },
    status: 409,
    other: "notFound",
  }),

  "POST /api/leads": () => ({ path: leads, body: { enData: { leads: [{ name: "Ebb" }] } }, status: 201, other: "own" }),
  "PUT /api/leads": ({ leadId }) => ({
    path: leads,
    body: { updates: [{ id: leadId, fields: { name: "Flood" } }] },
    status: 200,
    other: "notFound",
  }),
  "POST /api/leads/outreach/insights": ({ leadId }) => ({
    path: insights,
    body: { enData: { insights: [{ leadId }] } },
    status: 201,
    other: "notFound",
  }),
  "PUT /api/leads/outreach/insights": ({ insightId }) => ({
    path: insights,
    body: { id: insightId, fields: { subject: "Flood" } },
    status: 200,
    other: "notFound",
  }),

  "DELETE /api/projects/workflow/revisions": ({ projectId, oldRevisionId }) => ({
    path: `${projects}/revisions`,
    body: { enData: { projectId, revisionId: oldRevisionId } },
    status: 200,
    other: "notFound",
  }),
  "DELETE /api/calendar/entry": ({ entryId }) => ({
    path: entries,
    body: { enData: { entryId } },
    status: 200,
    other: "notFound",
  }),
  "POST /api/calendar/entry/restore": ({ entryId }) => ({
    path: `${entries}/restore`,
    body: { id: entryId },
    // It was deleted one row above.
    status: 200,
    other: "notFound",
  }),
  "DELETE /api/workflows/scheduled/outcome": ({ outcomeId }) => ({
    path: outcomes,
    body: { enData: { id: outcomeId } },
    status: 200,
    other: "notFound",
  }),
  "POST /api/workflows/scheduled/outcome/restore": ({ outcomeId }) => ({
    path: `${outcomes}/restore`,
    body: { id: outcomeId },
    status: 200,
    other: "notFound",
  }),
  "DELETE /api/workflows/scheduled/outcome/bulk": ({ outcomeId }) => ({
    path: `${outcomes}/bulk`,
    body: { enData: { ids: [outcomeId] } },
    status: 200,
    other: "notFound",
  }),
  "POST /api/workflows/scheduled/outcome/bulk/restore": ({ outcomeId }) => ({
    path: `${outcomes}/bulk/restore`,
    body: { ids: [outcomeId] },
    status: 200,
    other: "notFound",
  }),
  "DELETE /api/leads": ({ leadId }) => ({
    path: leads,
    body: { enData: { ids: [leadId] } },
    status: 200,
    other: "notFound",
  }),
  "POST /api/leads/restore": ({ leadId }) => ({
    path: `${leads}/restore`,
    body: { ids: [leadId] },
    status: 200,
    other: "notFound",
  }),
  "DELETE /api/files/:id": ({ fileId }) => ({ path: `/api/files/${fileId}`, status: 200, other: "notFound" }),
  "DELETE /api/projects/workflow": ({ projectId }, asker) => ({
    path: projects,
    body: { enData: { userId: asker.userId, projectId } },
    status: 200,
    other: "notFound",
  }),
  "POST /api/projects/workflow/restore": ({ projectId }) => ({
    path: `${projects}/restore`,
    body: { id: projectId },
    status: 200,
    other: "notFound",
  }),
  "DELETE /api/user/sessions": () => ({
    path: "/api/user/sessions",
    body: { others: true },
    status: 200,
    other: "own",
  }),
  "POST /api/user/password": () => ({
    path: "/api/user/password",
    body: { currentPassword: "a long enough password", newPassword: "a long enough password" },
    status: 200,
    other: "own",
  }),
  "DELETE /api/user": (_, asker) => ({
    path: "/api/user",
    body: { enData: { userId: asker.userId } },
    status: 200,
    other: "own",
  }),
};

export const methodOf = (name: string): string => name.slice(0, name.indexOf(" "));
