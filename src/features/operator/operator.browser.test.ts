import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import {
  closeNotices,
  type Look,
  openContext,
  openServedProduct,
  password,
  type ServedProduct,
  signInByCalls,
} from "#src/testing/browser.ts";
import { pageFaults, pageOverflow } from "#src/testing/pageFaults.ts";

let product: ServedProduct;
let boss: Awaited<ReturnType<typeof somebody>>;
beforeAll(async () => {
  product = await openServedProduct();
  boss = await somebody({}, "Bea Boss");
});
afterAll(() => product.close());

const stories = "/api/workflows/userStoryWriterWorkflow";
const tabs = ["overview", "people", "coins", "runs", "mail", "system", "audit"];

/** Somebody signed in. */
async function somebody(look: Look, name: string) {
  const { context, complaints } = await openContext(product, look);
  await closeNotices(context);
  const person = await signInByCalls(product, context, look, name);
  return { context, complaints, page: await context.newPage(), ...person };
}

const toast = (page: Page, title: string) => page.locator(".toast-title", { hasText: title }).waitFor();

async function actOn(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

test("An operator gives coins, disables an account and lets it in again; each act is in the log", async () => {
  const { page } = boss;
  const silvia = await somebody({}, "Silvia Moreno");
  await page.goto("/operator?tab=people");
  await page.getByRole("row", { name: /Silvia Moreno/ }).waitFor();
  await actOn(page, "Silvia Moreno", "Add or remove coins");
  await page.getByRole("textbox", { name: "Coins" }).fill("150");
  await page.getByRole("textbox", { name: "Reason" }).fill("Sorry for yesterday");
  expect(await pageFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Update balance" }).click();
  await toast(page, "Balance changed by 150 coins");
  await page.getByRole("row", { name: /Silvia Moreno.*650/ }).waitFor();

  await actOn(page, "Silvia Moreno", "Disable account");
  await page.getByRole("button", { name: "Disable account" }).click();
  await page.getByText("Enter a reason of at least three characters").waitFor();
  await page.getByRole("textbox", { name: "Reason" }).fill("Spam");
  expect(await pageFaults(page)).toEqual([]);
  // A proof of who sits there is asked for when the last one is long ago.
  await product.database.pool.query("update session set proven_at = now() - interval '1 hour'");
  await page.getByRole("button", { name: "Disable account" }).click();
  await page.locator("input[autocomplete=current-password]").fill(password);
  await page.keyboard.press("Enter");
  await toast(page, "Done");
  await page.getByRole("row", { name: /Silvia Moreno.*disabled/ }).waitFor();

  await silvia.page.goto("/pioneers/signin?mode=signin");
  const form = silvia.page.locator("form").filter({ has: silvia.page.locator("input[autocomplete=current-password]") });
  await form.locator("input[type=email]").fill(silvia.email);
  await form.locator("input[type=password]").fill(password);
  await form.locator("button[type=submit]").click();
  await silvia.page.getByText("This account has been disabled").first().waitFor();

  await actOn(page, "Silvia Moreno", "Enable account");
  await page.getByRole("row", { name: /Silvia Moreno.*disabled/ }).waitFor({ state: "detached" });
  await form.locator("input[type=password]").fill(password);
  await form.locator("button[type=submit]").click();
  await silvia.page.waitForURL((url) => !url.pathname.includes("signin"));

  await page.goto("/operator?tab=audit");
  await page.getByRole("row", { name: /Bea Boss.*Enabled the account/ }).waitFor();
  await page.getByRole("row", { name: /Bea Boss.*Disabled the account.*Spam/ }).waitFor();
  await page.getByRole("row", { name: /Bea Boss.*Added coins.*150.*Sorry for yesterday/ }).waitFor();
  expect(boss.complaints.filter((one) => !one.includes("403"))).toEqual([]);
});

test("A plan that is given shows as given, and is taken back", async () => {
  const { page } = boss;
  await somebody({}, "Ute Kern");
  await page.goto("/operator?tab=people");
  await actOn(page, "Ute Kern", "Change plan");
  await page.getByRole("combobox", { name: "Plan" }).click();
  await page.getByRole("option", { name: "Visionary" }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("Agreed by phone");
  await page.getByRole("button", { name: "Change plan" }).click();
  await page.getByRole("row", { name: /Ute Kern.*Visionary \(assigned\)/ }).waitFor();
  await actOn(page, "Ute Kern", "Change plan");
  await page.getByRole("combobox", { name: "Plan" }).click();
  await page.getByRole("option", { name: "None assigned" }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("No more");
  await page.getByRole("button", { name: "Change plan" }).click();
  await page.getByRole("row", { name: /Ute Kern.*Free/ }).waitFor();
});

test("A workflow that is switched off says so on its page and in the catalogue; nobody else sees the operator's page", async () => {
  const { page } = boss;
  const jonas = await somebody({ width: 375 }, "Jonas Albrecht");
  await page.goto("/operator?tab=system");
  await page.getByRole("button", { name: "Deactivate: User story writer" }).click();
  await page.getByRole("button", { name: "Activate: User story writer" }).waitFor();
  await jonas.page.goto("/workflows/product/management/user/story/writer");
  await jonas.page.getByText("Not live yet").waitFor();
  await jonas.page.goto("/workflows?q=story");
  const row = jonas.page.getByRole("listitem").filter({ hasText: "User story writer" });
  await row
    .getByRole("button", { name: /Notify me/ })
    .or(row.getByText("Notify me"))
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Activate: User story writer" }).click();
  await page.getByRole("button", { name: "Deactivate: User story writer" }).waitFor();
  await jonas.page.goto("/operator");
  await jonas.page.getByText("Only operators can see this page").waitFor();
  expect(await pageFaults(jonas.page)).toEqual([]);
});

test("A coupon is made, a price changed, a failed mail tried again", async () => {
  const { page } = boss;
  await page.goto("/operator?tab=coins");
  await page.getByRole("textbox", { name: "Code" }).fill("spring10");
  await page.getByRole("textbox", { name: "Percent off" }).fill("10");
  await page.getByRole("button", { name: "Create coupon" }).click();
  await page.getByRole("row", { name: /SPRING10.*active/ }).waitFor();
  // The same code again changes nothing and says where to change it.
  await page.getByRole("textbox", { name: "Code" }).fill("spring10");
  await page.getByRole("textbox", { name: "Percent off" }).fill("90");
  await page.getByRole("button", { name: "Create coupon" }).click();
  await page.getByText("Choose another code, or edit the coupon in the list.").waitFor();
  await page.getByRole("row", { name: /SPRING10 10\s%/ }).waitFor();
  await page.getByRole("button", { name: "Edit SPRING10" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Percent off" }).fill("12");
  await dialog.getByRole("textbox", { name: "Maximum uses" }).fill("7");
  expect(await pageFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("row", { name: /SPRING10 12\s%.*0 of 7/ }).waitFor();
  await page.getByRole("button", { name: "Edit coins-500", exact: true }).click();
  await page.getByRole("textbox", { name: "Price" }).fill("18.50");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("row", { name: /^coins-500 .*18\.50/ }).waitFor();
  await page.getByRole("button", { name: "Deactivate: SPRING10" }).click();
  await page.getByRole("row", { name: /SPRING10.*inactive/ }).waitFor();
  await product.database.pool.query(
    "update mail set state = 'failed', finished_at = now(), last_error = '550' where user_id = $1",
    [boss.userId],
  );
  await page.goto("/operator");
  await page.getByRole("listitem").filter({ hasText: "failed" }).getByRole("link", { name: "Show" }).first().click();
  await page.getByRole("button", { name: "Try again" }).first().click();
  await toast(page, "Email queued again");
});

/** Something of everything, so that no list is empty. */
async function fill(): Promise<void> {
  const { context, send } = boss;
  const { example } = await (await context.request.get(stories)).json();
  for (let at = 0; at < 3; at += 1)
    await send("POST", `${stories}/runs`, { enData: { formValues: example } }, { "idempotency-key": newId() });
}

test(
  "Every part is accessible and fits at both widths, in both schemes and languages",
  { timeout: 240_000 },
  async () => {
    await fill();
    const { rows } = await product.database.pool.query("select id from run");
    expect(rows.length).toBeGreaterThan(0);
    const cookies = await boss.context.cookies();
    for (const [width, scheme, locale] of [
      [1350, "light", "en-GB"],
      [375, "dark", "de-DE"],
      [1350, "dark", "de-DE"],
      [375, "light", "en-GB"],
    ] as const) {
      const { context, complaints } = await openContext(product, { width, scheme, locale });
      await closeNotices(context);
      const appLanguage = locale === "de-DE" ? "de" : "en";
      await boss.send("POST", "/api/user/settings", { application: { appLanguage } });
      await context.addCookies(cookies);
      const page = await context.newPage();
      for (const tab of tabs) {
        const path = `/operator${tab === "overview" ? "" : `?tab=${tab}`}`;
        await page.goto(locale === "de-DE" ? `/de${path}` : path);
        await page.locator("main table").first().waitFor();
        await page
          .getByRole("heading", { level: 1, name: appLanguage === "de" ? "Betreiberbereich" : "Operator" })
          .waitFor();
        const faults = [...(await pageFaults(page)), ...(await pageOverflow(page))];
        expect([tab, width, scheme, faults]).toEqual([tab, width, scheme, []]);
        if (process.env["SHOTS"])
          await page.screenshot({
            path: `${process.env["SHOTS"]}/${tab}-${width}-${scheme}-${locale}.png`,
            fullPage: true,
          });
      }
      expect(complaints).toEqual([]);
      await context.close();
    }
  },
);
