import type { RewriteChoice, RewriteOffer } from "#src/features/documents/edits.ts";
import { EditRefusedError } from "#src/features/workflows/kit/editing.ts";
import type { RewrittenSection } from "#src/features/workflows/kit/workflowSpec.ts";
import { today } from "#src/testing/simulatedRun.ts";
import type { Move, OpenDocument } from "./moves.ts";

/* A section that a writer writes once more, and a person who takes some of it. */

type Cells = Record<string, unknown>;
const isRow = (value: unknown): value is Cells => typeof value === "object" && value !== null && "id" in value;

/** A text in other words, sometimes with the mark of the form behind it. */
const inOtherWords = (text: string, { how }: Move): string =>
  how % 3 === 0 ? `${text} In other words.` : text.replace(/\p{L}{5,}/u, "Otherwise");

/** What a writer makes of a section's value: a passage or a row in other words, one fewer, or one more. */
function writtenAgain(value: unknown, move: Move): unknown {
  if (!Array.isArray(value) || value.length === 0) return value;
  const items: unknown[] = value;
  const at = move.which % items.length;
  const item = items[at];
  if (move.how % 5 === 1 && items.length > 1) return items.toSpliced(at, 1);
  if (move.how % 5 === 2 && isRow(item)) return items.toSpliced(at, 0, { ...item, id: `${String(item["id"])}9` });
  if (typeof item === "string") return items.with(at, inOtherWords(item, move));
  if (!isRow(item)) return value;
  const changed = Object.entries(item).map(([name, text]) =>
    typeof text === "string" && text.includes(" ") ? [name, inOtherWords(text, move)] : [name, text],
  );
  return items.with(at, Object.fromEntries(changed));
}

/** What a person takes of an offer: every second change, all, or their own words between. */
function choiceOf(offer: RewriteOffer, section: string, { how, text }: Move): RewriteChoice {
  if (offer.kind === "prose") {
    const mixed = how % 2 === 0 ? offer.after : [...offer.after.slice(0, 1), ...offer.before.slice(1)];
    return { kind: "prose", was: offer.before, paragraphs: how % 3 === 0 ? [...mixed, text.slice(0, 400)] : mixed };
  }
  const taken = offer.rows.filter((_, index) => how % 2 === 0 || index % 2 === 0);
  return {
    kind: "rows",
    cells: taken.flatMap(({ id, before, after }) =>
      before === null || after === null
        ? []
        : Object.keys(after)
            .filter((name) => before[name] !== after[name])
            .map((name) => ({ at: `${section}/${id}/${name}`, was: before[name] ?? "", text: after[name] ?? "" })),
    ),
    add: taken.flatMap(({ id, before, after }) => (before === null && after !== null ? [{ id, cells: after }] : [])),
    remove: taken.flatMap(({ id, after }) => (after === null ? [id] : [])),
  };
}

/** The document after a section was written once more and answered; null where there is none, or nothing of it fits. */
export function rewrittenBy(of: OpenDocument, move: Move): OpenDocument | null {
  const { workflow, form, context, state } = of;
  const sections = workflow.rewritable(form, context, state);
  const section = sections[move.which % Math.max(1, sections.length)];
  if (section === undefined) return null;
  const value = writtenAgain(state.answer[section], move);
  const after = { ...state, answer: { ...state.answer, [section]: value } };
  // What does not fit the section's own shape never leaves the engine.
  if (!workflow.answer.safeParse(after.answer).success) return null;
  const written: RewrittenSection = workflow.rewritten(state, after, section, { keepsMissing: move.how % 4 === 0 });
  const offer = workflow.rewriteOffer(form, context, state, written);
  if (!offer) return null;
  try {
    const choice = choiceOf(offer, section, move);
    return { ...of, ...workflow.acceptRewrite(form, context, state, written, choice, { now: today, newId: "w1" }) };
  } catch (error) {
    if (error instanceof EditRefusedError) return null;
    throw error;
  }
}
