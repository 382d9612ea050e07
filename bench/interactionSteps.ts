import type { Page } from "playwright-core";

/** What makes an input ready and then does it: finding places is no part of what is measured. */
type Act = (page: Page) => Promise<() => Promise<void>>;

const click =
  (selector: string): Act =>
  async (page) => {
    const place = page.locator(selector).first();
    // Waits until it no longer moves.
    await place.hover();
    const box = await place.boundingBox();
    if (!box) throw new Error(`${selector} is not in sight`);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return () => page.mouse.click(x, y);
  };

const press =
  (key: string): Act =>
  async (page) =>
  () =>
    page.keyboard.press(key);

/** Something that a person does, and how the page shows it. */
export interface Step {
  name: string;
  /** What has to be so before; not measured. */
  before?: (page: Page) => Promise<void>;
  act: Act;
  /** What the first frame that answers has in it. Without one, the frame after the input is the answer. */
  answer?: string;
  /** What is visible at the end, where that takes more than a frame. */
  result?: string;
}

/** Does something that is not measured. */
const first =
  (act: Act) =>
  async (page: Page): Promise<void> => {
    await (
      await act(page)
    )();
  };

/** Selector of a day of the month before (-1), of this (0) or of the next (1) in the month's own cells. */
function cellOf(month: number): string {
  const now = new Date();
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, 15)).toISOString().slice(0, 10);
  return `.cal-view-month .cal-week:has([data-day="${day}"]) [data-entry]`;
}

/** An entry in the month. */
export const inMonth = ".cal-view-month .MonthView_cal-weeks [data-entry]";
const view = (name: string): Pick<Step, "act" | "answer"> => ({
  act: click(`.Toolbar_cal-views button[value=${name}]`),
  answer: `.Toolbar_cal-views button[value=${name}][data-state=checked]`,
});

export const calendarSteps: Step[] = [
  {
    name: "open an entry",
    act: click(inMonth),
    answer: ".EntryPanel_cal-panel",
    result: ".EntryPanel_cal-panel form input",
  },
  { name: "type in the title of the entry", before: first(click(".EntryPanel_cal-panel form input")), act: press("x") },
  {
    name: "close the entry",
    before: first(press("Backspace")),
    act: click(".EntryPanel_cal-panel-head .icon-btn"),
    answer: "body:not(:has(.EntryPanel_cal-panel[data-state=open]))",
    result: "body:not(:has(.EntryPanel_cal-panel))",
  },
  { name: "switch from month to week", ...view("week"), result: ".cal-view-week .WeekView_cal-columns [data-entry]" },
  { name: "switch from week to month", ...view("month"), result: inMonth },
  {
    name: "next month",
    act: click(".Toolbar_cal-nav a:last-child"),
    answer: `[aria-busy], ${cellOf(1)}`,
    result: cellOf(1),
  },
  {
    name: "previous month",
    act: click(".Toolbar_cal-nav a:first-child"),
    answer: `[aria-busy], ${cellOf(0)}`,
    result: cellOf(0),
  },
  {
    name: "hide a family of entries",
    act: click(".cal-legend button"),
    answer: ".cal-legend button:first-child[aria-pressed=false]",
    result: ".MonthView_cal-weeks:not(:has([data-family='1000']))",
  },
  {
    name: "show the hidden family again",
    act: click(".cal-legend button"),
    answer: ".cal-legend button:first-child[aria-pressed=true]",
    result: ".MonthView_cal-weeks:has([data-family='1000'])",
  },
];

/** How many leads the list is to have. */
export const leads = 10_000;

/** All of them, read. */
export const allLeads = `.LeadTable_lead-table:not([aria-busy])[aria-rowcount="${leads + 1}"]`;
export const leadSteps: Step[] = [
  {
    name: "type a letter into the search",
    before: first(click(".LeadFilterBar_lead-search input")),
    act: press("z"),
    result: `.LeadTable_lead-table:not([aria-busy]):not([aria-rowcount="${leads + 1}"])`,
  },
  { name: "delete the letter from the search", act: press("Backspace"), result: allLeads },
  { name: "tick a row", act: click('[aria-rowindex="4"] .check'), answer: '[aria-rowindex="4"][aria-selected=true]' },
  {
    name: "untick the row",
    act: click('[aria-rowindex="4"] .check'),
    answer: '[aria-rowindex="4"][aria-selected=false]',
  },
  {
    name: "open a lead",
    act: click('[aria-rowindex="5"] .LeadTable_lead-name a'),
    answer: ".LeadRecord_lead-record",
    result: ".LeadRecord_lead-record [role=tablist]",
  },
  {
    name: "type in the name of the lead",
    before: first(click(".LeadRecord_record-name button")),
    act: press("x"),
  },
  {
    name: "close the lead",
    before: first(press("Escape")),
    act: click(".side-panel-head > .icon-btn:last-child"),
    answer: "body:not(:has(.LeadRecord_lead-record))",
  },
  {
    name: "sort by name",
    act: click(".LeadTable_lead-head th:nth-child(2) button"),
    answer: ".LeadTable_lead-head th[aria-sort]",
    result: '.LeadTable_lead-table:not([aria-busy]):has(th[aria-sort]):has([aria-rowindex="2"])',
  },
  {
    name: "remove the sort by name",
    before: async (page) => {
      await first(click(".LeadTable_lead-head th:nth-child(2) button"))(page);
      await page.locator(".LeadTable_lead-head th[aria-sort=descending]").waitFor();
      await page.locator(allLeads).waitFor();
    },
    act: click(".LeadTable_lead-head th:nth-child(2) button"),
    answer: ".LeadTable_lead-head:not(:has(th[aria-sort]))",
    result: allLeads,
  },
  { name: "scroll 2,000 px", act: async (page) => () => page.mouse.wheel(0, 2_000), answer: '[aria-rowindex="70"]' },
];

export const shellSteps: Step[] = [
  {
    name: "open the palette",
    before: async (page) => {
      await page.evaluate(() => scrollTo(0, 0));
      await page.locator('[aria-rowindex="4"]').waitFor();
    },
    act: press("Control+k"),
    answer: ".Palette_palette",
    result: ".Palette_palette-item",
  },
  { name: "type into the palette", act: press("l"), result: ".Palette_palette-item" },
  { name: "close the palette", act: press("Escape"), answer: "body:not(:has(.Palette_palette[data-state=open]))" },
  { name: "open the profile menu", act: click(".SidebarProfile_who"), answer: "[role=menu]" },
  { name: "close the profile menu", act: press("Escape"), answer: "body:not(:has([role=menu][data-state=open]))" },
  { name: "fold the sidebar", act: click(".Sidebar_side-head button"), answer: ".side[data-collapsed]" },
  { name: "unfold the sidebar", act: click(".Sidebar_side-head button"), answer: ".side:not([data-collapsed])" },
];
