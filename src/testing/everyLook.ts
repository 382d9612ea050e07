import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { type Look, openContext, type ServedProduct, signInByCalls } from "./browser.ts";
import { type CheckKind, pageFaults, pageOverflow } from "./pageFaults.ts";
import { settled } from "./settled.ts";

/** In which everything that a person sees is judged, in a test file each. */
export type Locale = "en-GB" | "de-DE";
export const widths = [1350, 375] as const;
const schemes = ["light", "dark"] as const;
export type Width = (typeof widths)[number];
const sizes = { 1350: { width: 1350, height: 850 }, 375: { width: 375, height: 812 } };

/** Where the projects are. */
export const list = "/pioneer/workflow/projects";
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

interface Filled {
  project: string;
  leadId: string;
  itemId: string;
}

/** Leads, messages, entries, content items and projects, so that no screen is empty. */
export async function fill(context: BrowserContext, send: Send): Promise<Filled> {
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
  // At the same hours at whatever time it runs: an entry of which the grid's head leaves a sliver would be too small.
  const noon = new Date().setUTCHours(12, 0, 0, 0);
  for (const [at, type] of ["1010", "2010", "3010", "4030", "5070", "6060", "7030"].entries()) {
    const start = noon + (at - 2) * 7_200_000;
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
  const items: string[] = [];
  for (const [at, status] of ["idea", "planned", "drafted", "approved", "published", "skipped", "failed"].entries()) {
    const { outcome } = await send("POST", "/api/workflows/scheduled/outcome", {
      enData: {
        workflow: "socialPostWriterWorkflow",
        kind: "post",
        platform: at % 2 ? "LinkedIn" : "X (Twitter)",
        contentType: 3,
        title: `Item ${at}`,
        // Only a draft may be too long for its platform.
        brief: "Five bolts fail first. ".repeat(status === "drafted" ? 15 : 10),
        plannedAt: new Date(noon + at * 3_600_000).toISOString(),
        status,
      },
    });
    items.push(outcome.id);
  }
  await send("POST", "/api/user/settings", { favoriteWorkflows: ["contentPlannerWorkflow"] });
  const away = await run(context, send, { requirementTitle: "Put away" });
  await send("PATCH", "/api/projects/workflow", { id: away, archived: true });
  const project = await run(context, send, {});
  await run(context, send, { constraints: "Every page answers within one second." }, project);
  return { project: `${list}/${project}`, leadId, itemId: items[2] ?? "" };
}

/** Where a picture of everything that is judged is put, for somebody who wants to look at all of it. */
const screens = process.env["SCREENS_DIR"];

/**
 * What is wrong with a page in one of all the looks that it is judged in: what was judged in light differs in dark by its
 * colours alone, and in another language by the length of its words alone.
 */
export function faultsIn(page: Page, { locale, scheme }: Look, within?: string): Promise<string[]> {
  if (locale === "de-DE") return pageOverflow(page);
  return pageFaults(page, scheme === "dark" ? "colours" : "all", within);
}

/** What is judged in light and in dark; nothing in the one that is left out. */
type Asked = Partial<Record<(typeof schemes)[number], CheckKind>>;

/** Judges what is on the page; what is wrong is collected, so that one test shows all of it. */
export function openJudge(page: Page, { locale = "en-GB" }: Look, wide: Width = 1350) {
  const broken: string[] = [];
  const turn = async (width: Width, scheme: "light" | "dark"): Promise<void> => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize(sizes[width]);
    await page.locator(`html[data-theme=${scheme}]`).waitFor();
  };

  /**
   * @param options `within`: what has opened over a page that is judged already, the whole page unless told; `asked`:
   * what is judged in light and in dark.
   */
  const judge = async (
    name: string,
    width: Width,
    { within, asked = { light: "all", dark: "colours" } }: { within?: string; asked?: Asked } = {},
  ): Promise<void> => {
    const wanted: Asked = locale === "en-GB" ? asked : { light: "all" };
    for (const scheme of schemes) {
      const which = wanted[scheme];
      if (!which && !screens) continue;
      const look = `${name} at ${width} px, ${scheme}, ${locale}`;
      await turn(width, scheme);
      const found = !which ? [] : await (locale === "en-GB" ? pageFaults(page, which, within) : pageOverflow(page));
      broken.push(...found.map((one) => `${look}: ${one}`));
      if (screens)
        await page.screenshot({ path: `${screens}/${look.replaceAll(/[^\w.]+/g, "-").replace(/^-/, "")}.png` });
    }
    const facts = await page.evaluate(() => ({
      lang: document.documentElement.lang,
      title: document.title.trim(),
      headings: [...document.querySelectorAll("h1")].filter((one) => one.checkVisibility()).length,
    }));
    const look = `${name} at ${width} px, ${locale}`;
    if (facts.lang !== locale.slice(0, 2)) broken.push(`${look}: is in ${facts.lang}`);
    if (facts.title === "") broken.push(`${look}: no title`);
    if (facts.headings !== 1) broken.push(`${look}: ${facts.headings} first headings`);
  };
  const rest = async (has: string): Promise<void> => {
    await page.locator(has).first().waitFor();
    await page.locator("h1").first().waitFor();
    await settled(page);
    // The page that shows the parts themselves has skeletons that stay.
    await expect
      .poll(() => page.locator("main:not(:has([data-test=tip])) .skeleton").count(), {
        message: `Still loading: ${page.url()}`,
      })
      .toBe(0);
  };
  const addressOf = (path: string): string => (locale === "de-DE" ? `/de${path}` : path);
  /** A page at rest, on a screen as wide as it begins. */
  const go = async (path: string, has = "h1"): Promise<void> => {
    await page.setViewportSize(sizes[wide]);
    await page.goto(addressOf(path));
    await rest(has);
  };
  /** The same from another page, as a link leads there: half of what a page costs is loading the client. */
  const follow = async (path: string, has = "h1"): Promise<void> => {
    await page.setViewportSize(sizes[wide]);
    await page.evaluate((address) => {
      const router: { history: { push: (to: string) => void } } = Reflect.get(globalThis, "__TSR_ROUTER__");
      router.history.push(address);
    }, addressOf(path));
    await page.waitForURL(({ pathname }) => pathname === addressOf(path).split(/[?#]/, 1)[0]);
    await settled(page);
    await rest(has);
  };
  return { broken, go, follow, judge };
}

/** A browser of somebody who has answered the question about counting visits, and a page of it. */
export async function openOwn(product: ServedProduct, look: Look) {
  const { context, complaints } = await openContext(product, look);
  await context.addInitScript(() => {
    // Pages without an origin have no storage.
    if (location.origin !== "null") localStorage.setItem("trackingConsent", "denied");
  });
  const { send } = await signInByCalls(product, context, look);
  return { context, complaints, send, page: await context.newPage() };
}
