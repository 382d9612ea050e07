import { trimEndBy } from "#src/kit/text.ts";
import {
  isLanguage,
  languageCookie,
  languageOf,
  preferredLanguage,
  withLocale,
  withoutLocale,
} from "#src/kit/locale.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";

function chosenLanguage(cookies: string): AppLanguage | undefined {
  const value = cookies
    .split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${languageCookie}=`))
    ?.slice(languageCookie.length + 1);
  return isLanguage(value) ? value : undefined;
}

/**
 * Where a request for a page is led for its language. English is the page without a prefix, `/de/…` is German and
 * stays; a browser that chose German, or wishes it and never chose, is led there. `/en/…` is a choice of English.
 * @param isHttps whether people come by https, so that the cookie of the choice goes by it alone
 * @returns null when the page is answered where it was asked for
 */
export function languageRedirect(url: URL, headers: Headers, isHttps: boolean): Response | null {
  const english = /^\/en(?=\/|$)/.exec(url.pathname);
  if (english) {
    const path = withoutLocale(url.pathname.slice(english[0].length));
    const secure = isHttps ? "; Secure" : "";
    return lead(`${path}${url.search}`, `${languageCookie}=en; Path=/; Max-Age=31536000; SameSite=Lax${secure}`);
  }
  if (languageOf(url.pathname) === "de") return null;
  const language =
    chosenLanguage(headers.get("cookie") ?? "") ?? preferredLanguage(headers.get("accept-language") ?? "") ?? "en";
  return language === "en" ? null : lead(`${withLocale(url.pathname, language)}${url.search}`);
}

/**
 * Each page has one address. `/leads/` leads to `/leads`: the pages know their paths without a slash at the end, and
 * the one for signing in would open itself again and again.
 * @returns null when the path does not end with a slash
 */
export function slashRedirect({ pathname, search }: URL): Response | null {
  if (pathname === "/" || !pathname.endsWith("/")) return null;
  return lead(`/${trimEndBy(pathname.replace(/^[/\\]+/, ""), /[/\\]/)}${search}`);
}

/** Two slashes at the front, or one of them the other way round, would be another host. */
const ownPath = (to: string): string => to.replace(/^[/\\]+/, "/");

const lead = (to: string, cookie?: string): Response =>
  new Response(null, {
    status: 302,
    headers: {
      location: ownPath(to),
      "cache-control": "private, no-store",
      vary: "accept-language, cookie",
      ...(cookie ? { "set-cookie": cookie } : {}),
    },
  });
