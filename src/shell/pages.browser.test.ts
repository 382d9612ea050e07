import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { type Look, openContext, openServedProduct, type ServedProduct, signInByCalls } from "#src/testing/browser.ts";
import { walkByTab } from "#src/testing/keyboard.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

const locales = ["en-GB", "de-DE"] as const;
const widths = [1350, 375] as const;
const schemes = ["light", "dark"] as const;
type Width = (typeof widths)[number];
const sizes = { 1350: { width: 1350, height: 850 }, 375: { width: 375, height: 812 } };

const list = "/pioneer/workflow/projects";
const stories = "/api/workflows/userStoryWriterWorkflow";
type Send = Awaited<ReturnType<typeof signInByCalls>>["send"];

/** A run to its end; with a project, one more revision of it. */
async function run(context: BrowserContext, send: Send, change: object, projectId?: string): Promise<string> {
  const { example } = await (await context.request.get(stories)).json();
  const enData = { formValues: { ...example, ...change }, ...(projectId ? { projectId } : {}) };
  const { run: begun } = await send("POST", `${stories}/runs`, { enData }, { "idempotency-key": crypto.randomUUID() });
  await expect
    .poll(async () => (await (await context.request.get(`/api/workflows/runs/${begun.id}`)).json()).run.status)
    .toBe("succeeded");
  return begun.projectId;
}

/** Leads, messages, entries and projects, so that no screen is empty. */
async function fill(context: BrowserContext, send: Send): Promise<{ project: string; leadId: string }> {
  const stages = ["new", "contacted", "meeting", "offer", "won", "lost"];
  const { leads } = await send("POST", "/api/leads", {
    enData: {
      leads: Array.from({ length: 12 }, (_, at) => ({
        name:
          at === 3 ? "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" : `Lead ${at}`,
        stage: stages[at % 6],
        score: at * 8,
        doNotContact: at === 5,
        tags: ["bikes", "cold"],
        nextStep: "First call",
      })),
    },
  });
  const leadId: string = leads[0].id;
  await send("POST", "/api/leads/outreach/insights", {
    enData: { insights: [{ leadId, subject: "Fourteen bikes", message: "Good day", fitScore: 70 }] },
  });
  const now = Date.now();
  for (const [at, type] of ["1010", "2010", "3010", "4030", "5070", "6060", "7030"].entries()) {
    const start = now + (at - 2) * 7_200_000;
    await send("POST", "/api/calendar/entry", {
      enData: {
        type,
        title: `Entry ${at}`,
        start: new Date(start).toISOString(),
        end: new Date(start + (at + 1) * 2_700_000).toISOString(),
        allDay: at === 1,
      },
    });
  }
  await send("POST", "/api/user/settings", { favoriteWorkflows: ["contentPlannerWorkflow"] });
  const away = await run(context, send, { requirementTitle: "Put away" });
  await send("PATCH", "/api/projects/workflow", { id: away, archived: true });
  const project = await run(context, send, {});
  await run(context, send, { constraints: "Every page answers within one second." }, project);
  return { project: `${list}/${project}`, leadId };
}

/** Where a picture of everything that is judged is put, for somebody who wants to look at all of it. */
const screens = process.env["SCREENS_DIR"];

/** Judges what is on the page; what is wrong is collected, so that one test shows all of it. */
function openJudge(page: Page, { locale = "en-GB" }: Look, wide: Width = 1350) {
  const broken: string[] = [];
  const turn = async (width: Width, scheme: "light" | "dark"): Promise<void> => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize(sizes[width]);
    await page.locator(`html[data-theme=${scheme}]`).waitFor();
    await page.evaluate(
      () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
    );
  };

  /** Light and dark differ in colours alone. */
  const judge = async (name: string, width: Width): Promise<void> => {
    for (const scheme of schemes) {
      const look = `${name} at ${width} px, ${scheme}, ${locale}`;
      await turn(width, scheme);
      broken.push(...(await pageFaults(page, scheme === "light" ? "all" : "colours")).map((one) => `${look}: ${one}`));
      if (screens)
        await page.screenshot({ path: `${screens}/${look.replaceAll(/[^\w.]+/g, "-").replace(/^-/, "")}.png` });
      if (scheme === "dark") continue;
      const facts = await page.evaluate(() => ({
        lang: document.documentElement.lang,
        title: document.title.trim(),
        headings: [...document.querySelectorAll("h1")].filter((one) => one.checkVisibility()).length,
      }));
      if (facts.lang !== locale.slice(0, 2)) broken.push(`${look}: is in ${facts.lang}`);
      if (facts.title === "") broken.push(`${look}: no title`);
      if (facts.headings !== 1) broken.push(`${look}: ${facts.headings} first headings`);
    }
  };
  /** A page at rest, on a screen as wide as it begins. */
  const go = async (path: string, has = "h1"): Promise<void> => {
    await page.setViewportSize(sizes[wide]);
    await page.goto(locale === "de-DE" ? `/de${path}` : path);
    await page.locator(has).first().waitFor();
    await page.locator("h1").first().waitFor();
    // The page that shows the parts themselves has skeletons that stay.
    await expect.poll(() => page.locator("main:not(:has([data-test=tip])) .skeleton").count()).toBe(0);
  };
  return { broken, go, judge };
}

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

/** A browser of somebody who has answered the question about counting visits, and a page of it. */
async function openOwn(look: Look) {
  const { context, complaints } = await openContext(product, look);
  await context.addInitScript(() => {
    // Pages without an origin have no storage.
    if (location.origin !== "null") localStorage.setItem("trackingConsent", "denied");
  });
  const { send } = await signInByCalls(product, context, look);
  return { context, complaints, send, page: await context.newPage() };
}

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
    const { context, page, complaints, send } = await openOwn({ locale });
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

const places = locales.flatMap((locale) => widths.map((width) => ({ locale, width })));

describe.each(places)("in $locale at $width px", ({ locale, width }) => {
  test(
    "menus, panels and dialogs have no fault, hold the keys and give the focus back",
    { timeout: 400_000 },
    async () => {
      const { context, page, complaints, send } = await openOwn({ locale, width });
      const { broken, go, judge } = openJudge(page, { locale }, width);
      const { project, leadId } = await fill(context, send);
      const isFocused = (one: Locator): Promise<boolean> =>
        one.evaluate((element) => element === document.activeElement);
      const walk = async (name: string, within: string): Promise<void> => {
        broken.push(...(await walkByTab(page, within)).map((one) => `${name} at ${width} px: ${one}`));
      };

      /** Opens it by keys, judges it, walks through it where Tab leads through it, closes it by Escape. */
      const tryOverlay = async (
        name: string,
        opener: Locator,
        overlay: Locator,
        more: { key?: string; within?: string } = {},
      ): Promise<void> => {
        await opener.focus();
        await page.keyboard.press(more.key ?? "Enter");
        await overlay.first().waitFor();
        await judge(name, width);
        if (more.within) await walk(name, more.within);
        await page.keyboard.press("Escape");
        await overlay.first().waitFor({ state: "detached" });
        await expect
          .poll(() => isFocused(opener))
          .toBe(true)
          .catch(() => broken.push(`${name}: the focus did not go back`));
      };
      const menu = page.getByRole("menu");
      const listbox = page.getByRole("listbox");
      const dialog = page.locator("[role=dialog]:not(.support-popup)");
      const isPhone = width === 375;

      await go("/dashboard");
      await page.waitForLoadState("networkidle");
      // Open from the start, the first time somebody comes.
      const support = page.getByRole("button", { name: "Support", exact: true });
      const popup = page.locator(".support-popup");
      if (!(await popup.isVisible())) await support.click();
      await popup.waitFor();
      for (const tab of await popup.getByRole("tab").all()) {
        await tab.click();
        await judge(`support ${await tab.textContent()}`, width);
      }
      await walk("support", ".support-popup");
      await popup.getByRole("tab").first().focus();
      await page.keyboard.press("Escape");
      await popup.waitFor({ state: "detached" });

      if (isPhone) {
        const opener = page.locator(".top [aria-haspopup=dialog]").first();
        await opener.focus();
        await page.keyboard.press("Enter");
        await page.locator(".side-sheet").waitFor();
        await judge("sidebar", width);
        await walk("sidebar", ".side-sheet");
      }
      await tryOverlay("profile menu", page.locator(".who"), menu);
      if (isPhone) {
        await page.keyboard.press("Escape");
        await page.locator(".side-sheet").waitFor({ state: "hidden" });
      } else {
        const balance = page.locator(".balance-place a").first();
        await balance.hover();
        await page.locator(".balance-popup").waitFor();
        await judge("balance", width);
        await page.keyboard.press("Escape");
        await page.locator(".balance-popup").waitFor({ state: "detached" });
      }
      const search = page.locator(".top [aria-keyshortcuts]");
      await search.focus();
      await page.keyboard.press("Enter");
      await dialog.waitFor();
      await judge("palette", width);
      await page.keyboard.type("lead 7");
      await page.getByRole("option", { name: "Lead 7" }).waitFor();
      await judge("palette with finds", width);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      await tryOverlay("shortcuts", page.locator("#content"), dialog, {
        key: "?",
        within: "[role=dialog]:not(.support-popup)",
      });

      await go("/calendar?view=week", ".cal-view-week");
      const panel = ".cal-panel";
      await page.locator(".cal-bar .btn-primary").focus();
      await page.keyboard.press("Enter");
      await page.locator(panel).waitFor();
      await tryOverlay("type of an entry", page.locator(`${panel} [role=combobox]`).first(), listbox);
      await page.locator(panel).focus();
      await walk("new entry", panel);
      await page.keyboard.press("Escape");
      await page.locator(panel).waitFor({ state: "detached" });
      await tryOverlay("entry", page.locator("button:has(.cal-title)").first(), page.locator(panel), { within: panel });

      await go(`/leads?lead=${leadId}`, "[role=dialog] input");
      await walk("lead", "[role=dialog]:not(.support-popup)");
      await go("/leads", "[role=grid] a");
      await tryOverlay("filter of leads", page.locator(".lead-bar .btn[aria-haspopup=dialog]"), dialog);
      await page.locator("[role=grid] [role=checkbox], [role=grid] input[type=checkbox]").nth(1).click();
      await page.locator(".lead-bulk").waitFor();
      await tryOverlay("stages for ticked leads", page.locator(".lead-bulk [aria-haspopup=menu]"), menu);
      await walk("bar over ticked leads", ".lead-bulk");
      await tryOverlay("tag for ticked leads", page.locator(".lead-bulk-actions > button:has(.lucide-tag)"), dialog);
      await page.locator(".lead-bulk-actions > button").last().click();
      await page.locator(".toast").waitFor();
      await judge("toast", width);
      await go(list, "[role=table] a");
      await page.locator("[role=table] [role=checkbox], [role=table] input[type=checkbox]").nth(1).click();
      await page.locator(".projects-bulk").waitFor();
      await judge("bar over ticked projects", width);
      await walk("bar over ticked projects", ".projects-bulk");

      await go("/settings", "section#account .sessions");
      await tryOverlay("list of time zones", page.locator("section#calendar [role=combobox]").first(), listbox, {
        key: "ArrowDown",
      });
      await tryOverlay("question before an account goes", page.locator("section#account .btn").last(), dialog);

      await go("/workflows/marketing/content/planner", "main form");
      await tryOverlay("defaults of a form", page.locator("main [aria-haspopup=menu]").first(), menu);

      await go(project, "article");
      await tryOverlay("why a draft", page.locator(".doc-stamp button"), dialog);
      if (isPhone) await tryOverlay("what is proposed", page.locator(".doc-foot-line .link"), dialog);
      await tryOverlay(
        "export",
        page.locator(".page-actions [aria-haspopup=menu], .doc-head-actions [aria-haspopup=menu]").first(),
        menu,
      );
      await tryOverlay("actions of a project", page.locator(".doc-head-actions > [aria-haspopup=menu]").last(), menu);
      await page.getByRole("button", { name: /^(Revisions|Revisionen)$/ }).click();
      await page.locator("article ins").first().waitFor();
      await judge("revisions compared", width);
      await tryOverlay(
        "question before a revision goes",
        page.locator(".revisions .icon-btn").last(),
        page.getByRole("alertdialog"),
      );
      expect(broken).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
});

test("a page without what comes after its first paint is a page, and one without its code says so", async () => {
  const look: Look = {};
  const { context } = await openContext(product, look);
  const page = await context.newPage();
  const { broken, judge } = openJudge(page, look);
  await signInByCalls(product, context, look);
  const extras = /\/assets\/(support|Consent|CardIcon)[^/]*\.js/;
  await page.route(extras, (route) => route.abort());
  // What is missing after a deploy loads the page anew, once for each part; then the page goes without.
  const refused = new Set<string>();
  page.on("requestfailed", (request) => {
    const name = /\/assets\/(\w+)-/.exec(request.url())?.[1];
    if (name) refused.add(name);
  });
  await page.goto("/workflows");
  await page.locator(".offer").first().waitFor();
  await expect.poll(() => [...refused].toSorted()).toEqual(["CardIcon", "ConsentPlace", "support"]);
  await page.waitForLoadState("networkidle");
  expect(await page.locator("#content h1").count()).toBe(1);
  await page.unroute(extras);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.getByRole("button", { name: "Support", exact: true }).waitFor();

  await page.route(/\/assets\/CoinsPage[^/]*\.js/, (route) => route.abort());
  await page.goto("/settings/coins");
  await page.locator("[role=alert] h1").waitFor();
  await judge("error page", 1350);
  broken.push(...(await walkByTab(page)));
  expect(broken).toEqual([]);
  await context.close();
});
