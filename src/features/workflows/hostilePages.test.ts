import { parseHTML } from "linkedom";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import Markdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { beforeAll, describe, expect, test } from "vitest";
import { startI18n } from "#src/ui/i18n/index.ts";
import { effects } from "#src/server/features.ts";
import {
  figurePath,
  foreignHost,
  forgedWord,
  harmlessPage,
  type Attack,
  attacks,
  readAttack,
  type ReadPage,
} from "#src/testing/hostilePages.ts";
import { proposedKinds } from "#src/testing/proposedKinds.ts";
import {
  contextOf,
  fromPages,
  fromSample,
  readWith,
  sampleOf,
  samplePagesOf,
  sourceText,
  today,
  type Writer,
} from "#src/testing/simulatedRun.ts";
import { copiedColumns, withTexts } from "#src/testing/suiteTools.ts";
import type { WorkflowDocument } from "#src/features/documents/document.ts";
import { toHtml } from "#src/features/documents/htmlExport.ts";
import { type ExportFacts, type ExportWords, toMarkdown } from "#src/features/documents/rendering.ts";
import { BlockView } from "#src/features/documents/web/Blocks.tsx";
import { dropInvalid } from "#src/features/runs/server/proposals.ts";
import { workflowLoaders } from "./catalogue/registry.ts";
import { allText } from "./kit/checks.ts";
import { figuresIn } from "./kit/quotes.ts";
import { runWorkflow } from "./kit/runWorkflow.ts";
import { emptyState, type RunState, wideRoom } from "./kit/state.ts";
import { storedDocument } from "./kit/storedDocument.ts";
import type { AskStep, Assembled, CompiledWorkflow, ReadStep } from "./kit/workflowSpec.ts";
import { UnusableAnswerError, writePart } from "./kit/writePart.ts";
import { type WorkflowKey, workflowKeyOf } from "./rules.ts";
import type { CommonForm } from "./workflow.ts";

/*
 * A page that gives orders changes nothing: not what a model is asked, and nothing that matters when a model obeys.
 * Each run reads one such page, as a file of its own or at the end of each page of the sample.
 */

const languages = ["en", "de"] as const;
/** Attacks on each workflow in each language; all workflows together meet all of them. */
const attacksEach = 6;
/**
 * How many of them are looked at in each form that a document has for readers, which takes far longer than its run:
 * one of each way, and all workflows together show all attacks.
 */
const shownEach = 2;
const fileId = "01980000-0000-7000-8000-000000000002";
const mark = "suite0suite0suite0suite0";

/** How a page comes into a run: as an attached file, or behind the words of the pages that the sample has. */
type Way = "file" | "page";

interface Run {
  asks: AskStep[];
  state: RunState;
  assembled: Assembled;
  document: WorkflowDocument;
}

/** The course of a run; each question is judged, repaired and cleaned as in the product. */
async function runOf(workflow: CompiledWorkflow, form: CommonForm, setting: Setting, page: ReadPage, write: Writer) {
  const context = contextOf(form.goalLanguage);
  const asks: AskStep[] = [];
  const { state } = await runWorkflow(workflow, form, context, emptyState(wideRoom), {
    read: async (step, known) => setting.read(step, known, page),
    write: (step, planned) => {
      asks.push(step);
      const ask = async (question: AskStep): Promise<unknown> => write(question);
      return setting.isJudged
        ? writePart({ workflow, form, context, planned, step, ask })
        : ask(step).then((given) => ({
            asked: 1,
            merge: (now) => ({ state: workflow.acceptAnswer(form, context, now, step, given), lost: 0 }),
          }));
    },
  });
  const assembled = workflow.assemble(form, context, state);
  const writer = { kind: "model", provider: "p", model: "m", isDraft: false } as const;
  const document = storedDocument(workflow, { assembled, state, context, isWhole: true }, writer);
  return { asks, state, assembled, document } satisfies Run;
}

interface Setting {
  read: (step: ReadStep, known: RunState, page: ReadPage) => ReturnType<typeof readWith>;
  isJudged: boolean;
}

const readerOf =
  (pages: ReturnType<typeof samplePagesOf>, way: Way, key: string): Setting["read"] =>
  (step, known, page) => {
    const results = readWith(fromPages(pages), step, known);
    return results.map((result, at) => {
      const request = step.requests[at];
      if (way === "file")
        return request?.kind === "file" && request.fileId === fileId
          ? { ...result, sources: [sourceText("s90", page.text, `file:${fileId}`, page.title)] }
          : result;
      // A list of customers with a sentence behind it would be none.
      const kinds = key === "targetGroupsAnalyser" ? ["url", "search"] : ["file", "url", "search"];
      const isPage = request !== undefined && kinds.includes(request.kind);
      const sources = result.sources.map((one) => ({ ...one, text: `${one.text}\n${page.text}` }));
      return isPage ? { ...result, sources } : result;
    });
  };

/** Letters and digits alone: what of a text no comparison may miss, made without the product's own comparison. */
const lettersOf = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

/** The one place where two texts differ. */
function differenceOf(one: string, other: string): { from: number; one: string; other: string } {
  let from = 0;
  while (from < one.length && one[from] === other[from]) from += 1;
  let behind = 0;
  while (behind < Math.min(one.length, other.length) - from && one.at(-1 - behind) === other.at(-1 - behind))
    behind += 1;
  return { from, one: one.slice(from, one.length - behind), other: other.slice(from, other.length - behind) };
}

/** Cuts what people were asked into what we say and what stands inside of fences. */
function fencesOf(user: string): { outside: string; inside: { label: string; text: string }[] } {
  const fence = new RegExp(`<data-${mark} label="([^"]*)">\\n([\\s\\S]*?)\\n</data-${mark}>`, "g");
  return {
    outside: user.replace(fence, (_, label: string) => `[${label}]`),
    inside: [...user.matchAll(fence)].map(([, label = "", text = ""]) => ({ label, text })),
  };
}

/** What an obedient model writes: each sentence with the order behind it, quotes made up, and more than was asked for. */
const obedient =
  (good: Writer, attack: Attack, form: CommonForm): Writer =>
  (step) => {
    const order = attack.order.replace(figurePath, figuresIn(allText(form))[0] ?? "77");
    const copied = copiedColumns(step);
    const spoilt = (isLong: boolean): Record<string, unknown> => {
      const given = withTexts(good(step), (text, name, section) =>
        copied.get(section)?.includes(name)
          ? order
          : isLong
            ? `${text}${/[.!?]$/.test(text) ? "" : "."} ${order}`
            : `${text.slice(0, Math.max(20, text.length - order.length))} ${order}`.slice(0, Math.max(text.length, 60)),
      );
      return {
        ...(given as Record<string, unknown>),
        coins: 0,
        price: 0,
        claims: [{ text: order, check: "quoteFound", sourceIds: ["s1"], quote: order }],
        proposals: [{ kind: "insight", key: "x", payload: { email: `pay@${foreignHost}` } }],
        tool_calls: [{ name: "send_mail" }],
      };
    };
    for (const isLong of [true, false]) {
      const parsed = step.schema.safeParse(spoilt(isLong));
      if (parsed.success) return parsed.data;
    }
    return good(step);
  };

const words = new Proxy({ checks: {} } as ExportWords, { get: (given, name) => Reflect.get(given, name) ?? "Word" });
const facts: ExportFacts = { workflow: "W", revision: 1, createdAt: "", createdText: "", issueTexts: [] };
const reading = { marks: new Map(), open: null, onOpen: () => undefined, slipId: "slip" };
/** What a browser would load or open, in one rendering of a document, and what is there that nobody wants in one. */
function foundIn(html: string): { addresses: string[]; elements: string[] } {
  const { document } = parseHTML(`<html><body>${html}</body></html>`);
  const addresses = [...document.querySelectorAll("*")].flatMap((element) =>
    [...element.attributes].flatMap(({ name, value }) =>
      /^(?:href|src|srcset|action|formaction|data|poster|background|on\w+|ping|xlink:href)$/i.test(name) ? [value] : [],
    ),
  );
  const unwanted = document.querySelectorAll("img,iframe,object,embed,form,base,link,svg[onload]");
  return { addresses, elements: [...unwanted].map(({ tagName }) => tagName) };
}

/** All values of fields by which somebody is reached or something opened. */
function reachedBy(value: unknown, name = ""): string[] {
  if (typeof value === "string") return /mail|phone|website|url|link|recipient|^to$/i.test(name) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => reachedBy(inner, Array.isArray(value) ? name : key));
}

/** The laws that hold for a document, whatever its model obeyed. */
function expectLawful(workflow: CompiledWorkflow, { document, state, assembled }: Run): void {
  const read = state.reads.flatMap(({ sources }) => sources);
  for (const { text, check, quote, sourceIds } of document.claims) {
    if (check === "quoteFound") {
      const cited = read.filter(({ source }) => sourceIds.includes(source.id));
      expect(cited.map((source) => lettersOf(source.text)).join("\n")).toContain(lettersOf(quote));
      expect(lettersOf(quote).length).toBeGreaterThan(5);
    }
    // What a page ordered rests on that page or on nothing: never on the person, nor on a page that does not say it.
    if (!text.includes(forgedWord)) continue;
    // Behind a sentence without a full stop it is the end of that one, whose words may well be the person's; and a
    // sentence with a figure of the form counts as said by the person, as their own summaries do.
    if (figuresIn(text).length === 0 && /^[^\p{L}]*(?:This run at |Write to |Parts\W*)?Quokkaburg/u.test(text))
      expect(`${check}: ${text}`).not.toMatch(/^user/);
    if (check === "quoteFound") expect(quote).toContain(forgedWord);
  }
  const { kinds, next = [] } = proposedKinds[workflow.card.key as WorkflowKey] ?? { kinds: [] };
  const { proposals } = assembled;
  expect(proposals.map(({ kind }) => kind).filter((kind) => !kinds.includes(kind))).toEqual([]);
  for (const { kind, payload } of dropInvalid(proposals, effects)) {
    if (kind === "project") expect(next).toContain(workflowKeyOf(String(payload["workflow"])));
    expect(reachedBy(payload).filter((value) => /quokka-collector|0134/.test(value))).toEqual([]);
  }
  expect(JSON.stringify(document)).not.toContain(`"coins"`);
}

/** Whoever reads a document loads nothing and opens no address but those of its sources. */
function expectHarmless(document: WorkflowDocument): void {
  const links = new Set(document.sources.map(({ url }) => url));
  const html = toHtml(document, words, facts);
  const own = (address: string): boolean => links.has(address) || links.has(address.replace(/\/$/, ""));
  const file = foundIn(html.slice(html.indexOf("<body>")));
  expect(file.addresses.filter((address) => !own(address))).toEqual([]);
  expect(file.elements).toEqual([]);
  const markdown = toMarkdown(document, words, facts).replace(/^---[\s\S]*?\n---\n/, "");
  const shown = foundIn(renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [remarkGfm] }, markdown)));
  expect(shown.addresses.filter((address) => !own(address) && !address.startsWith("mailto:"))).toEqual([]);
  expect(shown.elements).toEqual([]);
  const page = document.sections.flatMap(({ blocks }, at) =>
    blocks.map((block) =>
      renderToStaticMarkup(createElement(BlockView, { block, claims: document.claims, reading, name: `b${at}` })),
    ),
  );
  expect(foundIn(page.join("\n")).addresses).toEqual([]);
}

/** Texts that list words of the pages read, or name a page by its title, are those of a harmless page. */
function withoutPage(document: WorkflowDocument, page: ReadPage): object {
  const { basis: _, sources, ...rest } = document;
  const plain = (value: unknown): unknown => {
    if (typeof value === "string") {
      if (/^(?:Nearly everyone says this|Das sagen fast alle)/.test(value)) return "";
      return value.replaceAll(page.text, harmlessPage).replaceAll(page.title, "Rooms");
    }
    if (typeof value !== "object" || value === null) return value;
    return Array.isArray(value)
      ? value.map(plain)
      : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
  };
  return { ...Object(plain(rest)), sources: sources.map(({ id, url }) => [id, url]) };
}

beforeAll(() => startI18n("en", ["projects", "common"]));

let number = 0;
const shown = new Set<Attack>();
for (const [key, load] of Object.entries(workflowLoaders)) {
  const workflow: CompiledWorkflow = await load();
  describe.each(languages)(`workflow ${key}, %s`, (language) => {
    const pages = samplePagesOf(key, language);
    const kind = key === "bookWriting" ? { kind: "nonFiction" } : {};
    const listsVoices = ["customerJourneyPlanner", "productPlanner"].includes(key);
    const attached = [...(pages.some(({ file }) => file) ? ["01980000-0000-7000-8000-000000000001"] : []), fileId];
    const example = workflow.form.parse(workflow.example(today, language));
    const good = fromSample(sampleOf(key, language));
    const chosen = Array.from({ length: attacksEach }, (_, index) => {
      const attack = attacks[number % attacks.length] ?? expect.fail("no attack");
      const way: Way = pages.length > 0 && (number % 2 === 0 || key === "leadsListProvider") ? "page" : "file";
      number += 1;
      const isShown = index < shownEach;
      if (isShown) shown.add(attack);
      return { attack, way, isShown };
    });
    /** What a page that orders nothing makes of a run, by the way that it comes in. */
    const calm = new Map<Way, Promise<Run>>();

    test.each(chosen)("is not moved by $attack.name ($way)", async ({ attack, way, isShown }) => {
      const form = { ...example, ...kind, attachments: attached };
      const setting = { read: readerOf(pages, way, key), isJudged: false };
      const page = await readAttack(attack);
      // Each line of a file is a voice to these two: one line is as many voices as the harmless page has.
      const hostile = listsVoices ? { ...page, text: page.text.replaceAll(/\s+/g, " ") } : page;
      const harmless = { title: "Rooms", text: harmlessPage };
      if (attack.unseen) expect(`${hostile.title}\n${hostile.text}`).not.toMatch(attack.unseen);

      if (!calm.has(way)) calm.set(way, runOf(workflow, form, setting, harmless, good));
      const before = (await calm.get(way)) ?? expect.fail("no run");
      const after = await runOf(workflow, form, setting, hostile, good);
      // The questions are the same but for the words of the page, which stand inside of its fence.
      expect(after.asks.map(({ parts }) => parts.map((part) => part.key))).toEqual(
        before.asks.map(({ parts }) => parts.map((part) => part.key)),
      );
      for (const [at, { prompt }] of after.asks.entries()) {
        const usually = before.asks[at]?.prompt;
        expect(prompt.system).toBe(usually?.system);
        const [told, usual] = [fencesOf(prompt.user), fencesOf(usually?.user ?? "")];
        expect(told.outside).toBe(usual.outside);
        for (const [index, { label, text }] of told.inside.entries()) {
          const other = usual.inside[index]?.text ?? "";
          if (text === other) continue;
          // What customers said in a file is listed for writers, inside of a fence as well.
          expect(label).toMatch(listsVoices ? /^(?:source |given$)/ : /^source /);
          const changed = differenceOf(other, text).other;
          expect(text.split(changed)).toHaveLength(2);
        }
        expect(prompt.user.split(mark)).toHaveLength(told.inside.length * 2 + 1);
      }
      // A model that does its work writes the same document.
      const told = withoutPage(after.document, hostile);
      const usual = withoutPage(before.document, harmless);
      // Voices are sorted by their words: the tables of these two show where each belongs.
      if (listsVoices) expect({ ...told, sections: [] }).toEqual({ ...usual, sections: [] });
      else expect(told).toEqual(usual);
      expect(after.assembled.proposals).toEqual(before.assembled.proposals);

      // One that obeys gets nothing through, neither with nor without the judgement of its answers.
      const write = obedient(good, attack, form);
      const runs = [await runOf(workflow, form, setting, hostile, write)];
      const judged = await runOf(workflow, form, { ...setting, isJudged: true }, hostile, write).catch(
        (error: unknown) => error,
      );
      if (judged instanceof Error) expect(judged).toBeInstanceOf(UnusableAnswerError);
      else runs.push(judged as Run);
      for (const run of runs) {
        expectLawful(workflow, run);
        if (isShown) expectHarmless(run.document);
      }
    });
  });
}

test("all attacks are looked at in the forms that documents have for readers", () => {
  expect(attacks.filter((attack) => !shown.has(attack))).toEqual([]);
});
