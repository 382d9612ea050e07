import { prices, type WorkflowKey, workflowKeys } from "#src/features/workflows/rules.ts";
import { proposedKinds } from "#src/testing/proposedKinds.ts";
import type { Edit } from "./edit.ts";

const catalogue = "src/features/workflows/catalogue";
const domain = "src/features/workflows/domain";
const suite = "src/features/workflows/suite.test.ts";
const fileOf = (key: WorkflowKey, name = "workflow"): string => `${catalogue}/${key}/${name}.ts`;
const testOf = (key: WorkflowKey, test: string): Edit["caughtBy"] => ({
  test,
  file: `${catalogue}/${key}/${key}.test.ts`,
});

/** A coin too many, for each workflow. */
const priceEdits = workflowKeys.map((key): Edit => ({
  name: `price-${key}`,
  file: "src/features/workflows/rules.ts",
  find: `  ${key}: ${prices[key]},`,
  replace: `  ${key}: ${prices[key] + 1},`,
  caughtBy: { row: `${key} costs ${prices[key]} coins` },
}));

/** Workflows whose suggestions are a function of their name. */
const named: ReadonlySet<WorkflowKey> = new Set<WorkflowKey>(["fundingApplicant", "userStoryWriter"]);

/** A workflow that hands nothing on, for each that is written. */
const effectEdits = workflowKeys
  .filter((key) => key in proposedKinds)
  .map((key): Edit => ({
    name: `nothing-handed-on-${key}`,
    file: fileOf(key),
    find: named.has(key) ? "\n  effects,\n" : "\n  effects: ",
    replace: named.has(key) ? "\n" : "\n  handsOn: ",
    caughtBy: { test: "hands to other areas what its plan promises", file: suite },
  }));

/** Refusals before money moves. */
const guards: readonly (readonly [key: WorkflowKey, test: string])[] = [
  ["fundingApplicant", "refuses a joke, and takes guidelines, papers of the firm and scans"],
  ["tenderApplicant", "refuses attachments that are no tender, unless its text was pasted"],
  ["leadsListProvider", "without an industry and a place, and without a list, is refused before anything is paid"],
  ["audioTranscriber", "files without a word are refused before any coin moves, recordings where nothing hears them"],
];
const guardEdits = guards.map(([key, test]): Edit => ({
  name: `no-guard-${key}`,
  file: fileOf(key),
  find: "\n  guard: ",
  replace: "\n  watch: ",
  caughtBy: testOf(key, test),
}));

/** Mistakes of a kind of their own. */
const ownEdits: readonly Edit[] = [
  {
    name: "rivals-silence-is-no",
    file: fileOf("companionsAnalyser", "tables"),
    find: 'has === undefined ? "?" : translate(hasText[has])',
    replace: 'translate(hasText[has ?? "no"])',
    caughtBy: testOf(
      "companionsAnalyser",
      "says yes, partly and no only with a sentence of the page, and nothing where pages are silent",
    ),
  },
  {
    name: "rivals-mention-counts",
    file: `${domain}/rivals.ts`,
    find: 'found === "open" || found === "said"',
    replace: 'found === "open"',
    caughtBy: {
      test: "is met in part by what nobody knows: silence and a mention change no share",
      file: `${domain}/rivals.test.ts`,
    },
  },
  {
    name: "rivals-other-currency-compared",
    file: fileOf("companionsAnalyser", "facts"),
    find: "prices.filter(({ doubt }) => doubt === null)",
    replace: "prices.slice()",
    caughtBy: testOf("companionsAnalyser", "in another currency are shown and compared with nothing"),
  },
  {
    name: "rivals-one-host-one-firm",
    file: fileOf("companionsAnalyser", "facts"),
    find: "return !isShared || ",
    replace: "return isShared || ",
    caughtBy: testOf("companionsAnalyser", "of sites on one host stay apart"),
  },
  {
    name: "statement-without-source",
    file: "src/features/workflows/kit/claims.ts",
    find: "(about === undefined || about.includes(source.id)) && isQuoteIn(quote, body)",
    replace: "false && isQuoteIn(quote, body)",
    caughtBy: testOf(
      "companionsAnalyser",
      "can be opened at the sentence of the page, also in a document that nobody wrote",
    ),
  },
  {
    name: "outreach-cold-email-sent",
    file: `${domain}/coldContact.ts`,
    find: 'new Set(["DE", "AT"]);',
    replace: 'new Set(["AT"]);',
    caughtBy: {
      test: "without consent there is only a draft of an email in Germany, and a letter may go",
      file: `${domain}/coldContact.test.ts`,
    },
  },
  {
    name: "outreach-shut-leads-written-to",
    file: `${domain}/coldContact.ts`,
    find: '!brakes.includes("shut") && ',
    replace: "",
    caughtBy: testOf(
      "leadsOutreachAssistant",
      "who want no contact, or had one just now, are neither read nor written to",
    ),
  },
  {
    name: "outreach-fit-without-facts",
    file: fileOf("leadsOutreachAssistant", "messages"),
    find: "provenFacts(row).length === 0 ? maxWithoutFact : 100",
    replace: "100",
    caughtBy: testOf(
      "leadsOutreachAssistant",
      "show facts only with words of the page, and fit no better than 30 without one",
    ),
  },
  {
    name: "outreach-mass-mail",
    file: fileOf("leadsOutreachAssistant"),
    find: "const massMail = 0.5;",
    replace: "const massMail = 1;",
    caughtBy: testOf(
      "leadsOutreachAssistant",
      "that say what must not be said, or what another one says, are sent back",
    ),
  },
  {
    name: "outreach-fact-of-another-page",
    file: fileOf("leadsOutreachAssistant", "effects"),
    find: "ownPages(scene, person).find(",
    replace: "scene.state.reads.flatMap(({ sources }) => sources).find(",
    caughtBy: testOf(
      "leadsOutreachAssistant",
      "name the lead’s own page for a fact, also where another lead says the same",
    ),
  },
  {
    name: "outreach-source-unnamed",
    file: fileOf("leadsOutreachAssistant", "effects"),
    find: 'person.origin === "" || form.channel',
    replace: 'person.origin !== "" || form.channel',
    caughtBy: testOf("leadsOutreachAssistant", "name the public source of an address and how to object"),
  },
  {
    name: "leads-of-others-read",
    file: "src/features/leads/server/list.ts",
    find: "filters.ids ? [`id = any(${put(filters.ids)}::uuid[])`] : []",
    replace: "filters.ids ? [`true`] : []",
    caughtBy: {
      test: "lists the named leads alone, of one's own and not deleted",
      file: "src/features/leads/leads.test.ts",
    },
  },
  {
    name: "book-step-out-of-turn",
    file: "src/features/runs/server/start.ts",
    find: "const refusal = workflow.guard(form, files, installed, start ?? {});",
    replace: 'const refusal = workflow.guard({ ...form, act: "concept" } as never, files, installed, start ?? {});',
    caughtBy: {
      test: "A book grows step by step; a step without the one before is refused before money",
      file: "src/features/runs/continuing.test.ts",
    },
  },
  {
    name: "book-earlier-steps-lost",
    file: "src/features/runs/server/execute.ts",
    find: "answer, start: answer, reads };",
    replace: "start: answer, reads };",
    caughtBy: {
      test: "A book grows step by step; a step without the one before is refused before money",
      file: "src/features/runs/continuing.test.ts",
    },
  },
  {
    name: "book-written-chapters-moved",
    file: fileOf("bookWriting"),
    find: "return before[at]?.title !== now[at]?.title;",
    replace: "return before[at]?.title === undefined;",
    caughtBy: testOf("bookWriting", "may not move or rename a chapter that is written"),
  },
  {
    name: "book-novel-held-to-facts",
    file: fileOf("bookWriting", "concept"),
    find: 'kind !== "nonFiction"',
    replace: 'kind === "nonFiction"',
    caughtBy: testOf("bookWriting", "figures may be invented in a novel and not in a book about facts"),
  },
  {
    name: "recording-words-twice",
    file: `${domain}/recordingParts.ts`,
    find: "return at < 0 ? lines.length : at + 1;",
    replace: "return Math.min(lines.length, 4);",
    caughtBy: {
      test: "are put together also where each line has a single word",
      file: `${domain}/recordingParts.test.ts`,
    },
  },
  {
    name: "recording-too-long-taken",
    file: fileOf("audioTranscriber"),
    find: "> longestRecordings",
    replace: "> longestRecordings * 100",
    caughtBy: { test: "is refused before money when it is too long", file: "src/features/runs/recordings.test.ts" },
  },
  {
    name: "recording-with-holes-paid",
    file: "src/features/runs/server/stepExecutor.ts",
    find: '  unsupported: "recording_unreadable",\n',
    replace: "",
    caughtBy: {
      test: "costs nothing and stays when one of its parts cannot be cut out",
      file: "src/features/runs/recordings.test.ts",
    },
  },
  {
    name: "two-voices-under-one-name",
    file: `${domain}/recordingParts.ts`,
    find: "pair.words >= minInCommon &&",
    replace: "pair.words >= 1 &&",
    caughtBy: {
      test: "are those of the whole recording where both parts heard them, and never two people under one name",
      file: `${domain}/recordingParts.test.ts`,
    },
  },
  {
    name: "recording-kept-against-its-wish",
    file: "src/features/workflows/kit/assembling.ts",
    find: "discards: [...(spec.discards?.(scene) ?? [])],",
    replace: "discards: [],",
    caughtBy: {
      test: "is heard in parts, leaves its transcript in its place, and a second run hears nothing again",
      file: "src/features/runs/recordings.test.ts",
    },
  },
  {
    name: "hours-past-a-change-of-clocks",
    file: "src/kit/time/clocks.ts",
    find: "if (shownAt(middle, zone) >= wall) high = middle;",
    replace: "if (shownAt(middle, zone) < wall) high = middle;",
    caughtBy: { test: "a time is reached when a clock shows it or jumps over it", file: "src/kit/time/dates.test.ts" },
  },
];

/** Plausible mistakes in single workflows. */
export const workflowEdits: readonly Edit[] = [...priceEdits, ...effectEdits, ...guardEdits, ...ownEdits];
