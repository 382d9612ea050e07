import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isExportable } from "#src/testing/edits/exports.ts";
import {
  asksOnce,
  closesGaps,
  expectSame,
  hasPlacesOnce,
  isFunctionOfWhatIsStored,
  isStorable,
  keepsWhatWasTyped,
  leavesOthers,
  showsAnswers,
  storedOf,
} from "#src/testing/edits/laws.ts";
import {
  anyMove,
  columnAt,
  documentOf,
  editOf,
  fittingValue,
  type Move,
  type OpenDocument,
} from "#src/testing/edits/moves.ts";
import {
  contextOf,
  fromPages,
  fromSample,
  inputsOf,
  sampleOf,
  samplePagesOf,
  simulate,
  today,
} from "#src/testing/simulatedRun.ts";
import { rewrittenBy } from "#src/testing/edits/rewrites.ts";
import { type Change, changesBetween, withChanges } from "#src/kit/changes.ts";
import { noHandEdits } from "#src/features/documents/document.ts";
import type { Edit } from "#src/features/documents/edits.ts";
import { workflowLoaders } from "./catalogue/registry.ts";
import { EditRefusedError } from "./kit/editing.ts";
import type { CompiledWorkflow } from "./kit/workflowSpec.ts";
import type { CommonForm } from "./workflow.ts";

/*
 * Documents of every workflow in the hands of somebody who does anything in any order. EDIT_RUNS is the number of such
 * sittings for each workflow and language; they are new ones each time, and EDIT_SEED repeats them. Without either, the
 * same two sittings are run each time.
 */
const isLong = process.env["EDIT_RUNS"] !== undefined;
const numRuns = Number(process.env["EDIT_RUNS"] ?? 2);
const seed = Number(process.env["EDIT_SEED"] ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : 20_261_125));
const languages = ["en", "de"] as const;

/** What undo and redo go between. */
interface Source {
  answer: unknown;
  edits: unknown;
  done: unknown;
  form: unknown;
}
const sourceOf = ({ state, form }: OpenDocument): Source => ({
  answer: state.answer,
  edits: state.edits ?? null,
  done: state.done,
  form,
});
const json = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

function withSource(of: OpenDocument, source: Source): OpenDocument {
  const { edits: _, ...state } = of.state;
  const { answer, edits, done, form } = source as Pick<OpenDocument["state"], "answer" | "done"> & {
    edits: typeof of.state.edits | null;
    form: CommonForm;
  };
  return {
    ...of,
    form: of.workflow.form.parse(form),
    state: { ...state, answer, done, ...(edits ? { edits } : {}) },
  };
}

/** The document after an edit; null where it was refused. */
function edited(of: OpenDocument, edit: Edit, newId: string): OpenDocument | null {
  try {
    return { ...of, ...of.workflow.edit(of.form, of.context, of.state, edit, { now: today, newId }) };
  } catch (error) {
    if (error instanceof EditRefusedError) return null;
    throw error;
  }
}

/** The form with one field as another form has it; null for what the workflow does not take. */
function otherForm({ workflow, form }: OpenDocument, forms: readonly CommonForm[], { which, how }: Move) {
  const from = forms[which % forms.length] ?? form;
  const names = Object.keys(from).filter((name) => !["goalLanguage", "attachments"].includes(name));
  const name = names[how % names.length] ?? "";
  return workflow.form.safeParse({ ...form, [name]: Reflect.get(from, name) }).data ?? null;
}

const gapsTaken = (of: OpenDocument, which: number): void => {
  const gaps = documentOf(of).gaps.filter(({ state }) => state === "open");
  for (const { at, isField } of gaps.slice(which % Math.max(1, gaps.length)).slice(0, 3)) {
    const values = ["Forty words of mine", "https://example.org", "12", "2027-01-02"];
    const column = columnAt(of, at);
    const wanted = column ? [fittingValue(column, values[0] ?? "", which)] : values;
    const isTaken = wanted.some((text) => edited(of, { kind: "fill", at, text }, "g1") !== null);
    expect([at, isTaken]).toEqual([at, isField !== true]);
  }
};

for (const [key, load] of Object.entries(workflowLoaders)) {
  const workflow: CompiledWorkflow = await load();
  describe.each(languages)(`workflow ${key}, %s`, (language) => {
    const pages = samplePagesOf(key, language);
    const attachments = pages.some(({ file }) => file) ? ["01980000-0000-7000-8000-000000000001"] : [];
    const forms = inputsOf(key, language).map((input) => workflow.form.parse(input));

    /** The first of each sitting's documents: by a model, then skeletons of the example and of realistic forms. */
    const opened = new Map<number, Promise<OpenDocument>>();
    const begin = (at: number): Promise<OpenDocument> => {
      const known = opened.get(at);
      if (known) return known;
      const example = { ...workflow.form.parse(workflow.example(today, language)), attachments };
      const form = at < 2 ? example : (forms[at - 2] ?? example);
      const write = at === 0 ? { write: fromSample(sampleOf(key, language)), read: fromPages(pages) } : {};
      const made = simulate(workflow, form, write).then(({ state }) => ({
        workflow,
        form,
        context: contextOf(form.goalLanguage),
        state,
        isDraft: at > 0,
      }));
      opened.set(at, made);
      return made;
    };

    test(
      "keeps its document true, whatever is edited in whatever order",
      async () => {
        const sitting = fc.record({
          start: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(1 + forms.length)),
          moves: fc.array(anyMove, { minLength: 4, maxLength: 14 }),
          last: fc.nat(10_000),
        });
        await fc.assert(
          fc.asyncProperty(sitting, async ({ start, moves, last }) => {
            const first = await begin(start);
            let now = first;
            let document = documentOf(now);
            const firstDocument = document;
            const undone: Change[][] = [];
            const done: Change[][] = [];
            const go = (to: OpenDocument, from: Change[][], into: Change[][]): void => {
              into.push(json(changesBetween(sourceOf(to), sourceOf(now))));
              now = to;
              document = documentOf(now);
            };
            const step = (from: Change[][], into: Change[][]): void => {
              const changes = from.pop();
              if (changes) go(withSource(now, withChanges(sourceOf(now), changes) as Source), from, into);
            };
            for (const [index, move] of moves.entries()) {
              const edit = editOf(move, now, document, now.state.edits ?? noHandEdits);
              if (edit === null) continue;
              if (edit.kind === "undo") step(done, undone);
              else if (edit.kind === "redo") step(undone, done);
              else {
                const before = document;
                const form = edit.kind === "form" ? otherForm(now, forms, move) : null;
                const to =
                  edit.kind === "rewrite"
                    ? rewrittenBy(now, move)
                    : edit.kind === "form"
                      ? form && { ...now, form }
                      : edited(now, edit, `n${String(index)}`);
                if (to === null) continue;
                undone.length = 0;
                go(to, undone, done);
                if (edit.kind !== "form" && edit.kind !== "rewrite") {
                  leavesOthers(edit, before, document);
                  keepsWhatWasTyped(edit, before, document, now);
                  closesGaps(edit, before, document, now);
                }
              }
              hasPlacesOnce(document);
              asksOnce(document);
              showsAnswers(now, document);
            }
            isFunctionOfWhatIsStored(now, document);
            isStorable(now, document);
            gapsTaken(now, last);
            const stored = storedOf(now, document);
            // Word files are dear to make: one of a handful is enough.
            if (last % 4 === 0) await isExportable(stored);
            const lastDocument = document;
            const steps = done.length;
            while (done.length > 0) step(done, undone);
            expectSame(document, firstDocument);
            while (undone.length > 0 && done.length < steps) step(undone, done);
            expectSame(json(document), json(lastDocument));
          }),
          { numRuns, seed, endOnFailure: true },
        );
      },
      30_000 + numRuns * 4_000,
    );
  });
}
