import type { Edit } from "./edit.ts";

const suite = "src/features/workflows/suite.test.ts";
const kit = "src/features/workflows/kit";
const told = "tells every field of the form in each of its prompts";
const whole = "takes its sample whole in a wide room";
const rewritten = "keeps ids, suggestions and everything else when a section is written once more";
const previewed = "shows every beginning of an answer, and no gap while it is written";
const proposed = "proposes what other areas take, under keys that stay and are not given twice";

/** Plausible mistakes in what workflows are made with: the suite over all workflows must notice each. */
export const kitEdits: readonly Edit[] = [
  {
    name: "kit-computed-field-untold",
    file: `${kit}/prompt.ts`,
    find: "if (steering.has(name) || rule === false) return [];",
    replace: "if (steering.has(name) || rule !== undefined) return [];",
    caughtBy: { test: told, file: suite },
  },
  {
    name: "kit-zero-untold",
    file: `${kit}/prompt.ts`,
    find: 'return value === null || value === undefined ? ""',
    replace: 'return !value ? ""',
    caughtBy: { test: told, file: suite },
  },
  {
    name: "kit-hidden-material-told",
    file: `${kit}/core.ts`,
    find: "reads.filter(({ hidden }) => !hidden).flatMap",
    replace: "reads.flatMap",
    caughtBy: { test: "never shows hidden material to a writer", file: suite },
  },
  {
    name: "kit-material-of-others-told",
    file: `${kit}/prompt.ts`,
    find: "    own.length > 0\n      ? own\n      : context.sources",
    replace: "    own.length > 9\n      ? own\n      : context.sources",
    caughtBy: { test: "shows the writer of a part with its own material nothing of another part's", file: suite },
  },
  {
    name: "kit-made-up-quote-kept",
    file: `${kit}/columns.ts`,
    find: "if (isQuoteIn(value, material)) return value.trim();",
    replace: "if (isQuoteIn(value, material) || value.length > 8) return value.trim();",
    caughtBy: { test: "takes out quotes that nobody said, and believes no mark", file: suite },
  },
  {
    name: "kit-mark-believed",
    file: `${kit}/claims.ts`,
    find: 'if (marks.includes("form") && isSupportedByForm(sentence, formText, language))',
    replace: 'if (marks.includes("form"))',
    caughtBy: { test: "takes out quotes that nobody said, and believes no mark", file: suite },
  },
  {
    name: "kit-language-unjudged",
    file: `${kit}/answerValidation.ts`,
    find: "...wrongLanguage(written, scene.form.goalLanguage),",
    replace: "...wrongLanguage([], scene.form.goalLanguage),",
    caughtBy: { test: "does not charge for another language than asked for", file: suite },
  },
  {
    name: "kit-figures-unjudged",
    file: `${kit}/answerValidation.ts`,
    find: "!isFiction),\n        givenTo(scene, step.parts),",
    replace: "!isFiction),\n        [...givenTo(scene, step.parts), allText(scene.answer)],",
    caughtBy: { test: "does not charge for invented figures", file: suite },
  },
  {
    name: "kit-invented-sentence-kept",
    file: `${kit}/answerValidation.ts`,
    find: ".filter((sentence) => !isOut(sentence))",
    replace: "",
    caughtBy: { test: "takes out one sentence with an invented figure, and leaves the rest as it is", file: suite },
  },
  {
    name: "kit-lines-lost",
    file: `${kit}/answerValidation.ts`,
    find: '    .join("\\n")\n    .trim();',
    replace: '    .join(" ")\n    .trim();',
    caughtBy: { test: "takes out one sentence with an invented figure, and leaves the rest as it is", file: suite },
  },
  {
    name: "kit-missing-rows-unnoticed",
    file: `${kit}/lists.ts`,
    find: "(now?.includes(id) ?? true) && !given.has(id)",
    replace: "(now?.includes(id) ?? false) && !given.has(id)",
    caughtBy: { test: "asks for missing rows alone, once", file: suite },
  },
  {
    name: "kit-repair-asks-for-all",
    file: `${kit}/answerValidation.ts`,
    find: "ids: isWhole ? part.ids : part.ids.filter((id) => rows.includes(id))",
    replace: "ids: part.ids",
    caughtBy: { test: "asks for missing rows alone, once", file: suite },
  },
  {
    name: "kit-repair-drops-the-rest",
    file: `${kit}/lists.ts`,
    find: "return [...of(scene).filter(({ id }) => !byId.has(id)), ...byId.values()];",
    replace: "return [...byId.values()];",
    caughtBy: { test: whole, file: suite },
  },
  {
    name: "kit-question-named-by-parts",
    file: `${kit}/core.ts`,
    find: "#${hashOf(system + user)}`",
    replace: "#${hashOf(system)}`",
    caughtBy: { test: "asks again when what it would ask has changed", file: suite },
  },
  {
    name: "kit-question-named-by-chance",
    file: `${kit}/core.ts`,
    find: "#${hashOf(system + user)}`",
    replace: "#${hashOf(system + user + String(Math.random()))}`",
    caughtBy: { test: "goes on after every question, and buys no answer twice", file: suite },
  },
  {
    name: "kit-written-parts-forgotten",
    file: `${kit}/planning.ts`,
    find: "return { ...state, answer, done: { ...state.done, ...Object.fromEntries(done) } };",
    replace: "return { ...state, answer, done: Object.fromEntries(done) };",
    caughtBy: { test: "goes on after every round with the same questions", file: suite },
  },
  {
    name: "kit-ids-by-position",
    file: `${kit}/rows.ts`,
    find: "return after.map((row) => ({ ...row, id: ids.get(row) ?? `${prefix}-${++last}` }));",
    replace: "return after.map((row, at) => ({ ...row, id: before[at]?.id ?? `${prefix}-${++last}` }));",
    caughtBy: { test: rewritten, file: suite },
  },
  {
    name: "kit-ids-always-new",
    file: `${kit}/rows.ts`,
    find: "id: ids.get(row) ?? `${prefix}-${++last}`",
    replace: "id: `${prefix}-${++last}`",
    caughtBy: { test: rewritten, file: suite },
  },
  {
    name: "kit-row-rewrites-its-section",
    file: `${kit}/lists.ts`,
    find: "rewrite ? rewrite.length === 0 || rewrite.includes(id)",
    replace: "rewrite ? rewrite.length >= 0 || rewrite.includes(id)",
    caughtBy: { test: "writes one row once more and leaves the others alone", file: suite },
  },
  {
    name: "kit-gap-in-preview",
    file: `${kit}/assembling.ts`,
    find: "blocks: section.blocks(scene).filter((block) => !isGap(block)),",
    replace: "blocks: section.blocks(scene),",
    caughtBy: { test: previewed, file: suite },
  },
  {
    name: "kit-open-cells-in-preview",
    file: `${kit}/rows.ts`,
    find: "return gaps.isOpen(scene, row, name) && !scene.isWriting ?",
    replace: "return gaps.isOpen(scene, row, name) ?",
    caughtBy: { test: previewed, file: suite },
  },
  {
    name: "kit-half-written-row-ends-preview",
    file: `${kit}/assembling.ts`,
    find: "value.filter((item) => item !== null && item !== undefined)",
    replace: "value",
    caughtBy: { test: "shows answers of any shape without failing", file: suite },
  },
  {
    name: "kit-entry-ends-before-it-begins",
    file: `${kit}/effects.ts`,
    find: "addMinutes(time, minutes)",
    replace: "addMinutes(time, -minutes)",
    caughtBy: { test: proposed, file: suite },
  },
  {
    name: "kit-entry-without-its-item",
    file: `${kit}/effects.ts`,
    find: "      requires: [key],\n",
    replace: "",
    caughtBy: { test: proposed, file: suite },
  },
  {
    name: "kit-prompt-past-its-room",
    file: `${kit}/prompt.ts`,
    find: "${passagesOf(text, about, longestSource, context.language)}",
    replace: "${text}",
    caughtBy: { test: "keeps its prompts within the room, however long form and material are", file: suite },
  },
  {
    name: "refused-occurrence-hides-the-next",
    file: "src/kit/text.ts",
    find: "length = accepted ? 0 : (borders[length - 1] ?? 0);",
    replace: "length = 0;",
    caughtBy: { test: "are those that a search at every position finds", file: "src/kit/text.test.ts" },
  },
];
