import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { appLanguage } from "#src/kit/schemas.ts";
import { prices, workflowKeys } from "../rules.ts";
import { languageOf } from "../kit/languages.ts";
import { contextOf, simulate } from "#src/testing/simulatedRun.ts";
import { cardNamed, cards } from "./cards.ts";
import { loadWorkflow, workflowLoaders } from "./registry.ts";

const kindOf = (request: string): string => (JSON.parse(request) as { kind: string }).kind;

const root = join(import.meta.dirname, "../../../..");
const texts = (language: string, namespace: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(root, "src/ui/i18n", language, `${namespace}.json`), "utf8")) as Record<string, unknown>;

/** Text at a dotted path; names with dots do not occur in our keys. */
const textAt = (all: unknown, path: string[]): unknown =>
  path.reduce<unknown>((at, name) => (typeof at === "object" && at !== null ? Reflect.get(at, name) : undefined), all);

const written = Object.keys(workflowLoaders);
/** Not live in the specification, section 2, however complete they are. */
const notLive = ["customerJourneyPlanner", "videoScriptWriter"];

describe("workflow catalogue", () => {
  test("lists the twenty workflows of the price table, each with its own route", () => {
    expect(cards.map(({ key }) => key).toSorted()).toEqual([...workflowKeys].toSorted());
    const paths = cards.map(({ path }) => path).filter((path) => path !== "");
    expect(paths).toHaveLength(19);
    expect(new Set(paths).size).toBe(19);
  });

  test("takes all prices from one table", () => {
    for (const { key, coins } of cards) expect(coins).toBe(Reflect.get(prices, key));
    expect(cards.reduce((sum, { coins }) => sum + coins, 0)).toBe(8090);
  });

  test("uses existing icons", () => {
    const icons = join(root, "node_modules/lucide-react/dist/esm/icons");
    const known = new Set(readdirSync(icons).map((name) => name.replace(/\.\w+$/, "")));
    expect(existsSync(icons)).toBe(true);
    expect(cards.filter(({ icon }) => !known.has(icon))).toEqual([]);
  });

  test.each(["en", "de"])("translates the name and description of each workflow (%s)", (language) => {
    const all = texts(language, "workflows");
    for (const { key, localeKey } of cards) {
      expect(localeKey).toBe(`workflows:${key}.name`);
      expect(textAt(all, [key, "name"])).toBeTypeOf("string");
      expect(textAt(all, [key, "line"])).toBeTypeOf("string");
    }
  });

  test("marks a workflow as runnable exactly when it is implemented and live in the specification", () => {
    expect(
      cards
        .filter(({ isProductionReady }) => isProductionReady)
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual(written.filter((key) => !notLive.includes(key)).toSorted());
  });

  test("finds a workflow by either of its names and by no other", async () => {
    expect(cardNamed("contentPlannerWorkflow")).toBe(cardNamed("contentPlanner"));
    expect(() => cardNamed("constructor")).toThrow(RangeError);
    expect(await loadWorkflow("contentPlannerWorkflow")).toBe(await loadWorkflow("contentPlanner"));
    expect(await loadWorkflow("toString")).toBeNull();
    expect(await loadWorkflow("bookWriter")).toBeNull();
  });
});

interface Field {
  ui?: { optionsKey?: string; widget?: string };
  words?: { label?: string; options?: Record<string, string> };
  enum?: unknown[];
  anyOf?: { const?: unknown }[];
  items?: Field & { properties?: Record<string, Field> };
  properties?: Record<string, Field>;
}

/** Paths of the filled fields of a form with the dates in them. */
function shapeOf(json = ""): string[] {
  const found: string[] = [];
  const see = (value: unknown, path: string): void => {
    if (typeof value === "object" && value !== null)
      for (const [key, inner] of Object.entries(value)) see(inner, `${path}.${key}`);
    else if (value !== "") found.push(/^\d{4}-\d\d-\d\d$/.test(String(value)) ? `${path} ${String(value)}` : path);
  };
  see(JSON.parse(json), "");
  return found.toSorted();
}

describe.each(written)("%s", (key) => {
  const load = async () => {
    const workflow = await loadWorkflow(key);
    if (!workflow) throw new Error(`${key} did not load`);
    return workflow;
  };
  const languages = appLanguage.options;

  test.each(languages)("has an example that its form accepts and that runs without a model (%s)", async (language) => {
    const workflow = await load();
    const example = workflow.example("2026-11-21", language);
    const form = workflow.form.parse(example);
    expect(form).toEqual(example);
    expect(form.goalLanguage).toBe(language);
    expect(workflow.card.key).toBe(key);
    expect(workflow.guard(form, [], { transcription: false })).toBeNull();
    const { state, requests } = await simulate(workflow, form);
    // An example that searches the web succeeds as well when nothing is found there.
    // The person's own calendar is kept here; reading it needs no network.
    if (form.research !== "web") expect(requests.map(kindOf)).toEqual("isKeptFree" in form ? ["calendar"] : []);
    const document = workflow.assemble(form, contextOf(language), state, { isDraft: true });
    expect(languageOf(JSON.stringify(document.sections)) ?? language).toBe(language);
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect(document.coverage?.found).not.toBe(0);
  });

  test("has examples with the same fields and dates in every language", async () => {
    const workflow = await load();
    const [en, de] = languages.map((language) => JSON.stringify(workflow.example("2026-12-31", language)));
    expect(shapeOf(de)).toEqual(shapeOf(en));
    expect(de).not.toBe(en);
  });

  test.each(["en", "de"])("translates every field, column and option (%s)", async (language) => {
    const workflow = await load();
    const [own, shared] = [texts(language, `workflow.${key}`), texts(language, "workflows")];
    const has = (path: string[]): boolean => [own, shared].some((all) => typeof textAt(all, path) === "string");
    const missing: string[] = [];
    const see = (field: Field, path: string[], name: string): void => {
      const isWorded = /^[^|]+ \| [^|]+$/.test(field.words?.label ?? "");
      if (!isWorded && !has([...path, "label"]) && !has(path)) missing.push(path.join("."));
      const choices =
        field.enum ??
        field.items?.enum ??
        (field.items?.anyOf ?? field.anyOf ?? []).map((part) => part.const).filter((part) => part !== undefined);
      const set = field.ui?.optionsKey ?? name;
      // Languages and time zones are named by the browser.
      for (const choice of field.ui?.widget === "language" || field.ui?.widget === "date" ? [] : choices) {
        if (field.words?.options?.[String(choice)] !== undefined) continue;
        if (!has(["options", set, String(choice)]) && typeof textAt(shared, [set, String(choice)]) !== "string")
          missing.push(`options.${set}.${String(choice)}`);
      }
      for (const [column, inner] of Object.entries(field.items?.properties ?? field.properties ?? {}))
        see(inner, [...path, "columns", column], column);
    };
    const schema = z.toJSONSchema(workflow.form, { io: "input" }) as Field;
    for (const [name, field] of Object.entries(schema.properties ?? {})) see(field, ["fields", name], name);
    expect(missing).toEqual([]);
  });
});
