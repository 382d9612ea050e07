import { afterAll, beforeAll, expect, test } from "vitest";
import { type Look, openContext, openServedProduct, type ServedProduct, signInByCalls } from "#src/testing/browser.ts";
import { openDraft } from "#src/testing/draftPage.ts";
import { list, openJudge } from "#src/testing/everyLook.ts";
import { walkByTab } from "#src/testing/keyboard.ts";
import { settled } from "#src/testing/settled.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

test("A page whose record cannot be loaded has one heading that says so", async () => {
  const look: Look = {};
  const { context } = await openContext(product, look);
  const page = await context.newPage();
  await signInByCalls(product, context, look);
  await page.goto("/workflows");
  await page.locator(".CatalogueRow_offer").first().waitFor();
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

test("A page works without its late parts, and says so when its own code is missing", async () => {
  const look: Look = {};
  const { context } = await openContext(product, look);
  const page = await context.newPage();
  const { broken, judge } = openJudge(page, look);
  await signInByCalls(product, context, look);
  const extras = /\/assets\/Consent[^/]*\.js/;
  // What is missing after a deploy loads the page anew, once for each part; then the page goes without.
  const refused = new Set<string>();
  await page.route(extras, (route) => {
    refused.add(/\/assets\/(\w+)-/.exec(route.request().url())?.[1] ?? "");
    return route.abort();
  });
  await page.goto("/workflows");
  await page.locator(".CatalogueRow_offer").first().waitFor();
  await expect.poll(() => [...refused].toSorted()).toEqual(["ConsentGate"]);
  await settled(page);
  await expect.poll(() => page.locator("#content h1").count()).toBe(1);
  await page.unroute(extras);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.getByRole("button", { name: "Support", exact: true }).waitFor();

  // The page would load itself anew from a server that answers: see missingChunk.ts.
  await page.route(/\/health\/live$/, (route) => route.abort());
  await page.route(/\/assets\/CoinsRoute[^/]*\.js/, (route) => route.abort());
  await page.goto("/settings/coins");
  await page.locator("[role=alert] h1").waitFor();
  await judge("error page", 1350);
  broken.push(...(await walkByTab(page)));
  expect(broken).toEqual([]);
  await context.close();
});

/** Runs in the page: what moves without an end where nobody sees it, and has the page drawn all the time. */
function movingUnseen(): string[] {
  return document
    .getAnimations()
    .flatMap(({ effect, playState }) =>
      playState === "running" && effect instanceof KeyframeEffect && effect.getComputedTiming().endTime === Infinity
        ? [effect.target]
        : [],
    )
    .filter((target) => target?.checkVisibility({ visibilityProperty: true }) === false)
    .map((target) => target?.parentElement?.outerHTML.slice(0, 200) ?? "");
}

test("Nothing moves out of sight: a page at rest is drawn once", async () => {
  const { page, context, path: project } = await openDraft(product, "blogArticleWriter");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  for (const path of [
    `${project}?gap=first`,
    "/workflows/marketing/blog/article/writer",
    "/dashboard",
    "/calendar",
    "/settings",
  ]) {
    await page.goto(path);
    await page.locator("#content h1").first().waitFor();
    if (path.includes("gap")) await page.locator(".gap-box").waitFor();
    await settled(page);
    expect([path, await page.evaluate(movingUnseen)]).toEqual([path, []]);
  }
  await context.close();
});
