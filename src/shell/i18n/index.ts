import i18next, { type BackendModule, type ResourceKey } from "i18next";
import { initReactI18next, useTranslation } from "react-i18next";
import type { AppLanguage } from "#src/kit/schemas.ts";

/** Languages of the interface, in the order in which they are offered. */
export const languages: readonly AppLanguage[] = ["en", "de"];

/** Names of the languages in themselves. */
export const languageNames: Record<AppLanguage, string> = { en: "English", de: "Deutsch" };

/** Also read by public/theme.js, so that `<html lang>` is right from the first paint. */
const storageKey = "pioneer.language";

/** One chunk per language and namespace: a person loads one language, and of a workflow only the one in hand. */
const files = import.meta.glob<ResourceKey>("./*/*.json", { import: "default" });

const backend: BackendModule = {
  type: "backend",
  init: () => undefined,
  read: (language, namespace, done) => {
    const load = files[`./${language}/${namespace}.json`];
    if (!load) {
      done(new Error(`No texts for ${language}/${namespace}`), false);
      return;
    }
    load().then(
      (texts) => done(null, texts),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), true),
    );
  },
};

const isLanguage = (value: unknown): value is AppLanguage => value === "en" || value === "de";

function firstLanguage(): AppLanguage {
  try {
    const kept = localStorage.getItem(storageKey);
    if (isLanguage(kept)) return kept;
  } catch {
    // Storage is switched off: the browser's wish decides.
  }
  const wished = navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage);
  return wished ?? "en";
}

/**
 * Loads the texts of the first page. Start it before anything else and render when it is done.
 * @param namespaces what the first page needs beside `common`
 */
export async function startI18n(namespaces: string[] = []): Promise<void> {
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: firstLanguage(),
      supportedLngs: languages,
      // Languages are complete (a test compares them), so nothing falls back and only one language is ever loaded.
      fallbackLng: false,
      ns: ["common", ...namespaces],
      defaultNS: "common",
      // React escapes.
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  document.documentElement.lang = currentLanguage();
}

export const currentLanguage = (): AppLanguage => (isLanguage(i18next.language) ? i18next.language : "en");

/** Language of the interface; the component renders again when it changes. */
export function useLanguage(): AppLanguage {
  const { i18n } = useTranslation();
  return isLanguage(i18n.language) ? i18n.language : "en";
}

/** Switches every text on the page, `<html lang>` and the kept choice. Resolves when the texts are there. */
export async function setLanguage(language: AppLanguage): Promise<void> {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Private mode without storage: the choice lasts as long as the page.
  }
  if (language !== i18next.language) await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Loads texts ahead of a page, for instance when its link is hovered. */
export const preloadTexts = (...namespaces: string[]): Promise<void> => i18next.loadNamespaces(namespaces);

/** True when a key has a text in the current language; keys may name their namespace (`workflows:contentPlanner.name`). */
export const hasText = (key: string): boolean => i18next.exists(key);

/**
 * The text of a key outside of a component (a toast from a store). Its namespace must be loaded; `common` always is.
 */
export const text = (key: string, params?: Record<string, unknown>): string => i18next.t(key, params ?? {});
