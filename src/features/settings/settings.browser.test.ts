import { cards } from "#src/features/workflows/catalogue/cards.ts";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  openContext,
  openServedProduct,
  password,
  register,
  registerOnPage,
  type ServedProduct,
} from "#src/testing/browser.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";
import { settled } from "#src/testing/settled.ts";
import { openVisitor, signIn } from "#src/testing/visitor.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

const kept = async (page: Page) => (await page.request.get("/api/user/settings")).json();
const part = (page: Page, id: string): Locator => page.locator(`section#${id}`);
const saved = (page: Page, id: string): Promise<void> => part(page, id).locator('[data-status="saved"]').waitFor();

/** Leaves the question about visits and the support sheet out of the way. */
async function openQuiet(look: Parameters<typeof openContext>[1]) {
  const opened = await openContext(product, look);
  await opened.context.addInitScript(() => {
    if (location.protocol === "http:") localStorage.setItem("trackingConsent", "denied");
  });
  return { ...opened, page: await opened.context.newPage() };
}

const openTopic = (page: Page, name: string): Promise<void> =>
  page.getByRole("navigation", { name: "Settings sections" }).getByRole("link", { name, exact: true }).click();

describe("settings", () => {
  test("A long list moves by what was scrolled and no more, so that a press meets the option that was aimed at", async () => {
    const { context, page, complaints } = await openQuiet({});
    await register(page);
    await page.setViewportSize({ width: 1350, height: 500 });
    await page.goto("/settings#favorites");
    await part(page, "favorites").getByRole("combobox", { name: "Add a workflow" }).click();
    const list = page.locator("[data-radix-select-viewport]");
    const option = page.getByRole("option").nth(3);
    const top = async (): Promise<number> => (await option.boundingBox())?.y ?? Number.NaN;
    await option.hover();
    const before = await top();
    await page.mouse.wheel(0, 40);
    await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBe(40);
    await page.locator(".select-more").first().waitFor();
    await settled(page);
    expect(before - (await top())).toBe(40);
    // The arrow keys bring an option out from under the arrows of the list.
    for (let press = 0; press < 11; press++) {
      await page.keyboard.press("ArrowDown");
      const focused = await page.locator("[role=option]:focus").boundingBox();
      const arrow = await page.locator(".select-more").last().boundingBox();
      if (!focused || !arrow) throw new Error("The list has no option in focus or no arrow");
      expect(focused.y + focused.height).toBeLessThanOrEqual(arrow.y);
    }
    expect(complaints).toEqual([]);
    await context.close();
  }, 60_000);

  test("Changed settings are saved, and shown after a reload and in another tab", async () => {
    const { context, page, complaints } = await openQuiet({});
    await register(page);
    await page.goto("/settings#results");
    await part(page, "results").waitFor();

    const language = part(page, "results").getByRole("combobox", { name: "Result language" });
    await language.click();
    await language.fill("polis");
    await page.keyboard.press("Enter");
    await saved(page, "results");
    await part(page, "results").getByLabel("formal").click();
    await part(page, "results").getByLabel("Bluesky").click();

    await openTopic(page, "Company and product");
    await part(page, "company").getByLabel("Company", { exact: true }).fill("Radwerk <b>Brandt</b>");
    await part(page, "company").getByLabel("Company website").fill("radwerk");
    await page.keyboard.press("Enter");
    await part(page, "company").getByText("Start the URL with http:// or https://").waitFor();
    await part(page, "company").getByLabel("Company website").fill("https://radwerk.example");
    await page.keyboard.press("Enter");
    await expect
      .poll(async () => (await kept(page)).additionalInfo.defaultCompanyWebsite)
      .toBe("https://radwerk.example");
    await part(page, "company").getByLabel("User story writer").click();

    await openTopic(page, "Calendar");
    const zone = part(page, "calendar").getByRole("combobox", { name: "Time zone" });
    await zone.fill("lisb");
    await page.getByRole("option", { name: /Lisbon/ }).click();
    await part(page, "calendar").getByRole("radio", { name: "Week" }).click();
    await part(page, "calendar").getByRole("button", { name: "Remove 15 minutes before" }).click();

    await openTopic(page, "Workflows");
    const add = part(page, "favorites").getByRole("combobox", { name: "Add a workflow" });
    for (const name of ["Content planner", "User story writer"]) {
      await add.click();
      await page.getByRole("option", { name }).click();
      // The new row moves the field down; a press before that may miss it.
      await part(page, "favorites").locator("li", { hasText: name }).waitFor();
    }
    await part(page, "favorites").getByRole("button", { name: "Move User story writer up" }).click();

    await part(page, "workflows").getByText("Content planner").click();
    await part(page, "workflows").getByRole("radio", { name: "Deep" }).click();
    await part(page, "workflows").getByText("1 custom default").waitFor();

    const wanted = {
      application: {
        appLanguage: "en",
        defaultGoalLanguage: "pl",
        defaultWritingStyles: [11, 12, 21, 24],
        defaultSocialMediaPlatforms: ["X (Twitter)", "LinkedIn", "Reddit", "Bluesky"],
      },
      additionalInfo: {
        defaultCompanyInformation: "Radwerk <b>Brandt</b>",
        defaultCompanyWebsite: "https://radwerk.example",
      },
      calendarSettings: { timeZone: "Europe/Lisbon", firstView: "week", reminders: [] },
      favoriteWorkflows: ["userStoryWriterWorkflow", "contentPlannerWorkflow"],
      workflowSettings: [
        { workflow: "userStoryWriterWorkflow", values: {}, useAdditionalInfo: false },
        { workflow: "contentPlannerWorkflow", values: { depth: "deep" } },
      ],
    };
    await expect.poll(() => kept(page)).toMatchObject(wanted);

    await page.reload();
    await part(page, "favorites").waitFor();
    expect(await part(page, "favorites").locator("li").allInnerTexts()).toEqual([
      expect.stringContaining("User story writer"),
      expect.stringContaining("Content planner"),
    ]);
    await openTopic(page, "Company and product");
    expect(await part(page, "company").getByLabel("Company", { exact: true }).inputValue()).toBe(
      "Radwerk <b>Brandt</b>",
    );
    expect(await part(page, "company").getByLabel("User story writer").isChecked()).toBe(false);
    await openTopic(page, "Language and style");
    await expect.poll(() => language.inputValue()).toBe("Polish");
    await openTopic(page, "Calendar");
    await expect.poll(() => zone.inputValue()).toBe("Lisbon, Europe");

    const other = await context.newPage();
    await other.goto("/settings#calendar");
    await part(other, "calendar").getByRole("radio", { name: "Agenda" }).click();
    await saved(other, "calendar");
    await expect.poll(() => part(page, "calendar").getByRole("radio", { name: "Agenda" }).isChecked()).toBe(true);
    expect((await kept(page)).application).toMatchObject(wanted.application);

    await page.goto("/workflows/product/management/user/story/writer");
    await page.getByText("More options").click();
    expect(await page.getByLabel("Company", { exact: true }).inputValue()).toBe("");
    await expect.poll(() => page.getByRole("combobox", { name: /^Language/ }).inputValue()).toBe("Polish");
    // What the server refuses is an error in the console of the browser too.
    expect(complaints.filter((line) => !line.includes("400 (Bad Request)"))).toEqual([]);
    await context.close();
  });

  test("Text typed into the settings survives a lost connection and a reload", async () => {
    const { context, page } = await openQuiet({});
    await register(page, "Jonas Albrecht");
    await page.goto("/settings#company");
    const offer = part(page, "company").getByLabel("What you sell");
    await offer.click();
    await settled(page);
    await context.setOffline(true);
    await offer.fill("Bikes that last");
    await offer.blur();
    await part(page, "company").getByText("Not saved. What you typed is still here.").waitFor();
    await context.setOffline(false);
    await page.reload();
    await expect.poll(() => offer.inputValue()).toBe("Bikes that last");
    await part(page, "company").getByRole("button", { name: "Save", exact: true }).click();
    await saved(page, "company");
    expect((await kept(page)).additionalInfo.defaultProductsPitch).toBe("Bikes that last");
    await context.close();
  });

  test("A setting that is changed while another save is running is saved afterwards", async () => {
    const { context, page } = await openQuiet({});
    await register(page, "Lena Kurz");
    await page.goto("/settings#company");
    let letThrough = (): void => undefined;
    const held = new Promise<void>((done) => (letThrough = done));
    await page.route("**/api/user/settings", async (route) => {
      if (route.request().method() === "POST") await held;
      await route.continue();
    });
    const offer = part(page, "company").getByLabel("What you sell");
    for (const words of ["Bikes", "Bikes that last"]) {
      await offer.fill(words);
      await offer.blur();
      await part(page, "company").locator('[data-status="saving"]').waitFor();
    }
    letThrough();
    await expect.poll(async () => (await kept(page)).additionalInfo.defaultProductsPitch).toBe("Bikes that last");
    await saved(page, "company");
    expect(await part(page, "company").getByText("Not saved yet.").count()).toBe(0);
    await context.close();
  });

  test("Changing the password signs out other devices, and deleting the account asks for its email address", async () => {
    const { context, page } = await openQuiet({});
    const email = await register(page, "Ilse Winter");
    await page.goto("/settings#account");
    const account = part(page, "account");
    await account.getByLabel("Current password").fill("not this one");
    await account.getByLabel("New password").fill("another long password");
    await account.getByRole("button", { name: "Change password" }).click();
    await account.getByText("That's not your current password.").waitFor();
    await account.getByLabel("Current password").fill(password);
    await account.getByRole("button", { name: "Change password" }).click();
    await page.getByText("You're signed out everywhere else.").first().waitFor();
    await account.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete your account" });
    await dialog.getByLabel(/^Type /).fill("somebody@example.com");
    await page.keyboard.press("Enter");
    await dialog.getByText(`Type ${email} exactly.`).waitFor();
    expect(await pageFaults(page)).toEqual([]);
    await dialog.getByLabel(/^Type /).fill(email);
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await page.waitForURL(/\/pioneers\/signin/);
    expect((await page.request.get("/api/user")).status()).toBe(401);
    await context.close();
  });
});

test("On a phone the topics are a list, and each leads back to it", async () => {
  const { context, page } = await openQuiet({ width: 375 });
  await register(page);
  await page.goto("/settings");
  const topics = page.getByRole("navigation", { name: "Settings sections" });
  await openTopic(page, "Calendar");
  await part(page, "calendar").waitFor();
  expect(await topics.count()).toBe(0);
  expect(await pageFaults(page)).toEqual([]);
  const back = page.getByRole("main").getByRole("link", { name: "Settings" });
  await expect.poll(() => back.evaluate((link) => link === document.activeElement)).toBe(true);
  // The address of a topic scrolls to it, not past the way back.
  await page.reload();
  await part(page, "calendar").waitFor();
  await settled(page);
  expect((await back.boundingBox())?.y).toBeGreaterThan(50);
  await back.click();
  await topics.waitFor();
  expect(await part(page, "calendar").count()).toBe(0);
  expect(await pageFaults(page)).toEqual([]);
  await context.close();
});

test("The help of a field has the width of the field", async () => {
  const { context, page } = await openQuiet({});
  await register(page);
  await page.goto("/settings#calendar");
  const help = part(page, "calendar").getByText("A secret link for calendar apps");
  expect((await help.boundingBox())?.height).toBeLessThan(45);
  await context.close();
});

test("Signing out everywhere else is confirmed as such, signing out one device as one session", async () => {
  const { context, page } = await openQuiet({});
  const email = await register(page);
  const signInElsewhere = (): Promise<void> => signIn(openVisitor(product.url), { email, password });
  await signInElsewhere();
  await signInElsewhere();
  await page.goto("/settings#account");
  const account = part(page, "account");
  await account
    .getByRole("button", { name: /^Sign out .+, last active/ })
    .first()
    .click();
  await page.locator(".toast-title", { hasText: "Session ended" }).waitFor();
  await account.getByRole("button", { name: "Sign out everywhere else" }).click();
  await page.locator(".toast-title", { hasText: "Signed out everywhere else" }).waitFor();
  await context.close();
});

describe("the setup", () => {
  test("The setup leads from registration to a first run and is then finished", async () => {
    const { context, page, complaints } = await openQuiet({});
    await registerOnPage(page, "Nadia Roth");
    const steps = page.getByRole("region", { name: "Get started" });
    await steps.getByText("0 of 3 done").waitFor();
    await steps.getByRole("link", { name: "Start", exact: true }).click();
    await page.getByLabel("Company", { exact: true }).fill("Radwerk builds cargo bikes.");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("heading", { name: "How Pioneer writes for you" }).waitFor();
    // The step is remembered.
    await page.goto("/welcome");
    await page.getByRole("heading", { name: "How Pioneer writes for you" }).waitFor();
    await page.getByLabel("warm").click();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByLabel(/User story writer/).click();
    await page.getByRole("button", { name: "Open User story writer" }).click();
    await page.getByRole("button", { name: "Fill with an example" }).click();
    await page.getByRole("button", { name: "Run for 20 coins" }).click();
    await page.waitForURL(/\/projects\//);
    expect(await kept(page)).toMatchObject({
      onboardingState: "finished",
      application: { defaultWritingStyles: [11, 21, 24, 31] },
      additionalInfo: { defaultCompanyInformation: "Radwerk builds cargo bikes." },
    });
    await page.goto("/dashboard");
    await steps.getByText("2 of 3 done").waitFor();
    await steps.getByText("Radwerk builds cargo bikes.").waitFor();
    // Hidden once, they stay away.
    await steps.getByRole("button", { name: "Hide" }).click();
    await steps.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("heading", { name: "Ready to review" }).waitFor();
    expect(await steps.count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("What the setup is told in a toast covers none of its fields and buttons", async () => {
    const { context, page } = await openQuiet({});
    await register(page, "Ruth Adler");
    for (const [width, height] of [
      [375, 667],
      [800, 700],
      [1100, 760],
      [1350, 760],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto("/welcome?step=about");
      await page.locator("textarea").first().waitFor();
      await page.evaluate(() => sessionStorage.setItem("pioneer.told", "register.success"));
      await page.reload();
      await page.locator("textarea").first().waitFor();
      await page.locator(".toast").waitFor();
      await settled(page);
      const covered = await page.evaluate(() => {
        const toast = document.querySelector(".toast")?.getBoundingClientRect();
        return [...document.querySelectorAll<HTMLElement>("main :is(a, button, input, textarea, label)")].flatMap(
          (part) => {
            const box = part.getBoundingClientRect();
            const isUnder =
              toast &&
              box.left < toast.right &&
              box.right > toast.left &&
              box.top < toast.bottom &&
              box.bottom > toast.top;
            return isUnder ? [part.textContent] : [];
          },
        );
      });
      expect([width, covered]).toEqual([width, []]);
    }
    await context.close();
  });

  test("The browser's back button leads to the previous step of the setup, also after a reload", async () => {
    const { context, page } = await openQuiet({});
    await register(page, "Ruth Adler");
    await page.goto("/welcome");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("heading", { name: "How Pioneer writes for you" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "How Pioneer writes for you" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Welcome, Ruth Adler" }).waitFor();
    await context.close();
  });

  test("The setup can be skipped and continued from the settings with the text typed before", async () => {
    const { context, page } = await openQuiet({});
    await register(page, "Tarek Osman");
    await page.goto("/welcome");
    await page.getByLabel("Company", { exact: true }).fill("Radwerk, half a sentence");
    await page.getByRole("button", { name: "Skip for now" }).click();
    await page.waitForURL(/\/dashboard/);
    await expect.poll(async () => (await kept(page)).onboardingState).toBe("skipped");
    await page.getByText("0 of 3 done").waitFor();
    await page.goto("/settings#account");
    await part(page, "account").getByRole("link", { name: "Continue" }).click();
    await page.waitForURL(/\/welcome/);
    expect(await page.getByLabel("Company", { exact: true }).inputValue()).toBe("Radwerk, half a sentence");
    await context.close();
  });
});

test("The workflow catalogue can be searched, marks live workflows as favorites, and says which are not live", async () => {
  const { context, page, complaints } = await openQuiet({});
  await register(page, "Greta Lang");
  await page.goto("/workflows");
  await page.getByText("20 workflows").waitFor();
  const stars = page.getByRole("main").getByRole("button", { name: /^Favorite: / });
  await expect.poll(() => stars.count()).toBe(cards.filter((card) => card.isProductionReady).length);
  await stars.and(page.getByRole("button", { name: "Favorite: Content planner" })).click();
  await page
    .getByRole("complementary")
    .or(page.getByRole("navigation"))
    .getByRole("link", { name: "Content planner" })
    .first()
    .waitFor();
  await page.getByRole("searchbox", { name: "Search workflows" }).fill("tender");
  await page.getByText("2 workflows").waitFor();
  await page.getByRole("searchbox", { name: "Search workflows" }).fill("journey");
  await page.getByText("1 workflow", { exact: true }).waitFor();
  await page.waitForURL(/q=journey/);
  await page.reload();
  await page.getByText("1 workflow", { exact: true }).waitFor();
  await page
    .getByRole("link", { name: /Customer journey planner/ })
    .last()
    .click();
  await page.getByText("You can't start this workflow yet.").waitFor();
  await page.goto("/workflows/marketing/content/planner/");
  await page.getByRole("button", { name: "My defaults" }).waitFor();
  expect(await page.getByRole("button", { name: "Favorite: Content planner" }).getAttribute("aria-pressed")).toBe(
    "true",
  );
  await page.getByText("More options").click();
  await page.getByRole("radio", { name: "Quick" }).click();
  await page.getByRole("button", { name: "My defaults" }).click();
  await page.getByRole("menuitem", { name: "Save as my defaults" }).click();
  await expect
    .poll(async () => (await kept(page)).workflowSettings)
    .toEqual([{ workflow: "contentPlannerWorkflow", values: { depth: "quick" } }]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("With a long German name and on a phone the settings, the setup and the catalogue are accessible and fit", async () => {
  const { context, page } = await openQuiet({ width: 375, locale: "de-DE" });
  await register(page, "Maximiliana Donaudampfschifffahrtsgesellschaftskapitänswitwe");
  for (const [path, there] of [
    ["/settings#account", "section#account .SettingsPage_sessions"],
    ["/welcome?step=about", "textarea"],
    ["/workflows", ".CatalogueRow_offer"],
  ] as const) {
    await page.goto(`/de${path}`);
    await page.locator(there).first().waitFor();
    expect([path, await pageFaults(page)]).toEqual([path, []]);
  }
  await context.close();
});
