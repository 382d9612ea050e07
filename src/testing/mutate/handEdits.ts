import type { Edit } from "./edit.ts";

const kit = "src/features/workflows/kit";
const any = {
  test: "keeps its document true, whatever is edited in whatever order",
  file: "src/features/workflows/randomEdits.test.ts",
};
const editing = "src/features/workflows/kit/editing.test.ts";
const bounds = "src/features/workflows/kit/editBounds.test.ts";

/** Plausible mistakes in editing by hand. */
export const handEdits: readonly Edit[] = [
  {
    name: "hand-sentence-not-owned",
    file: `${kit}/handText.ts`,
    find: ".filter((raw) => !known.stored.has(raw))",
    replace: ".filter((raw) => raw.length < 9 && !known.stored.has(raw))",
    caughtBy: any,
  },
  {
    name: "hand-untouched-sentence-owned",
    file: `${kit}/handText.ts`,
    find: "return { stored: whole, own: [] };",
    replace: "return { stored: whole, own: sentencesOf(whole, scene.context.language) };",
    caughtBy: { test: "keeps the marks of all paragraphs beside it", file: bounds },
  },
  {
    name: "hand-typed-mark-believed",
    file: `${kit}/handText.ts`,
    find: "if (head === undefined) return protectedText(sentence, scene.figures);",
    replace: "if (head === undefined) return sentence;",
    caughtBy: { test: "keeps the marks of all sentences beside one with a typed mark", file: bounds },
  },
  {
    name: "hand-typed-joiner-lost",
    file: `${kit}/claims.ts`,
    find: "    .replace(typedJoiner, `$&${joiner}`)\n",
    replace: "",
    caughtBy: { test: "typed marks and names of figures stay what was typed", file: editing },
  },
  {
    name: "hand-any-bracket-moved",
    file: `${kit}/claims.ts`,
    find: String.raw`((?:\s*\[(?:s\d{1,4}|form|own)\])+)/g, "$2$1")`,
    replace: String.raw`((?:\s*\[\w+\])+)/g, "$2$1")`,
    caughtBy: { test: "with marks and brackets is read as it was typed, by the person's hand", file: bounds },
  },
  {
    name: "hand-own-sentence-proven",
    file: `${kit}/claims.ts`,
    find: 'if (isOwn(at, raw)) return [{ ...base, check: "user", byHand: true }];',
    replace: 'if (isOwn(at, raw)) return [{ ...base, check: "user" }];',
    caughtBy: any,
  },
  {
    name: "hand-value-unchecked",
    file: `${kit}/editing.ts`,
    find: "if (section?.schema?.safeParse(value).success !== true)",
    replace: "if (!section?.schema)",
    caughtBy: { test: "that is too much for its section is refused", file: bounds },
  },
  {
    name: "hand-answer-left-out",
    file: `${kit}/editing.ts`,
    find: 'if (gap && (gap.answer !== undefined || !asked)) return refuse("stale");',
    replace: "",
    caughtBy: { test: "a gap that was answered is not left out: the answer would be gone", file: bounds },
  },
  {
    name: "hand-sections-without-end",
    file: "src/features/documents/document.ts",
    find: "paragraphs: list(passage) }))\n    .max(100)",
    replace: "paragraphs: list(passage) }))",
    caughtBy: { test: "a document takes a hundred sections of one's own and refuses the next", file: bounds },
  },
  {
    name: "hand-answer-not-shown",
    file: `${kit}/openQuestions.ts`,
    find: '!== section ? [] : answerParagraphs(gap.answer ?? "");',
    replace: "!== section ? [] : [block];",
    caughtBy: any,
  },
  {
    name: "hand-left-gap-open",
    file: `${kit}/openQuestions.ts`,
    find: 'const state = closed[at]?.state === "left" ? "left" : "open";',
    replace: 'const state = "open" as "open" | "left";',
    caughtBy: any,
  },
  {
    name: "hand-section-twice",
    file: `${kit}/layout.ts`,
    find: "if (result.includes(key)) return;",
    replace: "if (result.at(0) === key) return;",
    caughtBy: any,
  },
  {
    name: "hand-row-moved-copied",
    file: `${kit}/rowEditing.ts`,
    find: "rows.toSpliced(from, 1).toSpliced(change.to, 0, row)",
    replace: "rows.toSpliced(change.to, 0, row)",
    caughtBy: { test: "come, go and move, and keep their ids", file: editing },
  },
  {
    name: "hand-any-date",
    file: `${kit}/rowEditing.ts`,
    find: 'if (kind === "date" && !date.safeParse(text).success) return undefined;',
    replace: "",
    caughtBy: { test: "a date is a day of the calendar, or nothing", file: editing },
  },
  {
    name: "hand-gap-without-room",
    file: `${kit}/rowGaps.ts`,
    find: "...(limits ? { most: limits.most } : {}),",
    replace: "",
    caughtBy: { test: "a gap in a cell has the room that its column has for whoever edits the row", file: editing },
  },
  {
    name: "hand-form-outdates-nothing",
    file: `${kit}/core.ts`,
    find: "return [hashOf(asked), descriptionHash(scene.form)].join(betweenHashes);",
    replace: "return hashOf(asked);",
    caughtBy: {
      test: "what was written for another answer in the form is outdated, until it is written once more",
      file: `${kit}/rewriting.test.ts`,
    },
  },
];
