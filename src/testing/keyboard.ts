import type { Locator, Page } from "playwright-core";

/** Whether the keys go to it. */
export const hasFocus = (one: Locator): Promise<boolean> =>
  one.evaluate((element) => element === document.activeElement);

/** What a person can do something with, that is in sight and not switched off. Runs in the page. */
function markControls(within: string): number {
  const place = document.querySelector(within);
  if (!place) return 0;
  const isInSight = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) &&
    element.getClientRects().length > 0;
  const controls = [
    ...place.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable="true"], [role="button"], [role="link"]',
    ),
  ].filter(
    (element) =>
      isInSight(element) &&
      !element.matches(":disabled, [aria-disabled=true], [type=hidden]") &&
      !element.closest("[inert], [aria-hidden=true]"),
  );
  let count = 0;
  const groups = new Map<string, HTMLElement[]>();
  const put = (name: string, element: HTMLElement): void =>
    void groups.set(name, [...(groups.get(name) ?? []), element]);
  for (const element of controls) {
    // One stop stands for a group that is walked by arrow keys.
    const group = element.closest(
      "[role=tablist], [role=radiogroup], [role=menu], [role=listbox], [role=grid], [role=toolbar], [role=treegrid]",
    );
    if (element instanceof HTMLInputElement && element.type === "radio" && element.name)
      put(`radio ${element.name}`, element);
    // The group itself may take the focus first and pass it on.
    else if (
      group &&
      (group === element ? element.tabIndex >= 0 : element.tabIndex < 0 || group.querySelector('[tabindex="-1"]'))
    )
      put(`group ${[...document.querySelectorAll("[role]")].indexOf(group)}`, element);
    // What is focused by script only (a heading, a dialog) is nothing to reach.
    else if (element.tabIndex >= 0) element.dataset["stop"] = String((count += 1));
  }
  for (const members of groups.values()) {
    count += 1;
    for (const element of members) element.dataset["stop"] = String(count);
  }
  return count;
}

interface Stop {
  stop: string | null;
  told: string;
  isSeen: boolean;
}

/**
 * Where each press of Tab led and whether that shows, as the page notes it: at the next press, when the focus is where
 * the last one put it, and now for the newest. Runs in the page and takes what was noted away.
 */
function readStops(): Stop[] {
  const read = (): Stop => {
    const element = document.activeElement;
    if (!element || element === document.body) return { stop: null, told: "body", isSeen: true };
    const told = element.outerHTML.slice(0, 140);
    const shows = (one: Element): boolean => {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(one);
      const hasOutline =
        outlineStyle !== "none" &&
        Number.parseFloat(outlineWidth) > 0 &&
        !/(, 0\)|\/ 0\)|transparent)$/.test(outlineColor);
      return hasOutline || boxShadow !== "none";
    };
    // A hidden input shows its focus on the label or the sign beside it, a field on the frame around it.
    const around = [element, element.parentElement, element.nextElementSibling, element.previousElementSibling].filter(
      (one) => one !== null,
    );
    const label = element.closest("label") ?? element.parentElement?.closest("[data-focus], label, .field");
    const isSeen =
      around.some((one) => one !== document.body && shows(one)) ||
      (label ? shows(label) : false) ||
      element.tagName === "IFRAME";
    return { stop: element instanceof HTMLElement ? (element.dataset["stop"] ?? null) : null, told, isSeen };
  };
  const known: Stop[] | undefined = Reflect.get(globalThis, "tabStops");
  const notes = known ?? [];
  if (!known) {
    Reflect.set(globalThis, "tabStops", notes);
    addEventListener("keydown", ({ key }) => key === "Tab" && notes.push(read()), { capture: true });
  }
  // The first note is where the focus was before the first press.
  return [...notes.splice(0), read()].slice(1);
}

/** Alike neighbours look the same; nobody has a dozen of them. */
const mostAlike = 12;

/**
 * Walks through a place of a page by the Tab key, as somebody without a mouse does.
 * @param within selector of what is walked through; what lies outside is passed over
 * @returns in words what was not reached, what showed no focus, and a focus that never left; empty when all is well
 */
export async function walkByTab(page: Page, within = "body"): Promise<string[]> {
  const count = await page.evaluate(markControls, within);
  if (count === 0) return [`nothing to reach in ${within}`];
  const reached = new Set<string>();
  const broken = new Set<string>();
  let before = "";
  let still = 0;
  await page.evaluate(readStops);
  // Some stops more for the frame around and for what opens on the way.
  for (let presses = 0; presses < count + 60 && reached.size < count && still <= mostAlike;) {
    // No press more than it takes: what comes next begins where this ends.
    const batch = Math.min(16, count - reached.size, count + 60 - presses);
    presses += batch;
    for (let press = 0; press < batch; press += 1) await page.keyboard.press("Tab");
    for (const { stop, told, isSeen } of await page.evaluate(readStops)) {
      if (stop) reached.add(stop);
      if (!isSeen) broken.add(`no focus to be seen: ${told}`);
      still = told === before ? still + 1 : 0;
      before = told;
      if (still > mostAlike) broken.add(`the focus does not leave: ${told}`);
    }
  }
  const missed = await page.evaluate(
    (known) =>
      [...document.querySelectorAll<HTMLElement>("[data-stop]")]
        .filter((one) => !known.includes(one.dataset["stop"] ?? ""))
        .map((one) => one.outerHTML.slice(0, 140)),
    [...reached],
  );
  await page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>("[data-stop]")) delete one.dataset["stop"];
  });
  return [...missed.map((told) => `not reached by Tab: ${told}`), ...broken];
}
