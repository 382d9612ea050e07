import type { AnyRouter, LocationRewrite } from "@tanstack/react-router";
import { languageOf, withLocale, withoutLocale } from "#src/kit/locale.ts";
import { currentLanguage, onLanguage } from "#src/ui/i18n/index.ts";

/**
 * The routes know no language; the address carries it. A new object each time: the router keeps addresses of links
 * until it gets another one.
 */
export const localeRewrite = (): LocationRewrite => ({
  input: ({ url }) => {
    // An address with a slash at its end is the same page: routes, crumbs and links know it without.
    url.pathname = withoutLocale(url.pathname).replace(/(?<=[^/])\/+$/, "");
    return url;
  },
  output: ({ url }) => {
    url.pathname = withLocale(url.pathname, currentLanguage());
    return url;
  },
});

/**
 * Keeps the address in the language of the page: after a switch, and when a person goes back to an address from
 * before it. The place on the page stays.
 */
export function followLanguage(pages: AnyRouter): void {
  const align = (): void => {
    const language = currentLanguage();
    if (languageOf(location.pathname) === language) return;
    void pages.navigate({
      to: ".",
      search: true,
      hash: true,
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
      // The route is the same: without a difference in the state the router would leave the address alone.
      state: (state) => ({ ...state, language }),
    });
  };
  onLanguage(() => {
    pages.update({ ...pages.options, rewrite: localeRewrite() });
    align();
  });
  pages.subscribe("onResolved", align);
}
