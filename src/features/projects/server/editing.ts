import type { Proposal, WorkflowDocument } from "#src/features/documents/document.ts";
import type { Edit, RewriteChoice, SectionEditor } from "#src/features/documents/edits.ts";
import { lockAccount } from "#src/features/account/server/usecases.ts";
import { loadWorkflow } from "#src/features/workflows/catalogue/registry.ts";
import { EditRefusedError } from "#src/features/workflows/kit/editing.ts";
import type { Answer, RunState } from "#src/features/workflows/kit/state.ts";
import { onlyRunsFollow } from "#src/features/workflows/rules.ts";
import { parseForm } from "#src/features/workflows/kit/formValues.ts";
import { storedDocument } from "#src/features/workflows/kit/storedDocument.ts";
import type { CompiledWorkflow, RewrittenSection } from "#src/features/workflows/kit/workflowSpec.ts";
import { openDocument, readsOf, stateOf, type StoredAnswer } from "./storedAnswer.ts";
import type { CommonForm, WorkflowContext } from "#src/features/workflows/workflow.ts";
import { type Change, changesBetween, withChanges } from "#src/kit/changes.ts";
import { badRequest, conflict, notFound } from "#src/kit/errors.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Db } from "#src/platform/tables.ts";
import type { Project, Revision } from "../contract.ts";
import { editedNote, maxDocumentLength, progressOf, stateWithOwnText } from "../rules.ts";
import { editsOf, type Sitting } from "./editRepository.ts";
import { projectsOf } from "./repository.ts";

type EditDeps = Pick<Deps, "db" | "storage" | "now" | "newId">;

/** Milliseconds without an edit after which the next one begins a revision of its own. */
const sittingMs = 30 * 60_000;

/** What a person takes of a section that was written once more. */
export interface RewriteAccepted {
  kind: "rewritten";
  of: RewrittenSection;
  choice: RewriteChoice;
}

/** Fields of the form that are others: the document is computed from them, without a run. */
export interface FormChange {
  kind: "form";
  values: Readonly<Record<string, unknown>>;
}

export interface EditRequest {
  projectId: string;
  /** Number and version that the person saw; absent for a change that names the text it was made on. */
  revision?: number;
  edits?: number;
  change: Edit | StepBack | FormChange | RewriteAccepted;
}

/** What a document is a function of, beside what was read for it. */
interface Source {
  answer: Answer;
  edits: RunState["edits"] | null;
  /** What its parts were asked for: a section that was written once more is no longer outdated. */
  done: RunState["done"];
  form: CommonForm;
}

/** A revision that is open for edits. */
export interface Opened {
  workflow: CompiledWorkflow;
  form: CommonForm;
  stored: StoredAnswer;
  context: WorkflowContext;
  state: RunState;
}

const readOnly = () => conflict("revision.readOnly", "This document can only be read");
const stale = () => conflict("revision.stale", "The document was changed elsewhere");
const tooLong = () => conflict("revision.tooLong", "The document holds no more text");

/**
 * A stored document with what it is computed from; null where its workflow cannot compute it again. The form is that of
 * the revision: the project may have the one of a run that is in work or came to nothing.
 */
async function openIfEditable(
  userId: string,
  { project, revision }: { project: Project; revision: Pick<Revision, "number" | "document"> },
  deps: Pick<Deps, "db" | "storage">,
): Promise<Opened | null> {
  const workflow = await loadWorkflow(project.workflow);
  const stored = workflow && openDocument(workflow, revision.document);
  if (!workflow || !stored) return null;
  const kept = await projectsOf(userId, deps.db).formOf(project.id, revision.number);
  const form = workflow.form.safeParse(kept ?? project.fields.formValues).data;
  if (!form) return null;
  const context: WorkflowContext = {
    now: stored.basis.now,
    timeZone: stored.basis.timeZone,
    language: stored.of.language,
    sources: [],
    // Nobody is asked: no prompt is made.
    fence: "",
  };
  return { workflow, form, stored, context, state: stateOf(stored, await readsOf(userId, stored, deps)) };
}

/** @throws ProductError 409 `revision.readOnly` for a document that its workflow cannot compute again */
async function openRevision(...of: Parameters<typeof openIfEditable>): Promise<Opened> {
  const opened = await openIfEditable(...of);
  if (!opened) throw readOnly();
  return opened;
}

/** What a stored document of a project proposes; null for one that can only be read. */
export async function proposalsOf(...of: Parameters<typeof openIfEditable>): Promise<Proposal[] | null> {
  const opened = await openIfEditable(...of);
  return opened && documentOf(opened, opened.form, opened.state).proposals;
}

/** The document of an answer, as its revision keeps it, and what it proposes now. */
function documentOf(
  { workflow, stored, context }: Opened,
  form: CommonForm,
  state: RunState,
): { document: WorkflowDocument; proposals: Proposal[] } {
  const { generator, basis } = stored.of;
  const isDraft = generator.engine === "draft";
  const assembled = workflow.assemble(form, context, state, { isDraft });
  const document = storedDocument(
    workflow,
    { assembled, state, context, isWhole: basis?.isWhole === true },
    { kind: generator.engine, provider: generator.provider, model: generator.model, isDraft },
  );
  return { document: { ...document, generator }, proposals: assembled.proposals };
}

/** The state with kept changes made to it: those of a step that is undone, or done again. */
function withStep({ form, state }: Opened, changes: readonly Change[]): { form: CommonForm; state: RunState } {
  const back = withChanges(sourceOf({ form, state }), changes) as Source;
  const { edits: _, ...rest } = state;
  const { answer, done, edits } = back;
  return { form: back.form, state: { ...rest, answer, done, ...(edits ? { edits } : {}) } };
}

const sourceOf = ({ form, state }: { form: CommonForm; state: RunState }): Source => ({
  answer: state.answer,
  edits: state.edits ?? null,
  done: state.done,
  form,
});

type StepBack = { kind: "undo" | "redo" };
const isStep = (change: EditRequest["change"]): change is StepBack => change.kind === "undo" || change.kind === "redo";

/** Edits that hold on a newer version too: they name the text that they were made on, or stand for themselves. */
const holdsAnyway = ({ kind }: EditRequest["change"]): boolean =>
  ["text", "prose", "fill", "leave", "tick", "form", "rewritten"].includes(kind);

/** A gap that somebody filled: whoever did not see that would write over it. */
const isAnswered = ({ edits }: RunState, change: EditRequest["change"]): boolean =>
  change.kind === "fill" &&
  Object.entries(edits?.gaps ?? {}).some(([at, { state }]) => at === change.at && state === "filled");

/** What else follows from a changed document, in its transaction. */
export type AfterEdit = (project: Project, proposals: Proposal[], trx: Db) => Promise<void>;

/**
 * Changes the newest document of a project by hand. All edits of one sitting are one revision; the one before stays.
 * An edit that was made on an older version holds where the text that it began with still stands.
 * @throws ProductError 409 `revision.stale`, `revision.readOnly`, `revision.nothingToUndo`, `revision.nothingToRedo`,
 * `revision.tooLong`, `project.running`; 404 for another person's project or a place that is gone; 400 for a value that does
 * not fit
 */
export async function editRevision(
  userId: string,
  wanted: EditRequest,
  deps: EditDeps,
  afterEdit: AfterEdit,
): Promise<{ revision: Revision; project: Project }> {
  const { projectId, change } = wanted;
  return deps.db.transaction().execute(async (trx) => {
    const projects = projectsOf(userId, trx);
    await lockAccount(userId, trx);
    const project = await projects.lock(projectId);
    const number = project?.currentRevision ?? null;
    const before = project && number !== null ? await projects.revision(projectId, number) : null;
    if (!project || number === null || !before) throw notFound("Project not found");
    if (progressOf(project.state) !== null) throw conflict("project.running", "A run is in work. Cancel it first.");
    const isSeen = wanted.revision === number && wanted.edits === before.edits;
    if (!isSeen && !holdsAnyway(change)) throw stale();

    const edits = editsOf(userId, trx);
    const sitting = await edits.sitting(projectId, number);
    if (!sitting) throw notFound("Revision not found");
    const now = deps.now();
    // On the connection of the transaction: whoever waits for the lock holds one of their own.
    const opened = await openRevision(userId, { project, revision: before }, { db: trx, storage: deps.storage });
    if (!isSeen && isAnswered(opened.state, change)) throw stale();
    const stepNumber = change.kind === "undo" ? sitting.step : sitting.step + 1;
    let next: { form: CommonForm; state: RunState };
    if (isStep(change)) {
      const changes = await edits.changes(sitting.id, stepNumber);
      if (!changes) throw nothingTo(change.kind);
      next = withStep(opened, changes);
      // The form was changed elsewhere since, and this step would leave one that no run takes.
      if (!opened.workflow.form.safeParse(next.form).success) throw stale();
    } else next = edited(opened, project, change, { now: now.toISOString(), newId: deps.newId().slice(-8) });
    const back = changesBetween(sourceOf(next), sourceOf(opened));
    const formValues = formOfProject(project, opened, next.form, change);
    if (back.length === 0) {
      const updated = formValues && (await projects.update(projectId, { formValues }));
      return { revision: before, project: updated ?? project };
    }

    const { document, proposals } = documentOf(opened, next.form, next.state);
    if (!isStep(change) && isTooLong(document, before.document)) throw tooLong();
    const place = { revisionId: sitting.id, number, step: stepNumber };
    if (!isStep(change) && !isOngoing(before, sitting, now)) {
      place.revisionId = deps.newId();
      place.step = 1;
      place.number = await projects.addRevision({
        id: place.revisionId,
        projectId,
        runId: null,
        document,
        formValues: next.form,
        note: editedNote,
        state: stateWithOwnText(project.state),
        now,
      });
    }
    await edits.keepStep(place.revisionId, { number: place.step, changes: back, isNew: !isStep(change) });
    const last = change.kind === "undo" ? place.step - 1 : place.step;
    await edits.write(place.revisionId, { document, form: next.form, step: last, now });
    const updated = await projects.update(projectId, {
      state: stateWithOwnText(project.state),
      ...(formValues ? { formValues } : {}),
      now,
    });
    const revision = await projects.writtenRevision(projectId, place.number, document);
    if (!updated || !revision) throw notFound("Project not found");
    await afterEdit(updated, proposals, trx);
    return { revision, project: updated };
  });
}

/** Whether an edit belongs to the sitting of the newest revision; else it begins one. */
const isOngoing = ({ note }: Revision, { editedAt }: Sitting, now: Date): boolean =>
  note === editedNote && editedAt !== null && now.getTime() - editedAt.getTime() < sittingMs;

/** Whether an edit takes a document beyond what one may hold. One that is longer already may become shorter. */
function isTooLong(document: WorkflowDocument, before: Revision["document"]): boolean {
  const { length } = JSON.stringify(document);
  return length > maxDocumentLength && length > JSON.stringify(before).length;
}

const nothingTo = (kind: "undo" | "redo") =>
  kind === "undo"
    ? conflict("revision.nothingToUndo", "There is nothing to undo")
    : conflict("revision.nothingToRedo", "There is nothing to do again");

/** A form whose fields that only a run can follow are those of another one. */
const withRunFields = (form: object, run: object): Record<string, unknown> =>
  Object.fromEntries([
    ...Object.entries(form).filter(([name]) => !onlyRunsFollow.has(name)),
    ...Object.entries(run).filter(([name]) => onlyRunsFollow.has(name)),
  ]);

/** The project's form after an edit, which may be another one than that of its document; null where it stays. */
function formOfProject(
  { fields: { formValues } }: Project,
  { form }: Opened,
  next: CommonForm,
  { kind }: EditRequest["change"],
): object | null {
  if (kind === "form") return withRunFields(next, formValues);
  return next === form ? null : (withChanges(formValues, changesBetween(form, next)) as object);
}

/**
 * The form that the person sees, with what they changed in it.
 * @throws ProductError 400 for a field that is not valid, or that only a run can follow
 */
function formAfter({ workflow, form }: Opened, { fields }: Project, { values }: FormChange): CommonForm {
  const next = parseForm(workflow, { ...withRunFields(fields.formValues, form), ...values }, "change.values");
  const fixed = Object.keys(values).filter(
    (name) =>
      onlyRunsFollow.has(name) &&
      changesBetween(Reflect.get(form, name) ?? null, Reflect.get(next, name) ?? null).length > 0,
  );
  if (fixed.length > 0) {
    const fields = fixed.map((name) => ({ path: `change.values.${name}`, message: "takes a run to follow" }));
    throw badRequest("What is read, and in which language, takes a run to change", fields);
  }
  return next;
}

/** The state after an edit; refusals of the kit become answers of the API. */
function edited(
  opened: Opened,
  project: Project,
  change: Edit | FormChange | RewriteAccepted,
  at: { now: string; newId: string },
) {
  const { workflow, form, context, state } = opened;
  if (change.kind === "form") return { state, form: formAfter(opened, project, change) };
  try {
    return change.kind === "rewritten"
      ? workflow.acceptRewrite(form, context, state, change.of, change.choice, at)
      : workflow.edit(form, context, state, change, at);
  } catch (error) {
    if (!(error instanceof EditRefusedError)) throw error;
    if (error.reason === "stale") throw stale();
    if (error.reason === "gone") throw notFound("There is nothing to change at this place");
    throw badRequest("The value does not fit", [{ path: "change", message: "does not fit this place" }]);
  }
}

/**
 * The newest revision of a project with everything that it is computed from; null while there is none.
 * @throws ProductError 404 for another person's project, 409 `revision.readOnly`
 */
export async function openNewestRevision(
  userId: string,
  projectId: string,
  deps: Pick<Deps, "db" | "storage">,
): Promise<{ project: Project; revision: Revision; opened: Opened } | null> {
  const projects = projectsOf(userId, deps.db);
  const project = await projects.find(projectId);
  if (!project) throw notFound("Project not found");
  if (project.currentRevision === null) return null;
  const revision = await projects.revision(projectId, project.currentRevision);
  if (!revision) throw notFound("Revision not found");
  return { project, revision, opened: await openRevision(userId, { project, revision }, deps) };
}

/** What of a section can be edited; null where nothing can. @throws ProductError 404, 409 `revision.readOnly` */
export async function sectionEditorOf(
  userId: string,
  wanted: { projectId: string; number: number; section: string },
  deps: Pick<Deps, "db" | "storage">,
): Promise<SectionEditor | null> {
  const projects = projectsOf(userId, deps.db);
  const [project, revision] = await Promise.all([
    projects.find(wanted.projectId),
    projects.revision(wanted.projectId, wanted.number),
  ]);
  if (!project || !revision) throw notFound("Revision not found");
  const { workflow, form, context, state } = await openRevision(userId, { project, revision }, deps);
  return workflow.editor(form, context, state, wanted.section);
}
