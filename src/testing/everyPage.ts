import { afterAll, beforeAll, expect, test } from "vitest";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { openContext, openServedProduct, type ServedProduct } from "./browser.ts";
import { fill, list, type Locale, openJudge, openOwn, widths } from "./everyLook.ts";
import { walkByTab } from "./keyboard.ts";

interface PageVisit {
  path: string;
  /** What must be there before it is judged. */
  has?: string;
  /** Its content is all text, or lies behind a panel. */
  isStill?: true;
  /** No page has this address: the answer's status is 404, which a browser notes in its console. */
  isMissing?: true;
}

const pagesOf = ({ project, leadId, itemId }: { project: string; leadId: string; itemId: string }): PageVisit[] => [
  { path: "/dashboard", has: "main .ledger, main section" },
  { path: "/content", has: ".content-row" },
  { path: "/content?view=board", has: ".ItemCard_item-card" },
  { path: "/content?view=week", has: ".ContentWeek_content-day" },
  { path: "/content?status=failed&platform=Bluesky" },
  {
    path: `/content?item=${itemId}`,
    has: "[role=dialog] .ItemPanel_item-words, [role=dialog] .ItemPanel_item-text",
    isStill: true,
  },
  { path: "/calendar?view=month", has: ".cal-view-month" },
  { path: "/calendar?view=week", has: ".cal-view-week" },
  { path: "/calendar?view=day" },
  { path: "/calendar?view=agenda" },
  { path: "/leads", has: "[role=grid] a" },
  { path: "/leads?stage=new,offer&tag=bikes&minScore=1&sort=name", has: ".filter-chip" },
  { path: "/leads?q=nobody" },
  { path: "/leads?layout=board", has: "[data-item]" },
  { path: `/leads?lead=${leadId}`, has: "[role=dialog] [role=tablist]", isStill: true },
  { path: "/leads?view=outreach", has: "main button" },
  { path: list, has: "[role=table] a" },
  { path: `${list}?state=ready&favorite=true&q=nothing` },
  { path: `${list}?archived=true`, has: "[role=table] a" },
  { path: "/projects/runs", has: "[role=table] a" },
  { path: "/projects/runs?status=noResult&period=2026-01" },
  { path: project, has: "article" },
  { path: "/settings", has: ".SettingsPage_settings-nav" },
  { path: "/settings#style", has: "section#results .SettingsPage_styles" },
  { path: "/settings#company", has: "section#company textarea" },
  { path: "/settings#workflows", has: "section#workflows summary" },
  { path: "/settings#calendar", has: "section#calendar [role=combobox]" },
  { path: "/settings#engine", has: "section#sources li, section#sources td" },
  { path: "/settings#account", has: "section#account .SettingsPage_sessions" },
  { path: "/settings/coins" },
  { path: "/deleted" },
  { path: "/community/pioneers/invites" },
  // Whoever comes first runs the installation.
  { path: "/operator", has: ".OperatorPage_figures" },
  { path: "/operator?tab=people", has: "main table" },
  { path: "/operator?tab=coins", has: "main table" },
  { path: "/operator?tab=runs", has: "main table" },
  { path: "/operator?tab=mail", has: "main table" },
  { path: "/operator?tab=system", has: "main table" },
  { path: "/operator?tab=audit", has: "main .empty" },
  { path: "/welcome?step=about", has: "textarea" },
  { path: "/welcome?step=writing", has: ".SettingsPage_styles" },
  { path: "/welcome?step=workflow", has: "input[type=radio]" },
  { path: "/workflows", has: ".CatalogueRow_offer" },
  { path: "/workflows?q=tender", has: ".CatalogueRow_offer" },
  { path: "/workflows/general/market/analyser?example=true", has: "article", isStill: true },
  { path: "/workflows/marketing/video/script/writer?example=true", has: "article", isStill: true },
  { path: "/terms", has: ".LegalPage_legal li", isStill: true },
  { path: "/privacy", has: ".LegalPage_legal li", isStill: true },
  { path: "/nothing/here", isMissing: true },
  { path: "/_kitchen" },
  ...cards
    .filter(({ path }) => path !== "")
    .map(({ path, isProductionReady }) => ({ path, has: isProductionReady ? "main form" : "main .alert" })),
];

/** Forms are one page with other fields, and what is announced is one page with other words. */
const forms = new Set(cards.map(({ path }) => path));
const announced = new Set(cards.filter(({ isProductionReady }) => !isProductionReady).map(({ path }) => path));

/** Opens every page in one language: each language is a test file of its own. */
export function testEveryPage(locale: Locale): void {
  let product: ServedProduct;
  beforeAll(async () => {
    product = await openServedProduct();
  });
  afterAll(() => product.close());

  test(`In ${locale} a visitor's pages are accessible and can be used by keyboard`, { timeout: 120_000 }, async () => {
    const { context, complaints } = await openContext(product, { locale });
    const page = await context.newPage();
    const { broken, go, judge } = openJudge(page, { locale });
    for (const path of ["/pioneers/signin", "/terms", "/privacy", "/dashboard"]) {
      await go(path);
      await page.locator(".ConsentBanner_consent").waitFor();
      for (const width of widths) {
        await judge(`visitor ${path}`, width);
        if (path !== "/dashboard") broken.push(...(await walkByTab(page)).map((one) => `visitor ${path}: ${one}`));
      }
    }
    expect(broken).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test(`In ${locale} a person's pages are accessible and can be used by keyboard`, { timeout: 900_000 }, async () => {
    const { context, page, complaints, send } = await openOwn(product, { locale });
    const { broken, go, follow, judge } = openJudge(page, { locale });
    for (const path of [
      "/dashboard",
      "/content",
      "/leads",
      "/leads?view=outreach",
      "/calendar?view=agenda",
      list,
      "/projects/runs",
    ]) {
      await go(path);
      for (const width of widths) await judge(`empty ${path}`, width);
    }
    let hasWalkedAnnounced = false;
    for (const [at, { path, has, isStill, isMissing }] of pagesOf(await fill(context, send)).entries()) {
      // What the client knows is older than the records, and what is missing is told by the answer.
      await (at === 0 || isMissing ? go : follow)(path, has);
      if (isMissing) expect(complaints.pop()).toMatch(/^error: Failed to load resource: .* 404 /);
      const isAnother = announced.has(path) && hasWalkedAnnounced;
      hasWalkedAnnounced ||= announced.has(path);
      // What is on a page has the same colours at each width: in light they are judged at one, in dark at the other.
      for (const width of widths) {
        const isFirst = (width === 1350) === (at % 2 === 0);
        if (isAnother && !isFirst) continue;
        // Whoever walked through it may be far down, where a control lies half below the top bar.
        await page.evaluate(() => {
          for (const one of document.querySelectorAll("html, body, main, #content")) one.scrollTop = 0;
        });
        const light = isFirst ? "all" : "allButColours";
        const dark = isFirst ? {} : { dark: "colours" as const };
        await judge(path, width, { asked: forms.has(path) && !isFirst ? dark : { light, ...dark } });
        // Each page is walked through at one width in each language; what stands around it is the dashboard's.
        if (isStill || isAnother || (width === 1350) !== (locale === "en-GB")) continue;
        const within = ["/dashboard", "/_kitchen"].includes(path) ? "body" : "#content";
        if (within !== "body") await page.locator(within).focus();
        broken.push(...(await walkByTab(page, within)).map((one) => `${path} at ${width} px: ${one}`));
      }
    }
    expect(broken).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
}
