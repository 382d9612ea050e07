import { posix } from "node:path";
import { paths } from "#src/ui/client/paths.ts";

/** What the first paint of a page needs beside the entry. */
export interface FirstParts {
  /** Modules below src/. */
  modules: readonly string[];
  /** Namespaces of texts. */
  texts: readonly string[];
}

const namesIn = (code: string): string[] => [...code.matchAll(/"([\w.]+)"/g)].map((match) => match[1] ?? "");

const moduleOf = (specifier: string): string =>
  specifier.startsWith("#src/") ? specifier.slice("#src/".length) : posix.join("app", specifier);

interface Route extends FirstParts {
  name: string;
  parent: string;
  /** Key of `paths`; undefined for a computed path. */
  path: string | undefined;
}

/** Every `const name = createRoute({ … });` of the router, by what it says in plain words. */
function routesIn(router: string): Route[] {
  return [...router.matchAll(/^const (\w+) = createRoute\(\{([\s\S]*?)\}\);$/gm)].map(([, name = "", body = ""]) => ({
    name,
    parent: /getParentRoute: \(\) => (\w+)/.exec(body)?.[1] ?? "",
    path: /path: paths\.(\w+),/.exec(body)?.[1],
    modules: [...body.matchAll(/import\("([^"]+)"\)/g)].map((match) => moduleOf(match[1] ?? "")),
    texts: [...body.matchAll(/preloadTexts\(([^)]*)\)/g)].flatMap((match) => namesIn(match[1] ?? "")),
  }));
}

/** Part of the router and of all its pages. */
const start = "app/startPages.tsx";

/**
 * What is loaded together with the entry, by path; `*` is every page that is not named. Read from the router's own
 * source, so that a new page needs no second line: its part and its texts start with the first byte of the page.
 * @param router source of router.tsx
 */
export function firstPartsOf(router: string): Record<string, FirstParts> {
  const routes = routesIn(router);
  const shell = routes.find(({ name }) => name === "own");
  if (!shell) throw new Error("router.tsx has no route named own");
  const all: Record<string, FirstParts> = {};
  const withOf = (route: Pick<Route, "parent" | "modules" | "texts">): FirstParts => ({
    modules: [start, ...(route.parent === shell.name ? shell.modules : []), ...route.modules],
    texts: [...new Set(["common", ...(route.parent === shell.name ? shell.texts : []), ...route.texts])],
  });
  const known = new Map<string, unknown>(Object.entries(paths));
  for (const route of routes) {
    const path = route.path === undefined ? undefined : known.get(route.path);
    if (typeof path === "string") all[path] = withOf(route);
  }
  all["*"] = withOf({ parent: shell.name, modules: [], texts: [] });
  // This one is no route: see main.tsx.
  all[paths.signIn] = { modules: ["app/startSignIn.tsx"], texts: ["common", "account", "workflows"] };
  // Both lead to the dashboard.
  const dashboard = all[paths.dashboard];
  if (dashboard) all[paths.home] = all[paths.app] = dashboard;
  return all;
}
