import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { clientRoutes } from "./clientRoutes.ts";
import { createPages } from "./router.tsx";
import { pageRoutes, textsFor } from "./routes.ts";
import { paths } from "#src/ui/client/paths.ts";

test("the server is told of every page that the router names", () => {
  const known = [...clientRoutes.pages, ...clientRoutes.development];
  const named = Object.keys(createPages().routesByPath).flatMap((path) =>
    path === paths.example("$key") ? cards.map(({ key }) => paths.example(key)) : [path.replace(/\$\w+/g, "*")],
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.toSorted()).toEqual(known.toSorted());
  for (const path of Object.values(paths)) {
    if (typeof path === "string") expect(known).toContain(path);
    else expect(known.filter((one) => one.startsWith(path("")))).not.toEqual([]);
  }
  expect(clientRoutes.pages).not.toContain(paths.kitchen);
  expect(clientRoutes.pages).not.toContain(paths.example("*"));
});

test("only a workflow's page has other texts for its example result", () => {
  const textsOf = (path: string): readonly string[] => {
    const page = pageRoutes.find((one) => one.path === path);
    return page ? textsFor(page, { example: true }) : [];
  };
  expect(textsOf(paths.settings)).toContain("settings");
  expect(textsOf("/workflows/marketing/content/planner")).toContain("catalogue");
});

test.each(pageRoutes)("$path is a page with its texts", ({ module, texts }) => {
  const component = module.replace(/^.*\/|\.tsx$/g, "");
  const source = readFileSync(new URL(`../${module}`, import.meta.url), "utf8");
  expect(source).toContain(`export function ${component}(`);
  for (const name of texts)
    for (const language of ["en", "de"])
      expect(() => readFileSync(new URL(`../ui/i18n/${language}/${name}.json`, import.meta.url))).not.toThrow();
});
