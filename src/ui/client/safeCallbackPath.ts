import { withLocale, withoutLocale } from "#src/kit/locale.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { paths } from "./paths.ts";

/**
 * Path to go on to after signing in. Only our own origin: anything else leads to the dashboard.
 * @param origin `https://host` of this page
 * @param language of this page; the path goes on in it
 */
export function safeCallbackPath(
  callbackUrl: string | null | undefined,
  origin: string,
  language: AppLanguage,
): string {
  const dashboard = withLocale(paths.dashboard, language);
  if (!callbackUrl) return dashboard;
  try {
    const url = new URL(callbackUrl, origin);
    const route = withoutLocale(url.pathname);
    if (url.origin !== origin || url.pathname.startsWith("//")) return dashboard;
    // The page of a confirmation is one that a person comes back to.
    const isConfirmation = ["verify", "email"].includes(url.searchParams.get("mode") ?? "");
    if (route === paths.home || (route === paths.signIn && !isConfirmation)) return dashboard;
    return `${withLocale(route, language)}${url.search}${url.hash}`;
  } catch {
    return dashboard;
  }
}
