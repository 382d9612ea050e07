import { afterAll, beforeAll, expect, test } from "vitest";
import { openContext, openServedProduct, register, type ServedProduct } from "#src/testing/browser.ts";

/** Width of what A4 holds between its margins, CSS pixels. */
const sheet = 688;

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

test("A printed page has light colours, all rows and the draft stamp, and no navigation", async () => {
  const { context } = await openContext(product, { scheme: "dark" });
  const page = await context.newPage();
  await register(page);
  const post = (path: string, data: unknown, headers: Record<string, string> = {}) =>
    page.request.post(path, { data, headers: { origin: product.url, ...headers } });
  const { example } = await (await page.request.get("/api/workflows/userStoryWriterWorkflow")).json();
  const started = await post(
    "/api/workflows/userStoryWriterWorkflow/runs",
    { enData: { formValues: example } },
    { "idempotency-key": crypto.randomUUID() },
  );
  const { run } = await started.json();
  await expect
    .poll(async () => (await (await page.request.get(`/api/workflows/runs/${run.id}`)).json()).run.status)
    .toBe("succeeded");
  const leads = Array.from({ length: 40 }, (_, at) => ({ name: `Radwerk ${at}` }));
  const made = await post("/api/leads", { enData: { leads } });
  expect(made.status(), await made.text()).toBe(201);

  await page.goto(`/pioneer/workflow/projects/${run.projectId}`);
  const stamp = page.locator(".doc-stamp").getByText("Draft without AI");
  await stamp.waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await stamp.isVisible()).toBe(true);
  expect(
    await page.getByText("How this was made").or(page.locator(".DocumentNotes_doc-notes dl")).first().isVisible(),
  ).toBe(true);
  for (const gone of [".side", ".top", ".page-foot", ".doc-foot", "button.btn"])
    expect(await page.locator(gone).locator("visible=true").count(), gone).toBe(0);
  const colour = await page.evaluate(() => getComputedStyle(document.body).color);
  expect(Math.max(...(colour.match(/\d+/g) ?? []).slice(0, 3).map(Number))).toBeLessThan(64);
  // Paper does not scroll, and it is wide enough for tables.
  await page.setViewportSize({ width: sheet, height: 1000 });
  const hidden = await page.evaluate(() => {
    const text = document.querySelector(".doc-text");
    text?.insertAdjacentHTML("beforeend", `<div class="Blocks_doc-code"><pre>${"line\n".repeat(60)}</pre></div>`);
    const pre = text?.querySelector(".Blocks_doc-code > pre");
    return pre ? pre.scrollHeight - pre.clientHeight : null;
  });
  const stacked = page.locator(".doc-table-stack");
  const shapes = await stacked.locator("tr, td").evaluateAll((all) => all.map((one) => getComputedStyle(one).display));
  expect([hidden, ...new Set(shapes)]).toEqual([0, "table-row", "table-cell"]);
  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize({ width: 1350, height: 850 });

  await page.goto("/leads");
  const rows = page.locator(".LeadTable_lead-table tbody tr");
  await rows.first().waitFor();
  expect(await rows.count()).toBeLessThan(40);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  expect(await rows.count()).toBe(40);
  const tops = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top));
  expect(tops.every((top, at) => at === 0 || top > (tops[at - 1] ?? 0))).toBe(true);
  await context.close();
});

test("A printed calendar shows the full titles of its entries, also from a phone", async () => {
  const { context } = await openContext(product, {});
  const page = await context.newPage();
  await register(page);
  const titles = Array.from({ length: 5 }, (_, at) => `Inspection of the delivery fleet, part ${at + 1}`);
  for (const [at, title] of titles.entries()) {
    const [start, end] = [`2026-11-18T1${at}:00:00Z`, `2026-11-18T1${at}:45:00Z`];
    const made = await page.request.post("/api/calendar/entry", {
      data: { enData: { type: "1010", title, start, end, timeZone: "Europe/Berlin" } },
      headers: { origin: product.url },
    });
    expect(made.status(), await made.text()).toBe(201);
  }
  for (const [view, entry] of [
    ["month", ".cal-title"],
    ["agenda", ".AgendaView_agenda-words b"],
  ] as const) {
    for (const width of [375, 1350]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`/calendar?view=${view}&date=2026-11-18`);
      await page.locator(".MonthView_cal-dots > i").or(page.locator(entry)).first().waitFor({ state: "attached" });
      await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
      await page.emulateMedia({ media: "print" });
      await page.setViewportSize({ width: sheet, height: 1000 });
      const seen = page.locator(entry).locator("visible=true");
      expect((await seen.allInnerTexts()).toSorted(), `${view} from ${width} px`).toEqual(titles);
      const cut = await page
        .locator("[data-entry]")
        .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
      expect(cut, `${view} from ${width} px`).toBe(0);
      await page.emulateMedia({ media: null });
    }
  }
  await context.close();
});
