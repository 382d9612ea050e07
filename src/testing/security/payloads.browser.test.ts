import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openContext, openServedProduct, register, type ServedProduct } from "#src/testing/browser.ts";
import { settled } from "#src/testing/settled.ts";

/** Words that would run as markup stand in every field of a person; every screen is looked at. Nothing runs. */

const short = `"'><img src=https://evil.example/p onerror=ran=1><svg onload=ran=1>`;
const payload = `${short}<script>ran=1</script><iframe srcdoc="<script>parent.ran=1</script>"></iframe><a href=javascript:ran=1>x</a>[x](javascript:ran=1) ![y](https://evil.example/md.png) <style>@import 'https://evil.example/s.css'</style>{{constructor.constructor('ran=1')()}}`;

let folder: string;
let product: ServedProduct;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pioneer-payloads-"));
  const terms = join(folder, "terms.md");
  await writeFile(
    terms,
    `# Terms\n\n${payload}\n\n<script>ran=1</script>\n\n[run](javascript:ran=1) <javascript:ran=1>\n`,
  );
  product = await openServedProduct({ env: { TERMS_FILE: terms, PRIVACY_FILE: terms } });
});
afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true });
});

/** Fills every field that takes words. @returns the page of the project */
async function fillAll(page: Page, email: string): Promise<string> {
  const send = async (path: string, data: unknown, method = "POST", status = 201) => {
    const answer = await page.request.fetch(path, {
      method,
      data,
      headers: { origin: product.url, "idempotency-key": crypto.randomUUID() },
    });
    expect([path, answer.status()]).toEqual([path, status]);
    return answer.json();
  };
  const at = new Date();
  const [start, end] = [at.toISOString(), new Date(at.getTime() + 1_800_000).toISOString()];
  const link = `https://evil.example/?"><script>ran=1</script>`;
  await send(
    "/api/user/settings",
    { additionalInfo: { defaultCompanyInformation: payload, defaultProductsPitch: payload } },
    "POST",
    200,
  );
  const lead = { name: short, category: short, contact: short, email: ["a@example.com"], phone: ["+49 341 5550120"] };
  const more = { tags: [short.slice(0, 55)], owner: short, nextStep: short, notes: payload, website: link };
  const whole = { ...lead, ...more, address: { street: short, city: short }, customFields: { "<img src=x>": payload } };
  const { leads } = await send("/api/leads", { enData: { leads: [whole, whole] } });
  const insight = {
    leadId: leads[0].id,
    subject: payload.slice(0, 290),
    message: payload,
    callScript: payload,
    bestTime: short,
  };
  const facts = [{ text: payload, quote: payload, url: link }];
  const insights = [{ ...insight, facts, painHypotheses: [payload], fitReasons: [payload] }];
  await send("/api/leads/outreach/insights", { enData: { insights } });
  const outcome = {
    workflow: "blogArticleWriterWorkflow",
    kind: short.slice(0, 40),
    title: payload.slice(0, 290),
    brief: payload,
    plannedAt: start,
  };
  const outcomeId = (await send("/api/workflows/scheduled/outcome", { enData: outcome })).outcome.id;
  const entry = {
    type: "1010",
    title: payload.slice(0, 290),
    location: payload.slice(0, 290),
    link,
    notes: payload,
    start,
    end,
    outcomeId,
  };
  await send("/api/calendar/entry", {
    enData: { ...entry, attendees: [{ name: short, email: "img@example.com" }] },
  });
  const path = "/api/workflows/userStoryWriterWorkflow";
  const { example } = await (await page.request.get(path)).json();
  const formValues = { ...example, requirementTitle: short, notes: payload };
  const { run } = await send(`${path}/runs`, { enData: { formValues } }, "POST", 202);
  await expect
    .poll(async () => (await (await page.request.get(`/api/workflows/runs/${run.id}`)).json()).run.status)
    .toBe("succeeded");
  await send("/api/projects/workflow", { id: run.projectId, name: short }, "PATCH", 200);
  const placeholders = { fullName: short, firstName: short, email, wishUseCase: payload };
  const mail = { targetLanguage: "en", targetEmailCase: "user-use-case-wish", targetGroup: "customers", placeholders };
  await send("/api/emailing/send-email", { to: email, ...mail }, "POST", 200);
  return `/pioneer/workflow/projects/${run.projectId}`;
}

/** What must never be in a page: addresses that run, handlers as attributes, scripts that are not ours, pictures of others. */
const found = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    if ("ran" in window) faults.push("something ran");
    for (const element of document.querySelectorAll("*")) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith("on")) faults.push(`${element.tagName} ${name}`);
        if (/^(href|src|action|formaction|srcdoc)$/.test(name) && /^\s*(javascript|data:text|vbscript)/i.test(value))
          faults.push(`${element.tagName} ${value}`);
      }
      if (element instanceof HTMLImageElement && element.src && new URL(element.src).hostname === "evil.example")
        faults.push(`image ${element.src}`);
      if (element instanceof HTMLScriptElement && !element.src.startsWith(location.origin)) faults.push("a script");
    }
    return faults;
  });

test(
  "Text that looks like markup stays text on every screen, and no other server is contacted",
  { timeout: 300_000 },
  async () => {
    const { context } = await openContext(product, { locale: "en-GB" });
    const foreign: string[] = [];
    await context.route(
      (url) => /^https?:$/.test(url.protocol) && url.origin !== product.url,
      async (route) => {
        foreign.push(route.request().url());
        await route.abort();
      },
    );
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const dialogs: string[] = [];
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const faults: string[] = [];
    const judge = async (where: string): Promise<void> => {
      faults.push(...(await found(page)).map((fault) => `${where}: ${fault}`));
    };
    const email = await register(page, short);
    await page.evaluate(() => localStorage.setItem("trackingConsent", "denied"));
    const project = await fillAll(page, email);

    await page.goto("/calendar?view=week");
    await page
      .locator("main")
      .getByRole("button", { name: /img src=https:\/\/evil/ })
      .first()
      .click();
    await page
      .getByRole("dialog")
      .filter({ has: page.getByRole("button", { name: "Delete entry" }) })
      .waitFor();
    await settled(page);
    await judge("entry");

    await page.goto("/leads");
    await page.locator("main").getByRole("link", { name: short, exact: true }).first().click();
    const record = page.getByRole("dialog").filter({ hasText: "Timeline" });
    await record.waitFor();
    await settled(page);
    await judge("lead");
    for (const part of ["Details", "Messages"]) {
      await record.getByRole("tab", { name: part }).click();
      await settled(page);
      await judge(`lead, ${part}`);
    }

    await page.goto("/dashboard");
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await settled(page);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("img src");
    await page.getByRole("option").filter({ hasText: "evil.example" }).first().waitFor();
    await judge("palette");

    await page.goto(project);
    await page.getByText(short).first().waitFor();
    await settled(page);
    await judge("project");
    for (const kind of ["HTML", "Markdown", "JSON"]) {
      await page.getByRole("button", { name: "Export" }).click();
      const saved = page.waitForEvent("download");
      await page.getByRole("menuitem", { name: kind, exact: true }).click();
      const file = await readFile(await (await saved).path(), "utf8");
      expect(file).toContain("evil.example");
      await page.locator(".toast").first().waitFor();
      await judge(`export ${kind}`);
      if (kind !== "HTML") continue;
      const exported = await context.newPage();
      await exported.setContent(file);
      faults.push(...(await found(exported)).filter((fault) => fault !== "a script").map((fault) => `HTML: ${fault}`));
      await exported.close();
    }

    const screens = [
      "/dashboard",
      "/calendar?view=month",
      "/calendar?view=agenda",
      "/calendar?view=week",
      "/workflows",
    ];
    const forms = ["/workflows/product/management/user/story/writer", "/settings", "/settings/coins", "/welcome"];
    for (const path of [...screens, ...forms, "/pioneer/workflow/projects", "/de/leads", "/de/dashboard"]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await settled(page);
      await judge(path);
    }
    for (const path of ["/terms", "/privacy", "/de/terms"]) {
      await page.goto(path);
      await page.locator(".LegalPage_legal p").first().waitFor();
      await judge(path);
      expect(
        await page
          .locator(".LegalPage_legal img, .LegalPage_legal script, .LegalPage_legal iframe, .LegalPage_legal style")
          .count(),
      ).toBe(0);
    }
    await page.goto("/dev/mail");
    await judge("mailbox");
    await page
      .getByRole("link", { name: /Workflow request/ })
      .last()
      .click();
    await page.locator("iframe").waitFor();
    await settled(page);
    await judge("mail");
    const letter = page.frameLocator("iframe");
    await letter.getByText("evil.example").first().waitFor();
    expect(await letter.locator("img, script, iframe, svg, style").count()).toBe(0);

    expect({ faults, foreign, dialogs }).toEqual({ faults: [], foreign: [], dialogs: [] });
    await context.close();
  },
);
