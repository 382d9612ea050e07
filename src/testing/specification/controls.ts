import assert from "node:assert/strict";
import { type Fact, inBrowser, section } from "./fact.ts";

const screens = section(2);
const states = section(4);

type Page = Parameters<Parameters<typeof inBrowser>[1]>[0]["page"];

/** The sampler of all shared controls. */
async function openSampler(page: Page): Promise<void> {
  await page.goto("/_kitchen");
  await page.locator(".btn").first().waitFor();
}

/** Sections 2 and 4: the controls that all screens share. */
export const controlFacts: Fact[] = [
  screens(
    "The shared button has icon variants and a busy spinner",
    inBrowser("an icon beside the words and one alone with a name; the spinner of a busy one", async ({ page }) => {
      await openSampler(page);
      await page
        .locator(".btn", { has: page.locator("svg") })
        .first()
        .waitFor();
      const alone = page.locator("button.icon-btn").first();
      assert.ok((await alone.getAttribute("aria-label")) ?? "");
      const busy = page.locator(".btn[aria-busy=true]").first();
      assert.equal(await busy.getAttribute("aria-disabled"), "true");
      await busy.locator(".spinner, .spin, [class*=spin]").first().waitFor();
    }),
  ),
  screens(
    "The shared button's star is filled or outlined by its active flag",
    inBrowser("the fill of a workflow's star before and after a press", async ({ page, call }) => {
      await call("POST", "/api/user/settings", { favoriteWorkflows: ["userStoryWriterWorkflow"] });
      await page.goto("/workflows/product/management/user/story/writer");
      const star = page.locator("main button[aria-pressed]", { has: page.locator("svg.lucide-star") }).first();
      await star.waitFor();
      const isFilled = () =>
        star.locator("svg").evaluate((icon) => {
          const shape = icon.querySelector("path, polygon") ?? icon;
          return getComputedStyle(shape).fill !== "none";
        });
      for (const pressed of ["true", "false"]) {
        assert.equal(await star.getAttribute("aria-pressed"), pressed);
        assert.equal(await isFilled(), pressed === "true");
        if (pressed === "true") {
          await star.click();
          await star.and(page.locator("[aria-pressed=false]")).waitFor();
        }
      }
    }),
  ),
  screens(
    "The alert box has default and destructive styles",
    inBrowser("the two of the sign-in page, told apart by more than words", async ({ visitor }) => {
      const page = await visitor();
      await page.goto("/pioneers/signin?error=SessionRequired");
      const lookOf = (tone: string) =>
        page
          .locator(`.alert.tone-${tone}`)
          .first()
          .evaluate((box) => {
            const { borderTopColor, backgroundColor } = getComputedStyle(box);
            return [borderTopColor, backgroundColor, box.querySelector("svg")?.innerHTML ?? ""];
          });
      const plain = await lookOf("info");
      const form = page.locator("form").filter({ has: page.locator('input[autocomplete="current-password"]') });
      await form.locator("input[type=email]").fill("nobody@example.com");
      await form.locator("input[type=password]").fill("not the password");
      // What is wrong in a field stands under it; what the server could not do is a box.
      await page.route("**/api/auth/callback/credentials", (route) =>
        route.fulfill({ status: 500, json: { code: "server.error", message: "no" } }),
      );
      await form.locator("button[type=submit]").click();
      const destructive = await lookOf("danger");
      assert.notDeepEqual(plain.slice(0, 2), destructive.slice(0, 2));
      assert.notEqual(plain[2], destructive[2]);
    }),
  ),
  screens(
    "The support popup's mail tab has contact cards of the team",
    inBrowser("the operator's team with its addresses", async ({ page }) => {
      await page.goto("/dashboard");
      const popup = page.getByRole("dialog", { name: /support/i });
      await popup.waitFor();
      await popup.getByRole("tab").nth(1).click();
      await popup
        .locator(".Support_support-card", { hasText: "Ada Berg" })
        .locator("a[href='mailto:ada@pioneer.example']")
        .waitFor();
    }),
  ),
  states(
    "The button has hover and disabled states",
    inBrowser("its ground before and under the pointer; a disabled one does nothing", async ({ page }) => {
      await openSampler(page);
      const button = page.locator(".btn-primary:not([aria-disabled])").first();
      const ground = () => button.evaluate((element) => getComputedStyle(element).backgroundColor);
      await page.mouse.move(0, 0);
      const before = await ground();
      await button.hover();
      assert.notEqual(await ground(), before);
      const off = page.locator(".btn[aria-disabled=true]:not([aria-busy])").first();
      assert.notEqual(await off.evaluate((element) => getComputedStyle(element).cursor), "pointer");
    }),
  ),
  states(
    "The scroll area's bar is hidden, shows while scrolling and while somebody interacts, and is hidden again when idle",
    inBrowser("the bar of the sampler before, during and after scrolling, on a stopped clock", async ({ page }) => {
      await openSampler(page);
      const area = page.locator(".scroll").first();
      const bar = area.locator(".scroll-bar");
      await area.scrollIntoViewIfNeeded();
      await bar.waitFor({ state: "detached" });
      await page.clock.install();
      await area.hover();
      await page.mouse.wheel(0, 20);
      await bar.waitFor();
      await bar.hover();
      await page.clock.runFor(2000);
      assert.equal(await bar.count(), 1);
      await page.mouse.move(0, 0);
      await page.clock.runFor(700);
      await bar.waitFor({ state: "detached" });
    }),
  ),
];
