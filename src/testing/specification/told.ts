import assert from "node:assert/strict";
import { type Fact, inBrowser, section } from "./fact.ts";

const fact = section(8);
const calls = section(7);

type World = Parameters<Parameters<typeof inBrowser>[1]>[0];

/** The toast of a message: title and description in the words of its key. */
async function isTold({ page }: Pick<World, "page">, title: string, description: string): Promise<void> {
  const toast = page.locator(".toast", { hasText: title });
  await toast.waitFor();
  assert.ok(((await toast.textContent()) ?? "").includes(description), (await toast.textContent()) ?? "");
}

/** One more project of the person on the page. */
async function newProject(world: World, name: string): Promise<string> {
  const { rows } = await world.product.database.pool.query(
    `insert into project (id, user_id, name, workflow, state, form_values, created_at, updated_at)
     select gen_random_uuid(), user_id, $1, 'userStoryWriterWorkflow', 1, '{}', now(), now() from project limit 1
     returning id`,
    [name],
  );
  return String(rows[0]?.id);
}

/** Sections 7 and 8: what a person is told, seen where it happens. */
export const toldFacts: Fact[] = [
  fact(
    "login.success and register.success are told on the page that signing in leads to",
    inBrowser("the toasts of a new person, and of the same one who comes back", async ({ visitor }) => {
      const page = await visitor();
      await page.goto("/pioneers/signin");
      const form = (name: string) =>
        page.locator("form").filter({ has: page.locator(`input[autocomplete="${name}"]`) });
      const [email, password] = [`told-${Date.now()}@example.com`, "correct horse battery"];
      await form("name").locator("input[name=name]").fill("Tilda Oehm");
      await form("name").locator("input[type=email]").fill(email);
      await form("name").locator("input[type=password]").fill(password);
      await form("name").locator("button[type=submit]").click();
      await isTold({ page }, "Account created", "You are signed in.");
      // Nothing of the page that is left asks for its session meanwhile, and goes to sign in by itself.
      await page.goto("about:blank");
      await page.context().clearCookies();
      await page.goto("/pioneers/signin");
      await form("current-password").locator("input[type=email]").fill(email);
      await form("current-password").locator("input[type=password]").fill(password);
      await form("current-password").locator("button[type=submit]").click();
      await isTold({ page }, "Signed in", "Welcome back.");
    }),
  ),
  fact(
    "login.wrongPassword is told where the password was typed",
    inBrowser("the message after a wrong password", async ({ visitor }) => {
      const page = await visitor();
      await page.goto("/pioneers/signin");
      const form = page.locator("form").filter({ has: page.locator('input[autocomplete="current-password"]') });
      await form.locator("input[type=email]").fill("nobody@example.com");
      await form.locator("input[type=password]").fill("not the password");
      await form.locator("button[type=submit]").click();
      await form.getByRole("alert").filter({ hasText: "E-mail or password is wrong" }).waitFor();
    }),
  ),
  fact(
    "settings.updateSuccess is told when a setting was changed, settings.updateError when it was refused",
    inBrowser("both toasts after ticking a choice", async ({ page }) => {
      await page.goto("/settings");
      await page.getByRole("heading", { level: 1 }).waitFor();
      const choice = page.getByRole("checkbox").first();
      await choice.click();
      await isTold({ page }, "Saved", "The settings hold from now on.");
      await page.route("**/api/user/settings", (route) =>
        route.request().method() === "POST" ? route.fulfill({ status: 500, json: {} }) : route.continue(),
      );
      await choice.click();
      await page.locator(".toast.tone-danger").waitFor();
      await page.unrouteAll({ behavior: "wait" });
    }),
  ),
  fact(
    "calendarEntry.addSuccess and calendarEntry.deleteSuccess are told when an entry was added and deleted",
    inBrowser("both toasts in the calendar", async ({ page }) => {
      await page.goto("/calendar");
      await page.getByRole("button", { name: "New entry" }).first().click();
      const panel = page.getByRole("dialog", { name: "New entry" });
      await panel.locator("input").first().fill("Told in a toast");
      await panel.locator("button[type=submit]").click();
      await isTold({ page }, "Entry added", "It stands in the calendar.");
      await page
        .getByRole("button", { name: /Told in a toast/ })
        .first()
        .click();
      await page.getByRole("dialog", { name: "Entry" }).getByRole("button", { name: "Delete" }).click();
      await isTold({ page }, "Entry deleted", "You can bring it back for a day.");
    }),
  ),
  fact(
    "project.removeSuccess is told when a project was deleted",
    inBrowser("the toast after deleting from the project's own page", async (world) => {
      const { page } = world;
      const id = await newProject(world, "To be deleted");
      await page.goto(`/pioneer/workflow/projects/${id}`);
      await page.getByRole("button", { name: /^Actions for/ }).click();
      await page.getByRole("menuitem", { name: "Delete project" }).click();
      await isTold(world, "“To be deleted” is deleted", "Its revisions went with it.");
    }),
  ),
  fact(
    "project.addSuccess is told when a run has added its project",
    inBrowser("the toast after a run with the example", async ({ page }) => {
      await page.goto("/workflows/product/management/user/story/writer");
      await page.getByRole("button", { name: "Fill with an example" }).click();
      await page.locator(".toast", { hasText: "Filled with an example" }).waitFor();
      await page
        .locator("main")
        .getByRole("button", { name: /^Run for 20 coins/ })
        .first()
        .click();
      await page.waitForURL((url) => url.pathname.startsWith("/pioneer/workflow/projects/"));
      await isTold({ page }, "Project added", "It stands first under Your Projects.");
    }),
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
      await page.locator(".side .who").click();
      await page.getByRole("menuitem", { name: "Logout" }).click();
      await other.waitForURL((url) => url.pathname === "/pioneers/signin");
    }),
  ),
];
