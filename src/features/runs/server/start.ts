import { isDeepStrictEqual } from "node:util";
import type { Rights } from "#src/features/account/contract.ts";
import { writtenBytes } from "#src/features/account/rights.ts";
import { levelRefusal } from "#src/features/account/server/levelRefusal.ts";
import { personRights, requireAccount } from "#src/features/account/server/usecases.ts";
import { holdCoins, makeQuote, quoteExpired, spendQuote } from "#src/features/coins/server/usecases.ts";
import { LostFileError, readFileText } from "#src/features/files/server/usecases.ts";
import { linkResult } from "#src/features/outcomes/server/usecases.ts";
import { projectsOf } from "#src/features/projects/server/usecases.ts";
import { settingsOf } from "#src/features/settings/server/usecases.ts";
import { conflict, notFound, ProductError } from "#src/kit/errors.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Db } from "#src/platform/tables.ts";
import { parseForm } from "#src/features/workflows/kit/formValues.ts";
import { loadWorkflow } from "#src/features/workflows/catalogue/registry.ts";
import { offeredCard } from "#src/features/workflows/server/switches.ts";
import type { Quote, Run } from "../contract.ts";
import { projectState } from "#src/features/projects/rules.ts";
import type { CompiledWorkflow } from "#src/features/workflows/kit/workflowSpec.ts";
import type { CommonForm, GuardFile } from "#src/features/workflows/workflow.ts";
import { noticeOf } from "#src/features/workflows/engine.ts";
import { currentAnswer } from "./beginning.ts";
import { runsOf, toRun } from "./repository.ts";
import { endWorkingRewrite } from "./rewrites/endRewrite.ts";
import { enqueueRun, runQueue } from "./queue.ts";
import { IdempotencyKeyUsedError, startOnce } from "./startOnce.ts";

export type StartDeps = Pick<Deps, "config" | "db" | "now" | "newId" | "engine" | "jobs" | "storage">;

/**
 * A workflow that can be started.
 * @throws ProductError 404 for no such workflow, 409 `workflow.notLive` for one that is not live or was switched off
 */
export async function liveWorkflow(name: string, db: Db): Promise<CompiledWorkflow> {
  const card = await offeredCard(name, db);
  if (!card) throw notFound("Workflow not found");
  const workflow = card.isProductionReady ? await loadWorkflow(name) : null;
  if (!workflow) throw conflict("workflow.notLive", "This workflow is not live yet");
  return workflow;
}

/** Says at which field of the form a file is missing, or which file's stored content cannot be read. */
function fileProblem(cause: unknown, at: string, index: number): unknown {
  if (cause instanceof LostFileError && cause.code === "files.lost") {
    const field = { path: `${at}.${index}`, message: "names a file that cannot be read", messageKey: "files.lost" };
    return new ProductError("files.lost", {
      status: 422,
      message: "Couldn't read an attached file",
      fields: [field],
      cause,
    });
  }
  if (!(cause instanceof ProductError) || cause.status !== 404) return cause;
  const field = { path: at, message: "names a file that is not there", messageKey: "files.gone" };
  return new ProductError("notFound", { status: 404, message: "File not found", fields: [field] });
}

/** The person's own files that a form names; somebody else's are not found. */
async function attachmentsOf(
  userId: string,
  form: CommonForm,
  at: string,
  deps: Pick<Deps, "db" | "storage" | "now">,
): Promise<GuardFile[]> {
  return Promise.all(
    form.attachments.map(async (id, index): Promise<GuardFile> => {
      const { file, text } = await readFileText({ userId, id }, deps).catch((cause: unknown) => {
        throw fileProblem(cause, `${at}.attachments`, index);
      });
      return {
        text,
        size: file.size,
        seconds: file.seconds,
        source: {
          id,
          url: `file:${id}`,
          title: file.name,
          publisher: "",
          publishedAt: null,
          contentHash: "",
          licence: "",
          retrievedAt: deps.now().toISOString(),
        },
      };
    }),
  );
}

/**
 * Refuses what the person's level may not.
 * @throws ProductError 402 `level.deepResearch` or `level.attachments`
 */
function requireLevel(form: CommonForm, { deepResearch, attachments }: Rights, at: string): void {
  if (form.depth === "deep" && !deepResearch)
    throw levelRefusal({
      right: "deepResearch",
      words: ["Your plan does not include deep runs", "Ihr Tarif enthält keine ausführlichen Läufe"],
      allows: (rights) => rights.deepResearch,
      path: `${at}.depth`,
    });
  const count = form.attachments.length;
  if (count > attachments)
    throw levelRefusal({
      right: "attachments",
      words: [`Your plan includes ${attachments} files per run`, `Ihr Tarif enthält ${attachments} Dateien je Lauf`],
      allows: (rights) => count <= rights.attachments,
      path: `${at}.attachments`,
    });
}

/**
 * The same of the files of a run together.
 * @throws ProductError 402 `level.attachmentBytes`
 */
function requireRoomForFiles(files: readonly GuardFile[], { attachmentBytes }: Rights, at: string): void {
  // A file that is named twice is read once.
  let bytes = 0;
  for (const size of new Map(files.map((file) => [file.source.id, file.size ?? 0])).values()) bytes += size;
  if (bytes <= attachmentBytes) return;
  const most = writtenBytes(attachmentBytes) / 1_000_000;
  throw levelRefusal({
    right: "attachmentBytes",
    words: [
      `Your plan includes up to ${most} MB of files per run`,
      `Ihr Tarif enthält bis zu ${most} MB an Dateien je Lauf`,
    ],
    allows: (rights) => bytes <= rights.attachmentBytes,
    path: `${at}.attachments`,
  });
}

/** Refuses what must not cost anything: level and guard speak before money. */
async function guard(
  of: { userId: string; workflow: CompiledWorkflow; form: CommonForm; projectId: string | undefined },
  at: string,
  deps: Pick<Deps, "config" | "db" | "storage" | "now">,
): Promise<void> {
  const { userId, workflow, form, projectId } = of;
  const rights = await personRights(userId, deps.db, deps);
  requireLevel(form, rights, at);
  const files = await attachmentsOf(userId, form, at, deps);
  requireRoomForFiles(files, rights, at);
  const start =
    workflow.continues && projectId !== undefined
      ? await currentAnswer({ userId, projectId, workflow }, deps.db)
      : null;
  const installed = { transcription: deps.config.transcriptionUrl !== undefined };
  const refusal = workflow.guard(form, files, installed, start ?? {});
  if (refusal) throw new ProductError(refusal.code, { status: 422, message: refusal.message });
}

/** What another run of a project costs, and whether it would change anything. */
interface NextRun {
  coins: number;
  isUnchanged: boolean;
}

/**
 * The next run of a project. A project that was written without AI is written by a model, once one is connected, at
 * no further charge; the same form on the same engine brings nothing new.
 */
async function nextRunOf(
  userId: string,
  of: { projectId: string | undefined; workflow: CompiledWorkflow; form: CommonForm },
  deps: Pick<Deps, "engine">,
  db: Db,
): Promise<NextRun> {
  const { workflow, form, projectId } = of;
  const last = projectId === undefined ? null : await runsOf(userId, db).lastResult(projectId);
  if (!last || last.workflow !== workflow.card.workflowName) return { coins: workflow.card.coins, isUnchanged: false };
  const { info } = deps.engine;
  const version = `${workflow.card.key}/${info.kind === "draft" ? "draft" : workflow.version}`;
  // The actual writer counts, not the expected one: a model may appear or disappear between start and execution.
  const wrote = last.result?.generator;
  const isSameWriter =
    wrote?.engine === info.kind &&
    wrote.provider === info.provider &&
    wrote.model === info.model &&
    wrote.promptVersion === version;
  const isSameForm = isDeepStrictEqual(last.form_values, JSON.parse(JSON.stringify(form)));
  // A returned result is not paid for. In workflows whose runs are separate steps, another step never was.
  const isPaid = last.returned_at === null && (!workflow.continues || isSameForm);
  return {
    coins: wrote?.engine === "draft" && info.kind === "model" && isPaid ? 0 : workflow.card.coins,
    isUnchanged:
      isSameWriter &&
      last.result?.isWhole === true &&
      !workflow.continues &&
      // Pages change without anybody here knowing.
      form.research !== "web" &&
      !workflow.readsRecords(form) &&
      isSameForm,
  };
}

/** Nothing has changed since the last run, so another would give the same result. */
const unchanged = (): ProductError => conflict("run.unchanged", "Nothing would change");

/** Price of a run before it is started, fixed for some minutes. Checks form and guard, so that a quote can be kept. */
export async function quoteRun(
  userId: string,
  wanted: { workflowName: string; formValues: unknown; projectId?: string | undefined },
  deps: StartDeps,
): Promise<Quote> {
  const workflow = await liveWorkflow(wanted.workflowName, deps.db);
  const form = parseForm(workflow, wanted.formValues, "formValues");
  await guard({ userId, workflow, form, projectId: wanted.projectId }, "formValues", deps);
  const next = await nextRunOf(userId, { projectId: wanted.projectId, workflow, form }, deps, deps.db);
  const { workflowName } = workflow.card;
  const quote = await makeQuote(
    { id: deps.newId(), owner: userId, workflow: workflowName, coins: next.coins, now: deps.now() },
    deps.db,
  );
  return {
    ...quote,
    expiresAt: quote.expiresAt.toISOString(),
    engine: noticeOf(deps.engine.info),
    isUnchanged: next.isUnchanged,
  };
}

export interface StartRequest {
  workflowName: string;
  enData: {
    formValues: unknown;
    quoteId?: string | undefined;
    projectId?: string | undefined;
    /** The scheduled outcome that the run writes. */
    outcomeId?: string | undefined;
  };
  /** Header `Idempotency-Key`. */
  key: string | null;
  /** Started by a schedule, without anyone waiting for it. */
  isScheduled?: boolean;
}

/**
 * Starts a run: project, run, held coins and place in the queue are one transaction. The same key with the same
 * request answers the same run, however often and however parallel, for as long as the run is kept: until its project
 * is erased, which is 24 hours after the deletion at the earliest. Then the key is a new one.
 * @throws ProductError `coins.notEnough`, `quote.expired`, `workflow.notLive`, `project.running`, `run.unchanged`, 402 `level.…`, a guard's refusal,
 * 400 without a usable key, 409 `idempotency.mismatch` for a used key with another request
 */
export async function startRun(userId: string, request: StartRequest, deps: StartDeps): Promise<Run> {
  const { workflowName, enData, key } = request;
  const rows = runsOf(userId, deps.db);
  return startOnce({ key, request: [workflowName, enData], rows, toAnswer: toRun }, async (used) => {
    const workflow = await liveWorkflow(workflowName, deps.db);
    const { card } = workflow;
    const { quoteId, projectId, outcomeId } = enData;
    const form = parseForm(workflow, enData.formValues, "enData.formValues");
    await guard({ userId, workflow, form, projectId }, "enData.formValues", deps);
    const settings = await settingsOf(userId, deps.db);
    let dropped: string | null = null;
    const started = await deps.db.transaction().execute(async (trx) => {
      const now = deps.now();
      await requireAccount(userId, trx);
      const runs = runsOf(userId, trx);
      const projects = projectsOf(userId, trx);
      // The last run of the project may be ending just now: its result counts.
      if (projectId) await projects.lock(projectId);
      const next = await nextRunOf(userId, { projectId, workflow, form }, deps, trx);
      if (next.isUnchanged && !(await runs.byKey(used.idempotency_key))) throw unchanged();
      const quoted = quoteId
        ? await spendQuote({ quoteId, owner: userId, workflow: card.workflowName, now }, trx)
        : next.coins;
      if (quoted === null) {
        // A start with the same key may just have spent it.
        if (await runs.byKey(used.idempotency_key)) throw new IdempotencyKeyUsedError();
        throw quoteExpired();
      }
      // What was offered for the project that is already paid is no price of another one.
      if (quoted === 0 && next.coins > 0) throw quoteExpired();
      // Never charges more than the quoted price, nor more than the current one.
      const coins = Math.min(quoted, next.coins);
      const runId = deps.newId();
      let stateBefore: number | null = null;
      const project = { id: projectId ?? deps.newId(), name: form.requirementTitle, formValues: form };
      if (projectId) {
        const before = await projects.lock(project.id);
        if (!before || before.workflow !== card.workflowName) throw notFound("Project not found");
        if (await runs.openOfProject(project.id)) {
          if (await runs.byKey(used.idempotency_key)) throw new IdempotencyKeyUsedError();
          throw conflict("project.running", "A run of this project is in work");
        }
        if (before.currentRevision !== null) stateBefore = (await projects.archivedFrom(project.id)) ?? before.state;
        // The run writes the whole document: what is being rewritten of this one costs nothing.
        dropped = await endWorkingRewrite(userId, project.id, trx, deps);
        await projects.update(project.id, { state: projectState.running, formValues: form, now });
      } else {
        await projects.insert({ ...project, workflow: card.workflowName, state: projectState.running, now });
      }
      if (outcomeId) await linkResult(userId, { outcomeId, projectId: project.id, now }, trx);
      const isNew = await runs.insert({
        id: runId,
        project_id: project.id,
        workflow: card.workflowName,
        coins,
        engine: JSON.stringify(noticeOf(deps.engine.info)),
        form_values: JSON.stringify(form),
        language: form.goalLanguage,
        time_zone: settings.calendarSettings.timeZone,
        is_scheduled: request.isScheduled ?? false,
        state_before: stateBefore,
        created_at: now,
        ...used,
      });
      if (!isNew) throw new IdempotencyKeyUsedError();
      await projects.update(project.id, { latestRunId: runId, now });
      if (coins > 0)
        await holdCoins(
          trx,
          { runId, owner: userId, coins, workflow: card.workflowName, projectId: project.id, at: now },
          deps.newId,
        );
      await enqueueRun(trx, { id: runId, userId }, deps);
      const row = await runs.find(runId);
      if (!row) throw new Error("the run was just written");
      return toRun(row);
    });
    deps.jobs.wake(runQueue.name);
    if (dropped !== null) await deps.jobs.cancel(dropped);
    return started;
  });
}
