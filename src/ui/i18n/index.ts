import { use, useSyncExternalStore } from "react";
import { languageCookie } from "#src/kit/locale.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { createListeners } from "../valueStore.ts";
import { fillText, findText, type TextParams, type Texts } from "#src/kit/translate.ts";

/** Languages of the interface, in the order in which they are offered. */
export const languages: readonly AppLanguage[] = ["en", "de"];

/** Names of the languages in themselves. */
export const languageNames: Record<AppLanguage, string> = { en: "English", de: "Deutsch" };

/**
 * The text of a key; of several keys the first that has one; the key itself when none has.
 * `defaultValue` among the values stands in for a key without a text.
 */
export type Translate = (key: string | readonly string[], params?: TextParams) => string;

/** One chunk per language and namespace: a person loads one language, and of a workflow only the one in hand. */
const files = import.meta.glob<Texts>(["./*/*.json", "!./*/workflow.*.json", "!./*/start.json"], { import: "default" });

async function read(name: string): Promise<Texts> {
  const path = `./${name}.json`;
  const file = files[path] ?? (await import("./workflowTexts.ts")).workflowTexts[path];
  if (!file) throw new Error(`No texts for ${name}`);
  return file();
}

/** Loaded texts by `language/namespace`. Languages are complete (a test compares them), so nothing falls back. */
const loaded = new Map<string, Texts>();
const loading = new Map<string, Promise<void>>();
const { subscribe, notify } = createListeners();
/** One function for each list of namespaces, the same one until the language changes: effects may depend on it. */
let translators = new Map<string, Translate>();
let current: AppLanguage = "en";
let wanted: AppLanguage = "en";

const textsOf = (namespace: string): Texts | undefined => loaded.get(`${current}/${namespace}`);

function load(language: AppLanguage, namespace: string): Promise<void> {
  const name = `${language}/${namespace}`;
  if (loaded.has(name)) return Promise.resolve();
  let coming = loading.get(name);
  if (!coming) {
    coming = read(name)
      .then((texts) => void loaded.set(name, texts))
      // What failed is asked for anew the next time.
      .finally(() => loading.delete(name));
    loading.set(name, coming);
  }
  return coming;
}

const loadAll = async (language: AppLanguage, namespaces: readonly string[]): Promise<void> => {
  await Promise.all(namespaces.map((namespace) => load(language, namespace)));
};

/**
 * Promises that components wait for, by namespaces: the same one for every rendering, in whichever language, since React
 * goes on with the first that it was given. Once here, texts stay: a switch brings them in the new language first.
 */
const awaited = new Map<string, Promise<void>>();

/** Marked as settled, so that React goes on at once. */
const ready = Object.assign(Promise.resolve(), { status: "fulfilled", value: undefined });

const areHere = (namespaces: readonly string[]): boolean =>
  namespaces.every((namespace) => loaded.has(`${current}/${namespace}`));

/** Resolves when the texts are there in the language of the page, which may change while they are on their way. */
async function untilHere(namespaces: readonly string[]): Promise<void> {
  while (!areHere(namespaces)) await loadAll(current, namespaces);
}

function arrival(namespaces: readonly string[]): Promise<void> {
  const name = namespaces.join();
  let coming = awaited.get(name);
  if (coming) return coming;
  if (areHere(namespaces)) return ready;
  coming = untilHere(namespaces);
  awaited.set(name, coming);
  // The error is shown first; a later look at the page tries again.
  coming.catch(() => setTimeout(() => awaited.delete(name), 1_000));
  return coming;
}

function translate(namespaces: readonly string[], key: string | readonly string[], params: TextParams = {}): string {
  const keys = typeof key === "string" ? [key] : key;
  const { count, defaultValue } = params;
  for (const one of keys) {
    const found = findText(one, namespaces, textsOf, current, typeof count === "number" ? count : undefined);
    if (found !== undefined) return fillText(found, params, current);
  }
  return typeof defaultValue === "string" ? defaultValue : (keys.at(-1) ?? "");
}

function translatorOf(namespaces: readonly string[]): Translate {
  const name = namespaces.join();
  let one = translators.get(name);
  if (!one) {
    one = (key, params) => translate(namespaces, key, params);
    translators.set(name, one);
  }
  return one;
}

/** Called after every change of the language, when its texts are there. Returns the way to stop listening. */
export const onLanguage = subscribe;

/**
 * The texts of some namespaces, the first of them first; `common` unless told. Suspends while they are on their way,
 * and renders again when the language changes.
 */
export function useTranslation(namespaces: string | readonly string[] = "common"): { t: Translate } {
  const names = typeof namespaces === "string" ? [namespaces] : namespaces;
  const translator = (): Translate => translatorOf(names);
  const t = useSyncExternalStore(onLanguage, translator, translator);
  // Always, never only while something is missing: React replays a suspended component and counts its hooks.
  use(arrival(names));
  return { t };
}

/**
 * Loads the texts of the first page. Start it before anything else and render when it is done.
 * @param namespaces what the first page needs beside `common`
 */
export async function startI18n(language: AppLanguage, namespaces: readonly string[] = []): Promise<void> {
  current = language;
  wanted = language;
  translators = new Map();
  awaited.clear();
  // Absent where the start page is rendered.
  if (typeof document !== "undefined") document.documentElement.lang = language;
  await loadAll(language, ["common", ...namespaces]);
}

export const currentLanguage = (): AppLanguage => current;

/** Language of the interface; the component renders again when it changes. */
export const useLanguage = (): AppLanguage => useSyncExternalStore(onLanguage, currentLanguage, currentLanguage);

/** For the server, which leads a browser to the pages of its language from the first one on. One year. */
function keep(language: AppLanguage): void {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${languageCookie}=${language}; path=/; max-age=31536000; samesite=lax${secure}`;
}

/**
 * Switches every text on the page and `<html lang>`; whoever listens (`onLanguage`) follows.
 * Resolves when the texts are there; a switch that another one overtook changes nothing.
 * @throws when the texts did not come; the language stays as it was
 */
export async function setLanguage(language: AppLanguage): Promise<void> {
  wanted = language;
  keep(language);
  if (language === current) return;
  // What is on its way is shown in the new language too.
  const namespaces = [...loaded.keys(), ...loading.keys()]
    .filter((name) => name.startsWith(`${current}/`))
    .map((name) => name.slice(current.length + 1));
  await loadAll(language, namespaces);
  if (wanted !== language || current === language) return;
  current = language;
  translators = new Map();
  document.documentElement.lang = language;
  notify();
}

/** Loads texts ahead of a page, for instance when its link is hovered. */
export const preloadTexts = (...namespaces: string[]): Promise<void> => loadAll(current, namespaces);

/** True when a key has a text in the current language; keys may name their namespace (`workflows:contentPlanner.name`). */
export const hasText = (key: string): boolean => findText(key, ["common"], textsOf, current) !== undefined;

/**
 * The text of a key outside of a component (a toast from a store). Its namespace must be loaded; `common` always is.
 */
export const text = (key: string, params?: TextParams): string => translate(["common"], key, params);
