import { pageRoutes, shell, toDashboard } from "../routes.ts";
import { paths } from "#src/ui/client/paths.ts";

/** What the first paint of a page needs beside the entry. */
export interface FirstParts {
  /** Modules below src/. */
  modules: readonly string[];
  /** Namespaces of texts. */
  texts: readonly string[];
}

/** Part of the router and of all its pages. */
const start = "app/startPages.tsx";

const partsOf = (modules: readonly string[], texts: readonly string[]): FirstParts => ({
  modules: [start, ...modules],
  texts: [...new Set(["common", ...texts])],
});

const inShell = (modules: readonly string[], texts: readonly string[]): FirstParts =>
  partsOf([shell.module, ...modules], [...shell.texts, ...texts]);

/** What is loaded together with the entry, by path; `*` is every page whose address has a part of its own. */
export function firstParts(): Record<string, FirstParts> {
  const fixed = pageRoutes.filter(({ path }) => !path.includes("$"));
  const all: Record<string, FirstParts> = Object.fromEntries(
    fixed.map(({ path, module, texts, access }) => [path, (access ? partsOf : inShell)([module], texts)]),
  );
  all["*"] = inShell([], []);
  // This one is no route: see main.tsx.
  all[paths.signIn] = { modules: ["app/startSignIn.tsx"], texts: ["common", "account"] };
  const dashboard = all[paths.dashboard];
  if (dashboard) for (const path of toDashboard) all[path] = dashboard;
  return all;
}
