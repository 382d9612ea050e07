import assert from "node:assert/strict";
import { type BrowserCheck, type BrowserWorld, type Fact, inBrowser, section } from "./fact.ts";
import { seedCoupons } from "./coupons.ts";
import { newId } from "#src/kit/ids.ts";
import { holds, joinBy } from "./invited.ts";
import { wordsOf } from "./messages.ts";

const fact = section(8);
const calls = section(7);

type Page = BrowserWorld["page"];

/** What a message leaves open is anything: a name, a number. */
const patternOf = (words: string): RegExp =>
  new RegExp(
    words
      .split(/\{\{[^}]*\}\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join(".*"),
  );

/** Waits for the toast of a message, in the words of its key. @param title where the page has a title of its own */
async function toastOf(page: Page, key: string, title = wordsOf("en", key).title): Promise<void> {
  const { description } = wordsOf("en", key);
  await page
    .locator(".toast", { hasText: patternOf(title) })
    .filter({ hasText: patternOf(description) })
    .waitFor();
}

/** Waits for a message where it was caused: in an alert of the page. */
async function alertOf(page: Page, key: string, parts: ("title" | "description")[]): Promise<void> {
  const words = wordsOf("en", key);
  let alert = page.locator("main .alert");
  for (const part of parts) alert = alert.filter({ hasText: patternOf(words[part]) });
  await alert.first().waitFor();
}

/** A row that sees messages told. */
const told = (keys: readonly string[], how: string, name: string, run: BrowserCheck["run"]): Fact => ({
  ...fact(`${keys.join(", ")}: ${how}`, inBrowser(name, run)),
  tells: keys,
});

/** Refuses one kind of call of the page as a broken server does, while the work is done. */
async function whileRefused(
  page: Page,
  [method, path]: [method: string, path: string],
  work: () => Promise<void>,
  answer: { status: number; json: object } = { status: 500, json: { code: "server.error", message: "no" } },
): Promise<void> {
  await page.route(path, (route) => (route.request().method() === method ? route.fulfill(answer) : route.fallback()));
  await work();
  await page.unroute(path);
}

/** Asks on the page for a link to set a new password, and reads it in the mail. */
async function resetLink(page: Page, email: string, product: BrowserWorld["product"]): Promise<string> {
  await page.goto("/pioneers/signin?mode=forgot");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.locator("form button[type=submit]").click();
  await toastOf(page, "resetAuth.requestSuccess");
  for (let turn = 0; turn < 100; turn += 1) {
    const { rows } = await product.database.pool.query<{ text_body: string }>(
      "select text_body from mail where recipient = $1 and kind = 'account-reset'",
      [email],
    );
    const link = /https?:\S+#token=\S+/.exec(rows[0]?.text_body ?? "")?.[0];
    if (link !== undefined) return link;
    await page.waitForTimeout(100);
  }
  throw new Error(`no link was sent to ${email}`);
}

/** One more project of the person on the page. */
async function newProject(world: BrowserWorld, name: string): Promise<string> {
  const { rows } = await world.product.database.pool.query(
    `insert into project (id, user_id, name, workflow, state, form_values, created_at, updated_at)
     select gen_random_uuid(), user_id, $1, 'userStoryWriterWorkflow', 1, '{}', now(), now() from project limit 1
     returning id`,
    [name],
  );
  return String(rows[0]?.id);
}

/** The person's newest project that a run has finished. */
async function finishedProject({ call }: BrowserWorld): Promise<string> {
  const { body } = await call("GET", "/api/projects/workflow?state=ready&limit=1");
  const [project] = (body as { projects: { id: string }[] }).projects;
  assert.ok(project);
  return project.id;
}

const formOf = (page: Page, field: string) =>
  page.locator("form").filter({ has: page.locator(`input[autocomplete="${field}"]`) });
const typed = async (page: Page, field: string, values: Record<string, string>): Promise<void> => {
  const form = formOf(page, field);
  // Both forms of the sign-in page stand behind tabs.
  const tab = page.getByRole("tab", { name: field === "name" ? "Create account" : "Sign in" });
  if (new URL(page.url()).pathname === "/pioneers/signin") await tab.click();
  const terms = form.locator("input[name=terms]");
  for (const [name, value] of Object.entries(values)) await form.locator(`input[name=${name}]`).fill(value);
  if ((await terms.count()) > 0) await terms.check();
  await form.locator("button[type=submit]").click();
};
const password = "correct horse battery";

const storyWriter = "/workflows/product/management/user/story/writer";
const runButton = (page: Page) =>
  page
    .locator("main")
    .getByRole("button", { name: /^Run for 20 coins/ })
    .first();

/** Sections 7 and 8: what a person is told, seen where it happens. */
export const wordingFacts: Fact[] = [
  told(
    ["login.success", "register.success"],
    "a toast on the page that signing in leads to",
    "the toasts of a new person, and of the same one who comes back",
    async ({ visitor }) => {
      const page = await visitor();
      await page.goto("/pioneers/signin");
      const email = `told-${Date.now()}@example.com`;
      await typed(page, "name", { name: "Tilda Oehm", email, password });
      await toastOf(page, "register.success");
      // Nothing of the page that is left asks for its session meanwhile, and goes to sign in by itself.
      await page.goto("about:blank");
      await page.context().clearCookies();
      await page.goto("/pioneers/signin");
      await typed(page, "current-password", { email, password });
      await toastOf(page, "login.success");
    },
  ),
  told(
    ["login.wrongPassword", "login.serverError", "register.duplicateUser", "register.serverError"],
    "told above the form that was sent",
    "the messages after a wrong password, a taken address, and while the server fails",
    async ({ visitor, call }) => {
      const { email } = (await call("GET", "/api/user")).body as { email: string };
      const page = await visitor();
      await page.goto("/pioneers/signin");
      await typed(page, "current-password", { email, password: "not the password" });
      // Worded for the place: it stands below the second of the two fields, and names neither.
      await page.locator("main .field-error", { hasText: "Wrong email or password." }).waitFor();
      await typed(page, "name", { name: "Tilda Oehm", email, password });
      await alertOf(page, "register.duplicateUser", ["title"]);
      await whileRefused(page, ["POST", "**/api/auth/callback/credentials"], async () => {
        await typed(page, "current-password", { email, password });
        await alertOf(page, "login.serverError", ["title", "description"]);
      });
      await whileRefused(page, ["POST", "**/api/auth/register"], async () => {
        await typed(page, "name", { name: "Tilda Oehm", email, password });
        await alertOf(page, "register.serverError", ["title", "description"]);
      });
    },
  ),
  told(
    ["resetAuth.requestSuccess", "resetAuth.finishSuccess", "resetAuth.invalidLink"],
    "toasts of a forgotten password",
    "the toasts of asking for a link, of using it, and of using it once more",
    async ({ visitor, product }) => {
      const page = await visitor();
      await page.goto("/pioneers/signin");
      const { register } = await import("#src/testing/browser.ts");
      const email = await register(page, "Rita Vergess");
      const link = await resetLink(page, email, product);
      const open = async (): Promise<void> => {
        // Another page first: the same address with another word behind `#` is no new page.
        await page.goto("/terms");
        await page.goto(link);
        await page.getByLabel("Password", { exact: true }).fill("a password nobody forgets");
        await page.locator("form button[type=submit]").click();
      };
      await open();
      await toastOf(page, "resetAuth.finishSuccess");
      await open();
      await toastOf(page, "resetAuth.invalidLink");
    },
  ),
  told(
    ["resetAuth.noUserFound", "resetAuth.serverError"],
    "toasts of a link whose account is gone, and of a server that fails",
    "the toasts after the account was deleted, and while the call is refused",
    async ({ visitor, product }) => {
      const page = await visitor();
      await page.goto("/pioneers/signin");
      const { register } = await import("#src/testing/browser.ts");
      const email = await register(page, "Gerd Fort");
      const link = await resetLink(page, email, product);
      await page.goto(link);
      await page.getByLabel("Password", { exact: true }).fill("a password nobody forgets");
      await whileRefused(page, ["POST", "**/api/auth/reset/finish"], async () => {
        await page.locator("form button[type=submit]").click();
        await toastOf(page, "resetAuth.serverError");
      });
      await product.database.pool.query(`delete from "user" where email = $1`, [email]);
      await page.locator("form button[type=submit]").click();
      await toastOf(page, "resetAuth.noUserFound");
    },
  ),
  told(
    [
      "payments.couponSuccess",
      "payments.couponNotFirstTime",
      "payments.couponExpired",
      "payments.couponDoesNotExist",
      "payments.couponNamedWrong",
      "payments.couponAmountPriceTooLow",
      "payments.couponUsageAchieved",
    ],
    "toasts of the coupon field",
    "the toast of each kind of coupon on the page of the coins",
    async (world) => {
      const { page, product } = world;
      const { body } = await world.call("GET", "/api/user");
      await product.database.pool.query(
        `insert into payment_order (id, user_id, provider, item_id, kind, coins, price_cents, discount_cents, total_cents,
           currency, status, receipt, created_at, paid_at)
         values (gen_random_uuid(), $1, 'local', 'coins-500', 'pack', 0, 1900, 0, 1900, 'EUR', 'paid', 'SEED-1', now(), now())
         on conflict do nothing`,
        [(body as { id: string }).id],
      );
      const kinds = await seedCoupons(product);
      await page.goto("/settings/coins");
      for (const [kind, key] of [
        ["noCode", "payments.couponNamedWrong"],
        ["unknown", "payments.couponDoesNotExist"],
        ["expired", "payments.couponExpired"],
        ["usedUp", "payments.couponUsageAchieved"],
        ["firstPurchase", "payments.couponNotFirstTime"],
        ["tooLarge", "payments.couponAmountPriceTooLow"],
        ["good", "payments.couponSuccess"],
      ] as const) {
        await page.getByLabel("Coupon code").fill(kinds[kind]);
        await page.getByRole("button", { name: "Apply" }).click();
        await toastOf(page, key);
      }
    },
  ),
  told(
    ["payments.success", "payments.error", "coins.updateSuccess", "coins.updateError", "payments.portalUserNotFound"],
    "toasts of a purchase",
    "the toasts of a paid and of a failed purchase, of a free one, of a balance that is not read, and of an early portal",
    async ({ visitor, product }) => {
      const page = await visitor();
      await page.goto("/pioneers/signin");
      const { register } = await import("#src/testing/browser.ts");
      await register(page, "Kai Kunde");
      const { gift } = await seedCoupons(product);
      await page.goto("/settings/coins");
      await page.getByRole("button", { name: "Open portal" }).click();
      await toastOf(page, "payments.portalUserNotFound");
      await whileRefused(page, ["POST", "**/api/payments/checkout"], async () => {
        await page.getByRole("button", { name: "Buy 500 coins" }).click();
        await toastOf(page, "payments.error");
      });
      const pay = async (): Promise<void> => {
        await page.getByRole("button", { name: "Buy 500 coins" }).click();
        await page.getByLabel("Card number").fill("4242 4242 4242 4242");
        await page.getByLabel("Expiry date").fill("04 / 49");
        await page.getByLabel("Security code").fill("123");
        await page.locator("form button[type=submit]").last().click();
      };
      await pay();
      await toastOf(page, "payments.success");
      await whileRefused(page, ["GET", "**/api/coins"], async () => {
        await pay();
        await toastOf(page, "coins.updateError");
      });
      await page.reload();
      await page.getByLabel("Coupon code").fill(gift);
      await page.getByRole("button", { name: "Apply" }).click();
      await toastOf(page, "payments.couponSuccess");
      await pay();
      await toastOf(page, "coins.updateSuccess");
    },
  ),
  told(
    ["login.sessionInvalid"],
    "a toast on the sign-in page when a session ended at work",
    "the page that a person is led to whose session was ended elsewhere",
    async ({ visitor, product }) => {
      const page = await visitor();
      await page.goto("/pioneers/signin");
      const { register } = await import("#src/testing/browser.ts");
      const email = await register(page, "Sina Ende");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await product.database.pool.query(
        `delete from session where user_id in (select id from "user" where email = $1)`,
        [email],
      );
      // A page that asks for something by itself leads away before the link can.
      const link = page.locator('aside.side nav a[href="/leads"]');
      void link.click().catch(() => undefined);
      await page.waitForURL((url) => url.pathname === "/pioneers/signin");
      await toastOf(page, "login.sessionInvalid");
    },
  ),
  told(
    ["settings.updateSuccess", "settings.updateError"],
    "a toast when a setting was changed, and when it was refused",
    "both toasts after ticking a choice",
    async ({ page }) => {
      await page.goto("/settings");
      await page.getByRole("heading", { level: 1 }).waitFor();
      const choice = page.getByRole("checkbox").first();
      await choice.click();
      await toastOf(page, "settings.updateSuccess");
      await whileRefused(page, ["POST", "**/api/user/settings"], async () => {
        await choice.click();
        await toastOf(page, "settings.updateError");
      });
    },
  ),
  told(
    ["pioneer.error"],
    "a toast when something failed that has no message of its own",
    "ending another session while the server fails",
    async ({ page }) => {
      const session = (id: string, current: boolean) => ({
        id,
        current,
        dateCreated: "2026-11-20T08:00:00.000Z",
        dateLastUsed: "2026-11-20T08:00:00.000Z",
        expires: "2026-12-20T08:00:00.000Z",
        address: null,
        userAgent: null,
      });
      await page.route("**/api/user/sessions*", (route) =>
        route.request().method() === "GET"
          ? route.fulfill({ json: { sessions: [session("here", true), session("there", false)] } })
          : route.fulfill({ status: 500, json: { code: "server.error", message: "no" } }),
      );
      await page.goto("/settings#account");
      await page.getByRole("button", { name: "Sign out everywhere else" }).click();
      await toastOf(page, "pioneer.error");
      await page.unrouteAll({ behavior: "wait" });
    },
  ),
  told(
    [
      "calendarEntry.addSuccess",
      "calendarEntry.addError",
      "calendarEntry.updateSuccess",
      "calendarEntry.updateError",
      "calendarEntry.deleteSuccess",
      "calendarEntry.deleteError",
      "request.bad",
    ],
    "a toast when an entry was added, changed and deleted, and when that failed or did not fit",
    "an entry's life in the calendar, each change refused first",
    async ({ page }) => {
      const call = "**/api/calendar/entry";
      await page.goto("/calendar");
      await page.getByRole("button", { name: "New entry" }).first().click();
      const adding = page.getByRole("dialog", { name: "New entry" });
      await adding.locator("input").first().fill("Told in a toast");
      const add = adding.locator("button[type=submit]");
      await whileRefused(page, ["POST", call], async () => {
        await add.click();
        await toastOf(page, "calendarEntry.addError");
      });
      const misfit = { status: 400, json: { code: "request.bad", message: "no", fields: [] } };
      await whileRefused(
        page,
        ["POST", call],
        async () => {
          await add.click();
          await toastOf(page, "request.bad");
        },
        misfit,
      );
      await add.click();
      await toastOf(page, "calendarEntry.addSuccess");
      await page
        .getByRole("button", { name: /Told in a toast/ })
        .first()
        .click();
      await page.getByRole("button", { name: "Edit" }).click();
      const changing = page.getByRole("dialog", { name: "Entry" });
      await changing.locator("input").first().fill("Told in toasts");
      const change = changing.locator("button[type=submit]");
      await whileRefused(page, ["PATCH", call], async () => {
        await change.click();
        await toastOf(page, "calendarEntry.updateError");
      });
      await change.click();
      await toastOf(page, "calendarEntry.updateSuccess");
      const entry = page.getByRole("button", { name: /Told in toasts/ }).first();
      const drop = page.getByRole("dialog", { name: "Told in toasts" }).getByRole("button", { name: "Delete" });
      await entry.click();
      await whileRefused(page, ["DELETE", call], async () => {
        await drop.click();
        await toastOf(page, "calendarEntry.deleteError");
      });
      await entry.click();
      await drop.click();
      await toastOf(page, "calendarEntry.deleteSuccess");
    },
  ),
  told(
    ["project.removeSuccess", "project.removeError"],
    "a toast when a project was deleted, and when it was not",
    "deleting from the project's own page, refused first",
    async (world) => {
      const { page } = world;
      const id = await newProject(world, "To be deleted");
      const remove = async (): Promise<void> => {
        await page.getByRole("button", { name: /^Actions for/ }).click();
        await page.getByRole("menuitem", { name: "Delete project" }).click();
      };
      await page.goto(`/pioneer/workflow/projects/${id}`);
      await whileRefused(page, ["DELETE", "**/api/projects/workflow"], async () => {
        await remove();
        await toastOf(page, "project.removeError", "Couldn't delete “To be deleted”");
      });
      await remove();
      await toastOf(page, "project.removeSuccess", "“To be deleted” deleted");
    },
  ),
  told(
    ["project.addSuccess", "project.addError", "project.addRevisionSuccess", "project.addRevisionError"],
    "told when a run added its project or a revision, and when a start was refused",
    "a run with the example and one more of its project, each start refused first",
    async ({ page }) => {
      const starts: [string, string] = ["POST", "**/api/workflows/*/runs"];
      await page.goto(storyWriter);
      await page.getByRole("button", { name: "Fill with an example" }).click();
      await page.locator(".toast", { hasText: "Filled with an example" }).waitFor();
      await whileRefused(page, starts, async () => {
        await runButton(page).click();
        await alertOf(page, "project.addError", ["title", "description"]);
      });
      // The project comes after the list of open runs has been asked for again: a short run is over by then.
      await page.route("**/api/projects/workflow/*", async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 4_000));
        await route.fallback();
      });
      await runButton(page).click();
      await page.waitForURL((url) => url.pathname.startsWith("/pioneer/workflow/projects/"));
      await toastOf(page, "project.addSuccess");
      await page.unroute("**/api/projects/workflow/*");
      const projectId = new URL(page.url()).pathname.split("/").at(-1);
      await page.goto(`${storyWriter}?project=${projectId}`);
      // The same form on the same engine would be refused for bringing nothing new.
      await page.locator("main form").getByRole("textbox").first().fill("One more run of it");
      await whileRefused(page, starts, async () => {
        await runButton(page).click();
        await alertOf(page, "project.addRevisionError", ["title", "description"]);
      });
      await runButton(page).click();
      await page.waitForURL((url) => url.pathname.startsWith("/pioneer/workflow/projects/"));
      await toastOf(page, "project.addRevisionSuccess");
    },
  ),
  told(
    ["leadsListProvider.manyLeadsAdded"],
    "told when several proposed leads were applied",
    "a finished project that proposes two leads",
    async (world) => {
      const { page } = world;
      const leads = ["Morgenrot Bakery", "Elster Pharmacy"].map((name, at) => ({
        kind: "lead",
        key: `lead:${at}`,
        requires: [],
        payload: { name },
        state: "proposed",
        recordId: null,
      }));
      const applied = leads.map((lead) => ({ ...lead, state: "applied", recordId: crypto.randomUUID() }));
      await page.route("**/api/workflows/runs/*/proposals", (route) => route.fulfill({ json: { proposals: leads } }));
      await page.route("**/api/workflows/runs/*/apply", (route) =>
        route.fulfill({ json: { proposals: applied, applied: 2, failed: [] } }),
      );
      await page.goto(`/pioneer/workflow/projects/${await finishedProject(world)}`);
      // The draft has gaps: beside it stands its outline first.
      await page
        .getByRole("tab", { name: /^Suggestions/ })
        .first()
        .click();
      await page.getByRole("button", { name: "Apply 2 of 2" }).first().click();
      await toastOf(page, "leadsListProvider.manyLeadsAdded");
      await page.unrouteAll({ behavior: "wait" });
    },
  ),
  told(
    ["coins.notEnough"],
    "told before a start: what a run costs and what there is",
    "the form of a run for 20 coins with 5",
    async ({ page }) => {
      await page.route("**/api/coins", (route) => route.fulfill({ json: { balance: 5, held: 0, credits: 5 } }));
      await page.goto(storyWriter);
      await page.locator("main .alert", { hasText: "This run costs 20 coins. You have 5." }).first().waitFor();
      await page.unrouteAll({ behavior: "wait" });
    },
  ),
  told(
    [
      "resellerInvites.sendSuccess",
      "resellerInvites.sendError",
      "resellerInvites.duplicateInvite",
      "resellerInvites.duplicateRegisteredUser",
    ],
    "a toast when an invite was sent, and when it was not",
    "inviting somebody new, once more, somebody with an account, and while the server fails",
    async ({ page, product }) => {
      const friend = await joinBy("", product);
      await page.goto("/community/pioneers/invites");
      const invite = async (email: string): Promise<void> => {
        await page.locator("main form input[name=emails]").fill(email);
        await page.locator("main form button[type=submit]").click();
      };
      const email = `told-${Date.now()}@guests.example`;
      await invite(email);
      await toastOf(page, "resellerInvites.sendSuccess");
      await invite(email);
      await toastOf(page, "resellerInvites.duplicateInvite");
      await invite(friend.email);
      await toastOf(page, "resellerInvites.duplicateRegisteredUser");
      await whileRefused(page, ["POST", "**/api/community/invites"], async () => {
        await invite(`told-again-${Date.now()}@guests.example`);
        await toastOf(page, "resellerInvites.sendError");
      });
    },
  ),
  told(
    ["resellerInvites.rewardSuccess"],
    "a toast when coins came for an invite",
    "the page of the one who invited, while the friend runs",
    async ({ page, call, product }) => {
      const { body } = await call("GET", "/api/community/invites");
      const { overview } = body as { overview: { link: string } };
      const friend = await joinBy(overview.link.split("/").at(-1) ?? "", product);
      await page.goto("/dashboard");
      await page.getByRole("heading", { level: 1 }).waitFor();
      const { example } = (await friend.send("GET", "/api/workflows/userStoryWriterWorkflow")).body;
      const path = "/api/workflows/userStoryWriterWorkflow/runs";
      const key = { "idempotency-key": newId() };
      const { run } = (await friend.send("POST", path, { enData: { formValues: example } }, key)).body;
      const statusOf = async () => (await friend.send("GET", `/api/workflows/runs/${run.id}`)).body.run.status;
      await holds(async () => (await statusOf()) === "succeeded");
      await page.reload();
      await toastOf(page, "resellerInvites.rewardSuccess");
    },
  ),
  told(
    ["clipboard.error"],
    "a toast when the browser allows no copying",
    "copying a document in a browser without a clipboard",
    async (world) => {
      const { page } = world;
      await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
      await page.goto(`/pioneer/workflow/projects/${await finishedProject(world)}`);
      await page.getByRole("button", { name: "Export" }).click();
      await page.getByRole("menuitem", { name: "Copy as text" }).click();
      await toastOf(page, "clipboard.error");
    },
  ),
  calls(
    "A session-event message is broadcast between browser tabs",
    inBrowser("two tabs of one browser: signing out in one leads the other to sign-in", async ({ visitor }) => {
      const page = await visitor();
      await page.goto("/pioneers/signin");
      const { register } = await import("#src/testing/browser.ts");
      await register(page, "Zoe Zweig");
      const other = await page.context().newPage();
      await other.goto("/leads");
      await other.getByRole("heading", { level: 1 }).waitFor();
      await page.locator(".side .SidebarProfile_who").click();
      await page.getByRole("menuitem", { name: "Logout" }).click();
      await other.waitForURL((url) => url.pathname === "/pioneers/signin");
    }),
  ),
];
