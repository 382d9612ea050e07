import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { settled } from "./settled.ts";

/** WCAG 2.2, levels A and AA. */
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** A third of the size of what the package calls its source: each page that is loaded takes it in anew. */
const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Runs in the page, where axe is. */
async function run(only: axe.RunOnly): Promise<string[]> {
  const inPage: typeof axe = Reflect.get(globalThis, "axe");
  const { violations } = await inPage.run(document, {
    runOnly: only,
    resultTypes: ["violations"],
    // No rule of ours asks for style sheets, and faults are told by their markup.
    preload: false,
    selectors: false,
    iframes: false,
  });
  const wider = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  return [
    ...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`)),
    ...(wider > 0 ? [`${wider} px wider than the screen`] : []),
  ];
}

/**
 * What is wrong with a page for people who see, hear or move in another way (WCAG 2.2 AA, as far as a program can
 * tell), and whether it is wider than its screen. Asks axe in the page itself, which takes a fifth of the time of its
 * adapter for Playwright; frames are left out. Waits until the page has come to rest.
 * @param which "colours" for a page that was judged and has only changed its colours
 * @returns a line for every fault; empty when there is none
 */
export async function pageFaults(page: Page, which: "all" | "colours" = "all"): Promise<string[]> {
  await settled(page);
  if (!(await page.evaluate(() => Reflect.has(globalThis, "axe")))) await page.evaluate(source);
  return page.evaluate<string[], axe.RunOnly>(
    run,
    which === "all" ? { type: "tag", values: tags } : { type: "rule", values: ["color-contrast"] },
  );
}
