import type { AppLanguage } from "./schemas.ts";

/** English has no prefix; German pages are below `/de`. */
const german = /^\/de(?=\/|$)/;

/** Cookie with the language that was chosen last in this browser; set by the pages, read by the server. */
export const languageCookie = "pioneer.language";

export const isLanguage = (value: unknown): value is AppLanguage => value === "en" || value === "de";

/** Language of the page at a path. */
export const languageOf = (pathname: string): AppLanguage => (german.test(pathname) ? "de" : "en");

/** The path as the routes know it: `/de/calendar` is `/calendar`. Never begins with two slashes. */
export const withoutLocale = (pathname: string): string => `/${pathname.replace(german, "").replace(/^[/\\]+/, "")}`;

/** The path (a query may follow) of the same page in a language. */
export const withLocale = (pathname: string, language: AppLanguage): string => {
  const path = withoutLocale(pathname);
  if (language === "en") return path;
  return path === "/" ? "/de" : /^\/[?#]/.test(path) ? `/de${path.slice(1)}` : `/de${path}`;
};

/**
 * The language a browser wishes, by its Accept-Language header.
 * @returns undefined when it names none that is offered
 */
export function preferredLanguage(header: string): AppLanguage | undefined {
  const wishes = header.split(",").map((part) => {
    const [tag = "", ...params] = part.trim().toLowerCase().split(";");
    const quality = params.map((param) => /^\s*q=([\d.]+)\s*$/.exec(param)?.[1]).find((value) => value !== undefined);
    return { language: tag.slice(0, 2), tag, quality: quality === undefined ? 1 : Number(quality) };
  });
  const best = wishes
    .filter(({ tag, quality }) => /^[a-z]{2}(-|$)/.test(tag) && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .find(({ language }) => isLanguage(language))?.language;
  return isLanguage(best) ? best : undefined;
}
