import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import {
  closeNotices,
  type Look,
  openContext,
  openServedProduct,
  type ServedProduct,
  signInByCalls,
} from "#src/testing/browser.ts";
import { takePicture } from "#src/testing/draftPage.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";
import { answer, modelOf, openProviderDouble, type ProviderDouble } from "#src/testing/providerDouble.ts";
import { sampleRun, sampleScript } from "#src/testing/sampleAnswers.ts";
import { settled } from "#src/testing/settled.ts";

/* A written document becomes the person's own: sections written once more, edits, rows, undo, and back to before. */

let double: ProviderDouble;
let product: ServedProduct;
beforeAll(async () => {
  double = await openProviderDouble();
  product = await openServedProduct({ env: { ...modelOf(double), WELCOME_COINS: "1000" } });
});
afterAll(async () => {
  await product.close();
  await double.close();
});

const picture = (page: Page, name: string): Promise<void> => takePicture(page, `rewrite-${name}`);

/** A page with an article that a model has written, for somebody who has just signed up. */
async function openWritten(look: Look = {}) {
  const plan = await sampleRun("blogArticleWriter", look.locale === "de-DE" ? "de" : "en");
  double.script(sampleScript([plan], { pieceLength: 400 }));
  const { context, complaints } = await openContext(product, look);
  await closeNotices(context);
  const { send } = await signInByCalls(product, context, look);
  const start = { enData: { formValues: plan.formValues } };
  const { run } = await send("POST", `/api/workflows/${plan.workflowName}/runs`, start, {
    "idempotency-key": newId(),
  });
  const status = async () => (await (await context.request.get(`/api/workflows/runs/${run.id}`)).json()).run.status;
  await expect.poll(status, { timeout: 20_000 }).toBe("succeeded");
  const page = await context.newPage();
  await page.goto(`/pioneer/workflow/projects/${run.projectId}`);
  await page.locator("#section-opening").waitFor();
  return { context, complaints, page, sample: plan.sample };
}

const menuOf = (page: Page, key: string) => page.locator(`#section-${key} .SectionFold_section-more`);

/** The opening of the sample in other words, for the model to answer. */
const otherWords = (sample: Readonly<Record<string, unknown>>, from: string, to: string): string =>
  JSON.stringify({ opening: (sample["opening"] as string[]).map((text) => text.replace(from, to)) });

test("A section is written once more: asked in place, offered as a word diff, accepted by keyboard and undone", async () => {
  const { context, complaints, page, sample } = await openWritten();
  const opening = page.locator("#section-opening");
  await menuOf(page, "opening").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: /Rewrite this section/ }).waitFor();
  await picture(page, "menu-1350");
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  const wish = page.getByRole("textbox", { name: "What should change?" });
  await expect.poll(() => wish.evaluate((field) => document.activeElement === field)).toBe(true);
  await picture(page, "ask-1350");
  expect(await pageFaults(page)).toEqual([]);
  const { promise: gate, resolve: goOn } = Promise.withResolvers<void>();
  const changed = otherWords(sample, "The microphones did what microphones do.", "The microphones were fine.");
  double.script([{ ...answer(changed), gate, share: 0 }]);
  await page.keyboard.type("shorter, please");
  await page.keyboard.press("Enter");
  await opening.getByRole("status").getByText("Writing").waitFor();
  await picture(page, "working-1350");
  expect(await pageFaults(page)).toEqual([]);
  goOn();
  const diff = page.getByRole("group", { name: "You asked: shorter, please" });
  await diff.waitFor();
  expect(await diff.locator("del").allInnerTexts()).not.toEqual([]);
  expect(await diff.locator("ins").first().innerText()).toContain("were fine");
  await page.getByRole("tab", { name: /Outline/ }).click();
  await page.getByText("waiting for your decision").waitFor();
  await picture(page, "offered-1350");
  expect(await pageFaults(page)).toEqual([]);
  // It waits, whatever happens to the page.
  await page.reload();
  await diff.waitFor();
  expect(await opening.getByText("Rewrite", { exact: true }).count()).toBe(1);
  await expect.poll(() => diff.evaluate((group) => document.activeElement === group)).toBe(true);
  await page.keyboard.press("Enter");
  await picture(page, "decided-1350");
  await page.keyboard.press("Enter");
  await diff.waitFor({ state: "detached" });
  await opening.getByText("The microphones were fine.").first().waitFor();
  await page.keyboard.press("Control+z");
  await opening.getByText("The microphones did what microphones do.").first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("An undo while an offer waits changes what it is held against, and it can still be accepted", async () => {
  const { context, complaints, page, sample } = await openWritten();
  const opening = page.locator("#section-opening");
  await menuOf(page, "opening").focus();
  await page.keyboard.press("e");
  const text = opening.locator(".ProseMirror");
  await text.waitFor();
  await text.press("Control+End");
  await page.keyboard.type(" A sentence by hand.");
  await page.keyboard.press("Control+Enter");
  await text.waitFor({ state: "detached" });
  await opening.getByText("A sentence by hand.").waitFor();
  double.script([answer(otherWords(sample, "The microphones did what microphones do.", "The microphones were fine."))]);
  await menuOf(page, "opening").click();
  await page.getByRole("menuitem", { name: /Rewrite this section/ }).click();
  await page.keyboard.type("calmer");
  await page.keyboard.press("Enter");
  const diff = page.getByRole("group", { name: "You asked: calmer" });
  await diff.waitFor();
  await diff.locator("del", { hasText: "A sentence by hand." }).waitFor();
  await diff.getByRole("button", { name: "Accept this change" }).click();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await diff.locator("del", { hasText: "A sentence by hand." }).waitFor({ state: "detached" });
  // The decision belonged to the texts of before.
  await diff
    .getByRole("button", { name: /^Accept/ })
    .last()
    .waitFor();
  expect(await diff.locator(".WordDiffChoice_change-accepted").count()).toBe(0);
  await diff.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await diff.waitFor({ state: "detached" });
  await opening.getByText("The microphones were fine.").first().waitFor();
  expect(await page.getByText("Changed elsewhere").count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test("Rows are written once more, and each is taken or left", async () => {
  const { context, complaints, page, sample } = await openWritten({ scheme: "dark" });
  const titles = (sample["titles"] as { id: string; title: string }[]).map(({ id, title, ...row }) => ({
    ...row,
    id,
    title: id === "t-2" ? "Why a better microphone makes the echo of a room louder" : title,
  }));
  titles[2] = { ...titles[2], id: "t-3", title: "One ceiling, half a day of work: from 1.1 to 0.5 seconds" };
  double.script([answer(JSON.stringify({ titles }))]);
  await menuOf(page, "titles").click();
  await page.getByRole("menuitem", { name: /Rewrite this section/ }).click();
  await page.getByRole("textbox", { name: "What should change?" }).press("Enter");
  const offer = page.getByRole("region", { name: "Rewritten section" });
  await offer.waitFor();
  await picture(page, "rows-1350-dark");
  expect(await pageFaults(page)).toEqual([]);
  expect((await offer.locator("ins").allInnerTexts()).slice(0, 2).map((text) => text.trim())).toEqual([
    "the",
    "of a room",
  ]);
  await offer.getByRole("checkbox").nth(1).click();
  await offer.getByRole("button", { name: "Accept 1 row" }).click();
  await offer.waitFor({ state: "detached" });
  await page.getByText("Why a better microphone makes the echo of a room louder").first().waitFor();
  expect(await page.getByText("half a day of work: from").count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test("A rewrite is cancelled, fails and is refused on a phone, and the text stays", async () => {
  const { context, complaints, page, sample } = await openWritten({ width: 375, locale: "de-DE" });
  const opening = page.locator("#section-opening");
  const text = await opening.locator("p").first().innerText();
  const ask = async (): Promise<void> => {
    await menuOf(page, "opening").click();
    await page.getByRole("menuitem", { name: /Abschnitt neu schreiben/ }).click();
    await page.getByRole("textbox", { name: "Was soll anders werden?" }).fill("kürzer");
    await picture(page, "ask-375-de");
    await page.getByRole("button", { name: "Neu schreiben" }).click();
  };
  const { promise: never, resolve: end } = Promise.withResolvers<void>();
  double.script([{ ...answer("{}"), gate: never, share: 0 }]);
  await ask();
  await opening.getByRole("button", { name: "Abbrechen" }).click();
  await page.getByText("Neufassung abgebrochen").waitFor();
  end();
  await picture(page, "cancelled-375-de");
  expect(await pageFaults(page)).toEqual([]);
  const first = (sample["opening"] as string[])[0]?.split(". ")[0] ?? "";
  double.script([answer(otherWords(sample, first, "Ein Raum, sechs Plätze, drei neue Mikrofone"))]);
  await ask();
  const diff = page.getByRole("group", { name: "Ihre Anweisung: kürzer" });
  await diff.waitFor();
  await picture(page, "offered-375-de");
  expect(await pageFaults(page)).toEqual([]);
  await diff.getByRole("button", { name: "Meinen Text behalten", exact: true }).click();
  await diff.waitFor({ state: "detached" });
  // The focus is at the title, in sight.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.matches("#section-opening h2 button")))
    .toBe(true);
  expect((await opening.locator("h2").boundingBox())?.y).toBeGreaterThan(50);
  expect(await opening.locator("p").first().innerText()).toBe(text);
  expect(complaints).toEqual([]);
  await context.close();
});

test.each([
  { width: 1350, scheme: "light" },
  { width: 375, scheme: "dark" },
] as const)("At $width px a gap far down opens in sight, and a box to tick has its words beside it", async (look) => {
  const { context, complaints, page } = await openWritten(look);
  // The gap opens to its height before the eyes of those who do not mind.
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/dashboard");
  await page.getByRole("link", { name: /^Fill \d+ gaps/ }).click();
  const box = page.locator(".gap-box");
  await box.waitFor();
  await settled(page);
  const { y = 0, height = 0 } = (await box.boundingBox()) ?? {};
  expect(y).toBeGreaterThan(50);
  expect(y + height).toBeLessThanOrEqual(850);
  // Nothing lies over its last button.
  await box.getByRole("button", { name: "Leave out" }).click({ trial: true });
  await picture(page, `gap-far-down-${look.width}`);
  const tick = page.locator(".doc-checks [role=checkbox]").first();
  await tick.scrollIntoViewIfNeeded();
  await settled(page);
  await picture(page, `ticks-${look.width}`);
  const lineHeight = 27;
  expect((await tick.boundingBox())?.height).toBeLessThan(3 * lineHeight);
  await tick.click();
  await expect.poll(() => tick.getAttribute("aria-checked")).toBe("true");
  // It shows at once, and is stored a moment later.
  await settled(page);
  await page.reload();
  await tick.waitFor();
  expect(await tick.getAttribute("aria-checked")).toBe("true");
  expect(await pageFaults(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("Sections have keys, rows are added, and an older revision is brought back, without a mouse", async () => {
  const { context, complaints, page } = await openWritten();
  const titleOf = (at: number) => page.locator(".SectionFold_doc-section-toggle").nth(at).innerText();
  const focused = () => page.evaluate(() => document.activeElement?.closest(".doc-section")?.id);
  const [first, second, third] = [await titleOf(0), await titleOf(1), await titleOf(2)];
  await menuOf(page, "titles").focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(() => titleOf(0)).toBe(second);
  expect(await titleOf(1)).toBe(first);
  // The focus went along: once more moves the same section.
  await expect.poll(focused).toBe("section-titles");
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(() => titleOf(2)).toBe(first);
  await expect.poll(focused).toBe("section-titles");
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: /Delete section/ }).waitFor();
  // Keys work in the open menu too.
  await page.keyboard.press("Delete");
  await page.locator("#section-titles").waitFor({ state: "detached" });
  expect([await titleOf(0), await titleOf(1)]).toEqual([second, third]);
  await page.keyboard.press("Control+z");
  await page.locator("#section-titles").waitFor();
  await menuOf(page, "titles").focus();
  await page.keyboard.press("e");
  const rows = page.locator("#section-titles");
  await rows.getByRole("button", { name: "Add row" }).focus();
  const count = await rows.getByRole("row").count();
  await page.keyboard.press("Enter");
  await expect.poll(() => rows.getByRole("row").count()).toBe(count + 1);
  const isInCell = () => page.evaluate(() => document.activeElement?.matches("#section-titles textarea") ?? false);
  await expect.poll(isInCell).toBe(true);
  await page.keyboard.type("The room first, the microphone second");
  await picture(page, "row-1350");
  expect(await pageFaults(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await rows.getByRole("table").waitFor();
  await rows.getByText("The room first, the microphone second").waitFor();
  await page.getByRole("button", { name: "Revisions", exact: true }).focus();
  await page.keyboard.press("Enter");
  const restore = page.getByRole("button", { name: "Restore revision 1" });
  await restore.waitFor();
  await picture(page, "restore-1350");
  await restore.focus();
  await page.keyboard.press("Enter");
  await page.getByText("Revision 1 restored as revision 3").first().waitFor();
  await page.getByRole("button", { name: "Revisions", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.locator("#section-titles").waitFor();
  expect(await titleOf(0)).toBe(first);
  await expect.poll(() => page.getByText("The room first, the microphone second").count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});
