import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { type Look, openContext, openServedProduct, type ServedProduct, signInByCalls } from "#src/testing/browser.ts";
import { fill, list, locales, openJudge, openOwn, widths } from "#src/testing/everyLook.ts";
import { walkByTab } from "#src/testing/keyboard.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

interface Place {
  path: string;
  /** What must be there before it is judged. */
  has?: string;
  /** Its content is all text, or lies behind a panel. */
  isStill?: true;
}

const pagesOf = ({ project, leadId }: { project: string; leadId: string }): Place[] => [
  { path: "/dashboard", has: "main .ledger, main section" },
  { path: "/calendar?view=month", has: ".cal-view-month" },
  { path: "/calendar?view=week", has: ".cal-view-week" },
  { path: "/calendar?view=day" },
  { path: "/calendar?view=agenda" },
  { path: "/leads", has: "[role=grid] a" },
  { path: "/leads?stage=new,offer&tag=bikes&minScore=1&sort=name", has: ".lead-chip" },
  { path: "/leads?q=nobody" },
  { path: `/leads?lead=${leadId}`, has: "[role=dialog] input", isStill: true },
  { path: "/leads?view=outreach", has: "main button" },
  { path: list, has: "[role=table] a" },
  { path: `${list}?state=ready&favorite=true&q=nothing` },
  { path: `${list}?archived=true`, has: "[role=table] a" },
  { path: project, has: "article" },
  { path: "/settings", has: "section#account .sessions" },
  { path: "/settings/coins" },
  { path: "/community/pioneers/invites" },
  { path: "/welcome?step=about", has: "textarea" },
  { path: "/welcome?step=writing", has: ".styles" },
  { path: "/welcome?step=workflow", has: "input[type=radio]" },
  { path: "/workflows", has: ".offer" },
  { path: "/workflows?q=tender", has: ".offer" },
  { path: "/terms", has: ".legal li", isStill: true },
  { path: "/privacy", has: ".legal li", isStill: true },
  { path: "/nothing/here" },
  { path: "/_kitchen" },
  ...cards
    .filter(({ path }) => path !== "")
    .map(({ path, isProductionReady }) => ({ path, has: isProductionReady ? "main form" : "main .alert" })),
];

const announced = new Set(cards.filter(({ isProductionReady }) => !isProductionReady).map(({ path }) => path));

describe.each(locales)("in %s", (locale) => {
  test("a visitor's pages have no fault and are reached by keyboard", { timeout: 120_000 }, async () => {
    const { context, complaints } = await openContext(product, { locale });
    const page = await context.newPage();
    const { broken, go, judge } = openJudge(page, { locale });
    for (const path of ["/pioneers/signin", "/terms", "/privacy", "/dashboard"]) {
      await go(path);
      await page.locator(".consent").waitFor();
      for (const width of widths) {
        await judge(`visitor ${path}`, width);
        if (path !== "/dashboard") broken.push(...(await walkByTab(page)).map((one) => `visitor ${path}: ${one}`));
      }
    }
    expect(broken).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("a person's pages have no fault and are reached by keyboard", { timeout: 400_000 }, async () => {
    const { context, page, complaints, send } = await openOwn(product, { locale });
    const { broken, go, judge } = openJudge(page, { locale });
    for (const path of ["/dashboard", "/leads", "/leads?view=outreach", "/calendar?view=agenda", list]) {
      await go(path);
      for (const width of widths) await judge(`empty ${path}`, width);
    }
    let hasWalkedAnnounced = false;
    for (const [at, { path, has, isStill }] of pagesOf(await fill(context, send)).entries()) {
      await go(path, has);
      // Pages of announced workflows are one page with other words: each is judged at one width.
      const isAnother = announced.has(path) && hasWalkedAnnounced;
      hasWalkedAnnounced ||= announced.has(path);
      const seen = isAnother ? widths.filter((_, width) => width === at % 2) : widths;
      for (const width of seen) {
        // Whoever walked through it may be far down, where a control lies half below the top bar.
        await page.evaluate(() => {
          for (const one of document.querySelectorAll("html, body, main, #content")) one.scrollTop = 0;
        });
        await judge(path, width);
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
});

test("a page whose record did not load is told by a heading, and nothing is announced that is not there", async () => {
  const look: Look = {};
  const { context } = await openContext(product, look);
  const page = await context.newPage();
  await signInByCalls(product, context, look);
  await page.goto("/workflows");
  await page.locator(".offer").first().waitFor();
  const one = "0190a3c4-0000-7000-8000-000000000001";
  for (const [path, call, has] of [
    [`${list}/${one}`, "**/api/projects/workflow/**", ".alert h1"],
    ["/workflows/product/management/user/story/writer", "**/api/workflows/userStoryWriterWorkflow*", ".alert h1"],
    ["/dashboard", "**/api/{dashboard,coins}*", "main .alert"],
  ] as const) {
    await page.route(call, (route) => route.fulfill({ status: 500, json: { code: "internal" } }));
    await page.goto(path);
    await page.locator(has).waitFor();
    expect(await page.locator("#content h1").count(), path).toBe(1);
  }
  expect(await page.getByRole("heading", { name: "Coins" }).count()).toBe(0);
  await context.close();
});

test("a page without what comes after its first paint is a page, and one without its code says so", async () => {
  const look: Look = {};
  const { context } = await openContext(product, look);
  const page = await context.newPage();
  const { broken, judge } = openJudge(page, look);
  await signInByCalls(product, context, look);
  const extras = /\/assets\/(support|Consent|CardIcon)[^/]*\.js/;
  // What is missing after a deploy loads the page anew, once for each part; then the page goes without.
  const refused = new Set<string>();
  await page.route(extras, (route) => {
    refused.add(/\/assets\/(\w+)-/.exec(route.request().url())?.[1] ?? "");
    return route.abort();
  });
  await page.goto("/workflows");
  await page.locator(".offer").first().waitFor();
  await expect.poll(() => [...refused].toSorted()).toEqual(["CardIcon", "ConsentPlace", "support"]);
  await page.waitForLoadState("networkidle");
  await expect.poll(() => page.locator("#content h1").count()).toBe(1);
  await page.unroute(extras);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.getByRole("button", { name: "Support", exact: true }).waitFor();

  // The page would load itself anew from a server that answers: see missingChunk.ts.
  await page.route(/\/health\/live$/, (route) => route.abort());
  await page.route(/\/assets\/CoinsPage[^/]*\.js/, (route) => route.abort());
  await page.goto("/settings/coins");
  await page.locator("[role=alert] h1").waitFor();
  await judge("error page", 1350);
  broken.push(...(await walkByTab(page)));
  expect(broken).toEqual([]);
  await context.close();
});
