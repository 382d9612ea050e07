import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { platforms } from "#src/features/outcomes/rules.ts";
import { phrases, sharedPhrases, withoutEscapes } from "#src/testing/phrases.ts";
import { filesBelow, root } from "#src/testing/sourceTree.ts";
import {
  contextOf,
  fromPages,
  fromSample,
  sampleOf,
  samplePagesOf,
  simulate,
  today,
} from "#src/testing/simulatedRun.ts";
import { withLock } from "../../../scripts/lock.mjs";
import { buildWeb } from "../../../scripts/webBuild.mjs";
import { workflowLoaders } from "./catalogue/registry.ts";
import type { CompiledWorkflow } from "./kit/workflowSpec.ts";

/* What the browser is sent holds the forms of workflows, and nothing of what writers are told. */

const languages = ["en", "de"] as const;
const pages = "dist/web";

/** Every text of a value. */
const textsOf = (value: unknown): string[] =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(textsOf)
      : [];

const exampleTexts = (workflow: CompiledWorkflow): string[] =>
  languages.flatMap((language) => textsOf(workflow.example(today, language)));

/** What of a form travels to the page: labels, help, options, limits, and the values of its examples. */
const formTexts = (workflow: CompiledWorkflow): string[] => [
  ...textsOf(z.toJSONSchema(workflow.form, { io: "input", unrepresentable: "any" })),
  ...exampleTexts(workflow),
];

/** Fewer characters of a value of the form are a word of any text. */
const leastValue = 6;

/** A prompt in pieces: its lines without values of the form, which stand side by side in the page, too. */
function piecesOf(prompt: string, values: readonly string[]): string[] {
  const longestFirst = values
    .flatMap((value) => [value, ...value.split("\n")])
    .filter(({ length }) => length >= leastValue)
    .toSorted((a, b) => b.length - a.length);
  return longestFirst.reduce((text, value) => text.replaceAll(value, "\n"), prompt).split("\n");
}

/** Everything that a writer of the workflow's own examples is asked, repairs among it. */
async function promptsOf(key: string, workflow: CompiledWorkflow): Promise<string[]> {
  const prompts: string[] = [];
  for (const language of languages) {
    const form = workflow.form.parse(workflow.example(today, language));
    const write = fromSample(sampleOf(key, language));
    const { asks, state } = await simulate(workflow, form, { write, read: fromPages(samplePagesOf(key, language)) });
    for (const step of asks) {
      const errors = step.parts.map(({ section }) => ({ level: "error" as const, code: "mostlyEmpty", at: section }));
      const repair = workflow.repairStep(form, contextOf(language), state, step, errors);
      for (const { prompt } of [step, repair]) prompts.push(prompt.system, prompt.user);
    }
  }
  return prompts;
}

/** Names of networks in a row are told to everybody. */
const networkWords = new Set(platforms.flatMap((name) => name.toLowerCase().match(/\w+/g) ?? []));
const isNetworks = (phrase: string): boolean => phrase.split(" ").every((word) => networkWords.has(word));

/** Phrases that only a writer is told. */
async function secretsOf(key: string, workflow: CompiledWorkflow): Promise<Set<string>> {
  const open = new Set(formTexts(workflow).flatMap((text) => [...phrases(text)]));
  const values = exampleTexts(workflow);
  const pieces = new Set((await promptsOf(key, workflow)).flatMap((prompt) => piecesOf(prompt, values)));
  return new Set(
    [...pieces].flatMap((piece) => [...phrases(piece)]).filter((phrase) => !open.has(phrase) && !isNetworks(phrase)),
  );
}

const workflows = await Promise.all(
  Object.entries(workflowLoaders).map(async ([key, load]) => {
    const workflow: CompiledWorkflow = await load();
    return { key, secrets: await secretsOf(key, workflow) };
  }),
);

const map = z.object({ sources: z.array(z.string()), sourcesContent: z.array(z.string().nullable()).default([]) });
const built = (ending: RegExp): { path: string; text: string }[] =>
  filesBelow(pages, (path) => ending.test(path)).map((path) => ({
    path,
    text: readFileSync(join(root, path), "utf8"),
  }));

describe("the built pages", () => {
  let modules: string[] = [];
  /** Files in which a phrase of some prompt stands. */
  const places = new Map<string, string[]>();

  beforeAll(async () => {
    // `npm test` has built them; a run of this file alone finds out here whether they are those of the sources.
    await withLock(join(root, "dist", "ready.lock"), () => buildWeb(root, process.execPath));
    const maps = built(/\.map$/).map(({ path, text }) => ({ path, ...map.parse(JSON.parse(text)) }));
    const names = maps.flatMap(({ sources }) => sources);
    modules = [...new Set(names.flatMap((name) => /src\/features\/workflows\/.*/.exec(name)?.[0] ?? []))];
    const texts = [
      ...built(/\.(?:js|css|html|json|webmanifest)$/),
      ...maps.map(({ path, sourcesContent }) => ({ path, text: sourcesContent.join("\n") })),
    ];
    const secrets = new Set(workflows.flatMap((workflow) => [...workflow.secrets]));
    for (const { path, text } of texts)
      for (const phrase of sharedPhrases(withoutEscapes(text), secrets))
        places.set(phrase, [...(places.get(phrase) ?? []), path]);
  });

  test("name no module that knows what writers are told", () => {
    expect(modules.filter((name) => /catalogue\/\w+\/form\.ts$/.test(name))).toHaveLength(workflows.length);
    expect(
      modules.filter((name) => /\/workflow\.ts$|\/kit\/(?!fields|bilingual|exampleFirms)|\/server\//.test(name)),
    ).toEqual([]);
  });

  test.each(workflows)("hold no prompt of $key", ({ secrets }) => {
    expect([...places].filter(([phrase]) => secrets.has(phrase))).toEqual([]);
  });
});

describe("what writers are told", () => {
  test.each(workflows)("is found where $key is written", ({ key, secrets }) => {
    const folder = `src/features/workflows/catalogue/${key}`;
    const files = filesBelow(folder, (path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));
    const found = files.flatMap((path) =>
      sharedPhrases(withoutEscapes(readFileSync(join(root, path), "utf8")), secrets),
    );
    expect(found.length).toBeGreaterThan(40);
  });

  test("is known however its source writes it", () => {
    const secrets = new Set(phrases("Say in each chapter what the reader „darüber“ decides afterwards."));
    const sources = [
      String.raw`ask:"Say in each chapter what the reader \u201Edar\xFCber\u201C decides afterwards."`,
      "`Say in each\\nchapter what the reader „darüber“ decides ${more} afterwards`",
    ];
    for (const source of sources) expect(sharedPhrases(withoutEscapes(source), secrets)).not.toEqual([]);
    expect(sharedPhrases("Say in each chapter what the author thinks about it all", secrets)).toEqual([]);
  });
});
