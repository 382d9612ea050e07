import { readFile } from "node:fs/promises";
import mammoth from "mammoth";
import { readSheet } from "read-excel-file/node";
import { getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { takePicture } from "#src/testing/draftPage.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";
import { newId } from "#src/kit/ids.ts";
import { openContext, openServedProduct, type ServedProduct, signInByCalls } from "#src/testing/browser.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

test("A document is saved as Word, Excel and a table for Jira", async () => {
  const { context, complaints } = await openContext(product, { width: 1350 });
  const { send } = await signInByCalls(product, context, {});
  const path = "/api/workflows/userStoryWriterWorkflow";
  const { example } = await send("GET", path, undefined);
  const enData = { formValues: { ...example, requirementTitle: "Invoices", tracker: "Jira" } };
  const { run } = await send("POST", `${path}/runs`, { enData }, { "idempotency-key": newId() });
  await expect
    .poll(async () => (await send("GET", `/api/workflows/runs/${run.id}`, undefined)).run.status)
    .toBe("succeeded");
  const page = await context.newPage();
  await page.goto(`/pioneer/workflow/projects/${run.projectId}`);
  const save = async (name: string): Promise<{ name: string; bytes: Buffer }> => {
    await page.getByRole("button", { name: "Export" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name, exact: true }).click();
    const file = await download;
    await page.getByText(`${file.suggestedFilename()} saved`, { exact: true }).waitFor();
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const pdf = await save("PDF");
  expect(pdf.name).toBe("Invoices.pdf");
  const file = await getDocumentProxy(new Uint8Array(pdf.bytes));
  const { items } = await (await file.getPage(1)).getTextContent();
  expect(items.map((item) => ("str" in item ? item.str : "")).join("")).toContain("Invoices");
  const word = await save("Word");
  expect(word.name).toBe("Invoices.docx");
  expect((await mammoth.extractRawText({ buffer: word.bytes })).value).toContain("Stories at a glance");
  const excel = await save("Excel, all tables");
  expect(excel.name).toBe("Invoices.xlsx");
  expect((await readSheet(excel.bytes, "Stories at a glance"))[0]).toContain("Story");
  const jira = await save("For Jira (CSV)");
  expect(jira.bytes.toString()).toContain('"Summary"');
  // The tables are behind one item, which keys open and leave.
  await page.getByRole("button", { name: "Export" }).focus();
  await page.keyboard.press("Enter");
  const entries = page.getByRole("menuitem");
  expect(await entries.filter({ hasText: "CSV" }).allInnerTexts()).toEqual(["For Jira (CSV)", "Tables as CSV"]);
  await page.keyboard.press("End");
  // The menu takes the focus in a turn of its own: a key that comes before would stay with its button.
  const more = page.getByRole("menuitem", { name: "Tables as CSV" });
  await expect.poll(() => more.evaluate((item) => document.activeElement === item)).toBe(true);
  await page.keyboard.press("ArrowRight");
  const first = entries.filter({ hasText: "Stories at a glance" });
  await first.waitFor();
  expect(await pageFaults(page)).toEqual([]);
  await takePicture(page, "export-tables-1350");
  await page.keyboard.press("ArrowLeft");
  await first.waitFor({ state: "detached" });
  await page.keyboard.press("ArrowRight");
  await first.focus();
  const saved = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  const table = await saved;
  expect(table.suggestedFilename()).toBe("Invoices-Stories-at-a-glance.csv");
  expect((await readFile(await table.path())).toString()).toContain("Criteria");
  await page.setViewportSize({ width: 375, height: 850 });
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "Tables as CSV" }).click();
  await first.waitFor();
  const box = await first.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(375);
  await takePicture(page, "export-tables-375");
  expect(complaints).toEqual([]);
  await context.close();
});
