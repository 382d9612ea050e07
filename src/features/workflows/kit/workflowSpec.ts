import type { z } from "zod";
import type {
  Claim,
  DocumentFile,
  Gap,
  Issue,
  Proposal,
  Section,
  SectionInWork,
} from "#src/features/documents/document.ts";
import type { Edit, RewriteChoice, RewriteOffer, SectionEditor } from "#src/features/documents/edits.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import type { WorkflowKey } from "../rules.ts";
import type { CommonForm, GuardFile, GuardRefusal, Prompt, WorkflowCard, WorkflowContext } from "../workflow.ts";
import type { Bilingual } from "./bilingual.ts";
import type { StyleRule } from "./prompt.ts";
import type { Part, SectionDef } from "./sections.ts";
import type { Answer, Figures, ReadRequest, RunState, Scene } from "./state.ts";

/** What this installation has set up beyond a model. */
export interface Installed {
  /** Recordings can be transcribed. */
  transcription: boolean;
}

/** How much of what was wanted a result has. None: nothing is charged. */
export interface Coverage {
  found: number;
  wanted: number;
}

/** An attached file whose bytes go, and its text instead. */
export interface DiscardedFile {
  fileId: string;
  text: string;
}

/** A workflow as it is written: `form.ts` has the fields, `workflow.ts` this. */
export interface WorkflowSpec<Form extends CommonForm, Facts> {
  key: WorkflowKey;
  /** Grows whenever words of the prompt change; old documents are not affected. */
  version: number;
  /** Grows when a stored answer of before no longer fits; then `upgrade` brings old ones along. */
  shape?: number;
  upgrade?: (answer: Answer, shape: number) => Answer;
  form: z.ZodObject & z.ZodType<Form>;
  example: (today: string, language: AppLanguage) => Form;
  /**
   * Refuses a request before coins are held.
   * @param files texts of the attachments
   * @param start what the project holds that a run would continue; empty unless the workflow continues
   */
  guard?: (form: Form, files: readonly GuardFile[], installed: Installed, start: Answer) => GuardRefusal | null;
  /** Who writes, and what for: the first two lines of the prompt. */
  role: string;
  task: string;
  /** Rules of style that this workflow needs to break. */
  lifts?: readonly StyleRule[];
  /** What is to be read. Asked again with what was read and written, until it wants nothing new. */
  sources?: (scene: Scene<Form, Facts>) => readonly ReadRequest[];
  /** A run continues the document of its project; sections keep what earlier runs wrote. */
  continues?: true;
  /** Everything that can be computed of form, answer and what was read. */
  facts: (given: {
    form: Form;
    context: WorkflowContext;
    answer: Answer;
    start: Answer;
    textOf: (request: ReadRequest) => string | null;
  }) => Facts;
  /** A run of this form reads records of the person, which may be others by the next run. */
  readsRecords?: (form: Form) => boolean;
  /** Facts rest on form and sources alone: what is written changes none of them, so that they are computed once. */
  factsIgnoreAnswer?: true;
  /** Computed figures that texts may only name. */
  figures?: (scene: Scene<Form, Facts>) => Figures;
  /** Last change of a written text before people read it, such as a name that is another one by now. */
  reworded?: (text: string, facts: Facts) => string;
  /** Facts that every writer must know. */
  contextLines?: (scene: Scene<Form, Facts>) => string[];
  summary: (scene: Scene<Form, Facts>) => string;
  sections: readonly SectionDef<Form, Facts>[];
  /**
   * The sections that are handed on, such as an article, by key: `plain` ones without their title. The others are notes
   * beside it. None given: all are handed on.
   */
  deliverable?: Readonly<Record<string, NonNullable<Section["deliverable"]>>>;
  /** Files that people take along: subtitles, or a table as another program imports it. */
  files?: (scene: Scene<Form, Facts>) => DocumentFile[];
  assumptions?: (scene: Scene<Form, Facts>) => string[];
  questions?: (scene: Scene<Form, Facts>) => string[];
  /** What is noticed beyond what the kit checks; an error is repaired once and else fails the run. */
  checks?: (scene: Scene<Form, Facts>) => Issue[];
  /** Sentences of the codes of `checks`, with their params. */
  issueTexts?: Readonly<Record<string, Bilingual>>;
  effects?: (scene: Scene<Form, Facts>) => Proposal[];
  /** Attached files that are no longer needed after a successful run, each with the text that replaces it. */
  discards?: (scene: Scene<Form, Facts>) => DiscardedFile[];
  coverage?: (scene: Scene<Form, Facts>) => Coverage;
  /** Share of what was wanted, 0 to 1, below which the result may be returned for all of its coins. */
  returnableBelow?: number;
  /** What to change when nothing was found, as sentences in the language of the document, the most likely first. */
  hints?: (scene: Scene<Form, Facts>) => string[];
}

export interface ReadStep {
  kind: "read";
  key: string;
  requests: readonly ReadRequest[];
}
export interface AskStep {
  kind: "ask";
  /** Names parts and prompt: a changed prompt is a new step, the same one is not bought twice. */
  readonly key: string;
  parts: readonly Part[];
  readonly prompt: Prompt;
  schema: z.ZodType;
}

/** What a writer has given so far to a question. */
export interface PartialAnswer {
  step: AskStep;
  partial: unknown;
  /** It is the whole answer; the round that it belongs to may go on. */
  isWhole?: boolean;
}
export type Step = ReadStep | AskStep;

/** What an answer to a step amounts to after it was judged. */
export interface Verdict {
  errors: Issue[];
  warnings: Issue[];
}

/** What is left of a faulty answer when faults that cannot be repaired are taken out of it. */
export interface CleanedAnswer {
  state: RunState;
  /** Rows that were removed and are open now. */
  dropped: number;
  /** What cannot be taken out: the run fails. */
  fatal: Issue[];
}

/** Everything of a document that follows from form, sources and answer. */
export interface Assembled {
  title: string;
  summary: string;
  sections: Section[];
  data: Answer;
  claims: Claim[];
  assumptions: string[];
  openQuestions: string[];
  gaps: Gap[];
  issues: Issue[];
  proposals: Proposal[];
  discards: DiscardedFile[];
  files?: DocumentFile[];
  /** Sections whose prompt would read differently by now. */
  outdatedSections: string[];
  coverage: Coverage | null;
  /** So little was found that the person may return the result. */
  isReturnable: boolean;
  /** What to change; empty unless nothing was found. */
  hints: string[];
}

/** What an edit takes from outside: everything else follows from the state. */
export interface EditMoment {
  /** ISO instant. */
  now: string;
  /** Of a row or a section that is new, at most 30 characters. */
  newId: string;
  /** What a writer has proposed for the section, as it is stored: sentences of it that stay keep their marks. */
  proposed?: readonly string[];
}

/** A rewritten section as it is stored until the person answers. */
export interface RewrittenSection {
  section: string;
  /** The stored value of the section. */
  value: unknown;
  /** Rows that were there when it was asked for. */
  baseIds: readonly string[];
  /** Some rows were given up: what is missing was not left out on purpose. */
  keepsMissing: boolean;
}

export interface AssembleOptions {
  /** No writer took part. */
  isDraft?: boolean;
}

/** A workflow as the rest of the product uses it. All functions are pure: after a crash the same steps come again. */
export interface CompiledWorkflow<Form extends CommonForm = CommonForm> {
  card: WorkflowCard;
  version: number;
  /** Of the stored answer. */
  shape: number;
  continues: boolean;
  readsRecords(form: Form): boolean;
  form: z.ZodObject & z.ZodType<Form>;
  example: (today: string, language: AppLanguage) => Form;
  /** Schema of the stored answer. */
  answer: z.ZodType<Answer>;
  /** A stored answer brought to today's shape; null for one that can only be read. */
  open(answer: unknown, shape: number): Answer | null;
  /** @param installed nothing by default @param start nothing by default */
  guard(form: Form, files: readonly GuardFile[], installed?: Installed, start?: Answer): GuardRefusal | null;
  /** What to do now, side by side; nothing: the answer is complete. */
  planSteps(form: Form, context: WorkflowContext, state: RunState): { state: RunState; steps: Step[] };
  acceptAnswer(form: Form, context: WorkflowContext, state: RunState, step: AskStep, given: unknown): RunState;
  /** The same step without a writer: the person's own words, in the right place. */
  skeletonAnswer(form: Form, context: WorkflowContext, state: RunState, step: AskStep): RunState;
  /** @param state after the answer to the step was accepted */
  validate(form: Form, context: WorkflowContext, state: RunState, step: AskStep): Verdict;
  /** The question that asks again for the rows and sections with errors, and for nothing else. */
  repairStep(form: Form, context: WorkflowContext, state: RunState, step: AskStep, errors: readonly Issue[]): AskStep;
  /** Takes out what was not repaired: sentences with invented figures, faulty rows. */
  dropInvalid(
    form: Form,
    context: WorkflowContext,
    state: RunState,
    step: AskStep,
    errors: readonly Issue[],
  ): CleanedAnswer;
  /** The document of an answer. Runs at the end of a run, and again after each edit. */
  assemble(form: Form, context: WorkflowContext, state: RunState, options?: AssembleOptions): Assembled;
  /**
   * Edits the answer by hand. Text that the person did not touch keeps its marks and evidence.
   * @param at the instant of the edit, and an id for what it adds
   * @returns the new state, and the form when the edit fills a gap of it
   * @throws EditRefusedError when the edited text has changed or the value is invalid
   */
  edit(
    form: Form,
    context: WorkflowContext,
    state: RunState,
    edit: Edit,
    at: EditMoment,
  ): { state: RunState; form: Form };
  /** What of a section can be edited; null where nothing can. */
  editor(form: Form, context: WorkflowContext, state: RunState, section: string): SectionEditor | null;
  /** Keys of the sections that a writer can rewrite; computed ones are excluded. */
  rewritable(form: Form, context: WorkflowContext, state: RunState): string[];
  /** What a rewrite brought. @param after the state after the plan with `rewrite` was worked through from `before` */
  rewritten(
    before: RunState,
    after: RunState,
    section: string,
    of: Pick<RewrittenSection, "keepsMissing">,
  ): RewrittenSection;
  /** A rewritten section beside the current one; null when the section no longer exists. */
  rewriteOffer(form: Form, context: WorkflowContext, state: RunState, of: RewrittenSection): RewriteOffer | null;
  /**
   * Applies the person's choice of a rewritten section. Sentences of the writer keep their marks, all others are the
   * person's; the section is no longer outdated. Returns the same state when nothing changes.
   * @throws EditRefusedError when the text has changed or the choice is invalid
   */
  acceptRewrite(
    form: Form,
    context: WorkflowContext,
    state: RunState,
    of: RewrittenSection,
    choice: RewriteChoice,
    at: Omit<EditMoment, "proposed">,
  ): { state: RunState; form: Form };
  /** The document while it is being written: every section has its place, whether it is there or not. */
  preview(
    form: Form,
    context: WorkflowContext,
    state: RunState,
    writing: readonly PartialAnswer[],
  ): Pick<Assembled, "title" | "summary"> & { sections: SectionInWork[] };
}
