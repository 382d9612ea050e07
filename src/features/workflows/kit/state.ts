import type { CommonForm, SourceRequest, SourceText, WorkflowContext } from "../workflow.ts";
import type { HandEdits } from "#src/features/documents/document.ts";
import type { SilentService } from "../domain/silentServices.ts";
import type { Bilingual, DraftLanguage, Translate } from "./bilingual.ts";

/*
 * What a run knows at one moment. Everything of a workflow is a pure function of it, so a run can stop after any step
 * and go on anywhere.
 */

/** A request for material. Its key is its JSON, so asking twice reads once. */
export type ReadRequest = SourceRequest & {
  /** For code alone: no writer sees what it brings, unless code makes it the material of a single part. */
  hidden?: true;
};

/** Files and pages that one step reads, at most. */
export const maxReadTogether = 12;

export const requestKey = (request: ReadRequest): string => JSON.stringify(request);

/** What became of a request: a search brings several sources, a page or a file one, a failure none. */
export interface ReadResult {
  /** `requestKey` of the request. */
  request: string;
  hidden: boolean;
  sources: readonly SourceText[];
  /** Services that failed at it, or answered in part; absent when none did. */
  silent?: readonly SilentService[];
}

/** What writers and code gave, by section key. Stored with the document; the document is computed from it. */
export type Answer = Readonly<Record<string, unknown>>;

/** Characters that the model of a run takes in one question, instructions included. */
export interface Room {
  prompt: number;
  answer: number;
}

/** Characters a token stands for at least, in the languages of the product. Deliberately low: German needs more tokens. */
export const charactersPerToken = 3;

/** A hosted model: the prompt is limited by what a question should cost, the answer by how long a person waits. */
export const wideRoom: Room = { prompt: 240_000, answer: 12_000 };
/** A local model with a context of 8,192 tokens. */
export const narrowRoom: Room = { prompt: 16_500, answer: 6_000 };

/** A request to rewrite: rows (none: the whole section), and the person's wish. */
export interface RewriteRequest {
  key: string;
  ids: readonly string[];
  /** The person's instruction; empty for none. */
  wish: string;
}

export interface RunState {
  reads: readonly ReadResult[];
  answer: Answer;
  /** Parts that this run has written, with the hash of what was asked: what is here is not asked for again. */
  done: Readonly<Record<string, string>>;
  rewrite?: RewriteRequest;
  /** The answer with which this run began: what an earlier run of the project wrote, else nothing. */
  start: Answer;
  room: Room;
  /** Translations of fixed texts, see `translateIn`. */
  words?: Readonly<Record<string, string>>;
  /** What the person has changed by hand since; absent while a run is on. */
  edits?: HandEdits;
}

/** Whether a gap is closed: filled, or left out by the person. */
export const isClosed = ({ edits }: RunState, at: string): boolean => edits?.gaps[at] !== undefined;

/** Answers of the person that belong to a section but to none of its texts. */
export const answersIn = ({ edits }: RunState, section: string): { question: string; answer: string }[] =>
  Object.entries(edits?.gaps ?? {}).flatMap(([at, { question, answer = "" }]) =>
    at.startsWith(`${section}/`) && answer !== "" ? [{ question, answer }] : [],
  );

/** Sentences and answers of a section that the person has written by hand. */
export const handTextsIn = (state: RunState, section: string): string[] => [
  ...Object.entries(state.edits?.own ?? {}).flatMap(([unit, { sentences }]) =>
    unit === section || unit.startsWith(`${section}/`) ? sentences : [],
  ),
  ...answersIn(state, section).map(({ answer }) => answer),
];

/** A question to the person, and where its answer goes. */
export interface PersonQuestion {
  at: string;
  question: string;
  /** Characters that fit into its place. */
  most?: number;
}

export const emptyState = (room: Room): RunState => ({ reads: [], answer: {}, done: {}, start: {}, room });

/** What the functions of a workflow are given: form, state, and what was computed from both. */
export interface Scene<Form extends CommonForm = CommonForm, Facts = unknown> {
  form: Form;
  /** Computed from form, answer and sources; never stored, so it follows every edit. */
  facts: Facts;
  /** `sources` are those that writers may see. */
  context: WorkflowContext;
  state: RunState;
  answer: Answer;
  language: DraftLanguage;
  translate: Translate;
  /** Several texts at once: the head of a table. */
  translateAll: (...texts: readonly Bilingual[]) => string[];
  /** A written text as people read it: figures filled in, marks of sources taken off. */
  show: (text: string) => string;
  /** Text that a request brought; null while it was not read, empty when it failed. */
  textOf: (request: ReadRequest) => string | null;
  /** Sections are being written just now: what is open is no gap yet. */
  isWriting: boolean;
}

/** A value that code computed and that texts may only name, `{lowestCash}`. */
export interface Figure {
  label: Bilingual;
  /** As shown in the text. */
  text: string;
  /** The sum as it would be written by hand. */
  how?: string;
}
export type Figures = Readonly<Record<string, Figure>>;
