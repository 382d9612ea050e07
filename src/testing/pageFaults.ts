import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { settled } from "./settled.ts";

/** WCAG 2.2, levels A and AA. */
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** A third of the size of what the package calls its source: each page that is loaded takes it in anew. */
const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What is judged, by the rules of axe that are asked. */
const judged = {
  all: { runOnly: { type: "tag", values: tags } },
  /** For a page whose colours are judged at another width. */
  allButColours: { runOnly: { type: "tag", values: tags }, rules: { "color-contrast": { enabled: false } } },
  /** For a page that was judged and has only changed its colours. */
  colours: { runOnly: { type: "rule", values: ["color-contrast"] } },
} satisfies Record<string, axe.RunOptions>;

export type CheckKind = keyof typeof judged;

/** Runs in the page, where axe is. */
async function run({ asked, within }: { asked: axe.RunOptions; within: string | undefined }): Promise<string[]> {
  const inPage: typeof axe = Reflect.get(globalThis, "axe");
  const { violations } = await inPage.run(within === undefined ? document : { include: [within] }, {
    ...asked,
    resultTypes: ["violations"],
    // No rule of ours asks for style sheets, and faults are told by their markup.
    preload: false,
    selectors: false,
    elementRef: true,
    iframes: false,
  });
  const wider = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  /** What is half under a bar at the foot of the window is as large as it was, and scrolls free. */
  const isUnderBar = (id: string, { element, any }: axe.NodeResult): boolean => {
    if (id !== "target-size" || !element || !any.some(({ data }) => data?.messageKey === "partiallyObscured"))
      return false;
    const { x, width, bottom } = element.getBoundingClientRect();
    let over = document.elementFromPoint(x + width / 2, Math.min(bottom, innerHeight) - 1);
    while (over && !over.contains(element) && !/sticky|fixed/.test(getComputedStyle(over).position))
      over = over.parentElement;
    return over !== null && !over.contains(element);
  };
  return [
    ...violations.flatMap(({ id, nodes }) =>
      nodes.filter((node) => !isUnderBar(id, node)).map(({ html }) => `${id}: ${html.slice(0, 200)}`),
    ),
    ...(wider > 0 ? [`${wider} px wider than the screen`] : []),
  ];
}

/**
 * What is wrong with a page for people who see, hear or move in another way (WCAG 2.2 AA, as far as a program can
 * tell), and whether it is wider than its screen. Asks axe in the page itself, which takes a fifth of the time of its
 * adapter for Playwright; frames are left out. Waits until the page has come to rest.
 * @param which what of it is judged
 * @param within selector of the part to judge; all of the page unless told
 * @returns a line for every fault; empty when there is none
 */
export async function pageFaults(page: Page, which: CheckKind = "all", within?: string): Promise<string[]> {
  await settled(page);
  if (!(await page.evaluate(() => Reflect.has(globalThis, "axe")))) await page.evaluate(source);
  return page.evaluate(run, { asked: judged[which], within });
}

/** Pixels by which a page is wider than its screen, in words; empty when it is not. */
export async function pageOverflow(page: Page): Promise<string[]> {
  await settled(page);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return wider > 0 ? [`${wider} px wider than the screen`] : [];
}
