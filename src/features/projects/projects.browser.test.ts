import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { type Look, openContext, openServedProduct, type ServedProduct } from "#src/testing/browser.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

const stories = "/api/workflows/userStoryWriterWorkflow";
const list = "/pioneer/workflow/projects";

/** A signed-in page of a new person who is past the first steps. */
async function openPage(look: Look = {}) {
  const { context, complaints } = await openContext(product, look);
  // Pages without an origin have no storage.
  await context.addInitScript(() => {
    if (location.origin !== "null") localStorage.setItem("trackingConsent", "denied");
  });
  const page = await context.newPage();
  const headers = { origin: product.url };
  const person = { email: `${newId()}@example.com`, password: "correct horse battery" };
  const registered = await page.request.post("/api/auth/register", {
    data: { name: "Mara Brandt", ...person },
    headers,
  });
  const { csrfToken } = await (await page.request.get("/api/auth/csrf")).json();
  const form = { ...person, csrfToken, callbackUrl: product.url, json: "true" };
  await page.request.post("/api/auth/callback/credentials", { form, headers });
  await page.request.post("/api/user/settings", {
    data: { onboardingState: "skipped", application: { appLanguage: look.locale === "de-DE" ? "de" : "en" } },
    headers,
  });
  const send = (method: string, path: string, data: unknown, more: Record<string, string> = {}) =>
    page.request.fetch(path, { method, data, headers: { ...headers, ...more } });
  return { context, page, complaints, send, userId: (await registered.json()).user.id as string };
}

type Opened = Awaited<ReturnType<typeof openPage>>;

/** A run to its end; with a project, one more revision of it. */
async function run(
  { page, send }: Opened,
  change: object = {},
  projectId?: string,
  workflow = stories,
): Promise<string> {
  const { example } = await (await page.request.get(workflow)).json();
  const enData = { formValues: { ...example, ...change }, ...(projectId ? { projectId } : {}) };
  const started = await send("POST", `${workflow}/runs`, { enData }, { "idempotency-key": newId() });
  const { run: one } = await started.json();
  await expect
    .poll(async () => (await (await page.request.get(`/api/workflows/runs/${one.id}`)).json()).run.status)
    .toBe("succeeded");
  return one.projectId;
}

test("Project filters are in the address and survive a reload, and archiving and deleting can be undone", async () => {
  const opened = await openPage();
  const { page, complaints, context } = opened;
  await product.database.db
    .insertInto("project")
    .values(
      Array.from({ length: 250 }, (_, at) => ({
        id: newId(),
        user_id: opened.userId,
        name: at === 200 ? "The needle" : `Project ${at}`,
        workflow: "contentPlannerWorkflow",
        state: 60,
        form_values: "{}",
        current_revision: null,
        latest_run_id: null,
        created_at: new Date(0),
        updated_at: new Date(Date.now() - at * 60_000),
      })),
    )
    .execute();
  await page.goto(list);
  await page.getByRole("link", { name: "Project 0", exact: true }).last().waitFor();
  expect(await pageFaults(page)).toEqual([]);
  // Only rows in sight are drawn, and the next pages come while one scrolls.
  expect(await page.getByRole("table").getByRole("row").count()).toBeLessThan(80);
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return page.getByRole("table").getByRole("link", { name: "Project 249" }).count();
    })
    .toBe(1);

  await page.getByRole("searchbox", { name: "Search names and titles" }).fill("needle");
  const needle = page.getByRole("table").getByRole("link", { name: "The needle" });
  await expect.poll(() => page.getByRole("table").getByRole("row").count()).toBe(2);
  await page.getByRole("button", { name: "Favorite: The needle" }).click();
  await page.getByRole("button", { name: "Favorites", exact: true }).click();
  await page.waitForURL(/q=needle.*favorite=true/);
  await page.reload();
  await needle.waitFor();
  expect(await page.getByRole("searchbox", { name: "Search names and titles" }).inputValue()).toBe("needle");

  await page.getByRole("checkbox", { name: "Select The needle" }).click();
  await page.getByRole("region", { name: "Selected projects" }).getByRole("button", { name: "Archive" }).click();
  await page.getByText("No matching projects.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await needle.waitFor();
  await page.getByRole("checkbox", { name: "Select The needle" }).click();
  expect(await pageFaults(page)).toEqual([]);
  await page.getByRole("region", { name: "Selected projects" }).getByRole("button", { name: "Delete" }).click();
  await page.getByText("“The needle” deleted").first().waitFor();
  await needle.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await needle.waitFor();

  // What is ticked in one view is not in another; the filters stay.
  const views = page.getByRole("navigation", { name: "Projects shown" });
  expect(await views.locator("[aria-current=page]").textContent()).toBe("Active");
  await page.getByRole("checkbox", { name: "Select The needle" }).click();
  await views.getByRole("link", { name: "Archive" }).click();
  await page.waitForURL(/q=needle.*archived=true/);
  await page.getByText("No matching projects.").waitFor();
  expect(await views.locator("[aria-current=page]").textContent()).toBe("Archive");
  expect(await pageFaults(page)).toEqual([]);
  await page.goBack();
  await needle.waitFor();
  expect(await page.getByRole("checkbox", { name: "Select The needle" }).isChecked()).toBe(false);
  await views.getByRole("link", { name: "Recently deleted" }).click();
  await page.getByRole("heading", { level: 1, name: "Recently deleted" }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("A project can be renamed, its revisions compared and restored, and its deletion undone", async () => {
  const opened = await openPage();
  const { page, complaints, context } = opened;
  const id = await run(opened);
  await run(opened, { notes: "", constraints: "Every page answers within one second." }, id);
  await page.goto(`${list}/${id}`);
  await page.locator(".TopBar_page-actions > [aria-haspopup=menu]").last().click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "Project name" }).fill("Invoices for riders");
  await page.keyboard.press("Enter");
  await page.locator(".TopBar_crumbs [aria-current=page]", { hasText: "Invoices for riders" }).waitFor();

  await page.getByRole("button", { name: "Revisions" }).click();
  const article = page.locator("article");
  await article.locator("ins", { hasText: "Every page answers within one second" }).first().waitFor();
  expect(await article.locator("del").count()).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Next change" }).click();
  await page.getByText(/^1 of \d+$/).waitFor();
  expect(await pageFaults(page)).toEqual([]);
  await page.getByRole("radio", { name: "Side by side" }).click();
  await page.getByRole("button", { name: "Restore revision 1" }).click();
  await page.getByText("Revision 1 restored as revision 3").first().waitFor();
  await page.getByText("Restored from revision 1").first().waitFor();
  await page.getByRole("radio", { name: "Compare from revision 1" }).click();
  await page.getByText("No changes").waitFor();
  await page.getByRole("button", { name: "Delete revision 2" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("radio", { name: "Compare from revision 2" }).waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Actions for Invoices for riders" }).click();
  await page.getByRole("menuitem", { name: "Delete project" }).click();
  await page.waitForURL((url) => url.pathname === list);
  await page.getByText("No projects yet.").first().waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForURL((url) => url.pathname === `${list}/${id}`);
  await page.locator(".TopBar_crumbs [aria-current=page]", { hasText: "Invoices for riders" }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("The project list and its revisions are accessible and fit a phone, in dark colours and German", async () => {
  const opened = await openPage({ width: 375, scheme: "dark", locale: "de-DE" });
  const { page, context } = opened;
  const id = await run(opened);
  await run(opened, { constraints: "Jede Seite antwortet in einer Sekunde." }, id);
  await page.goto(list);
  await page.getByRole("table").waitFor();
  expect(await pageFaults(page)).toEqual([]);
  await page.goto(`${list}/${id}`);
  await page.getByRole("button", { name: "Revisionen" }).click();
  await page.locator("article ins").first().waitFor();
  expect(await pageFaults(page)).toEqual([]);
  await context.close();
});

test.each<Look>([
  { width: 1350, scheme: "light", locale: "en-GB" },
  { width: 375, scheme: "dark", locale: "de-DE" },
])("A next step opens its form with what the document holds, and is begun once ($width px)", async (look) => {
  const opened = await openPage(look);
  const { page, complaints, context } = opened;
  const isGerman = look.locale === "de-DE";
  const planned = await run(opened, {}, undefined, "/api/workflows/productPlannerWorkflow");
  await page.goto(`${list}/${planned}`);
  const steps = page.getByRole("region", { name: isGerman ? "Nächste Schritte" : "Next steps" });
  const first = steps.getByRole("listitem").first();
  await first.waitFor();
  expect(await first.innerText()).toMatch(/20 coins/i);
  expect(await pageFaults(page)).toEqual([]);
  const title = await first.locator("small").innerText();
  await first.getByRole("button").click();
  await page.waitForURL(/user\/story\/writer\?project=/);
  const need = page.getByRole("textbox", { name: isGerman ? "Bedarf" : "Need" });
  expect(await need.inputValue()).toMatch(/^- /);
  const begun = new URL(page.url()).searchParams.get("project") ?? "";
  await page.goto(`${list}/${planned}`);
  await steps.getByRole("link", { name: title }).waitFor();
  // Applying the others together leaves it alone, and so does taking them back. Gaps are left: the outline comes first.
  if (look.width !== 375) await page.getByRole("tab").last().click();
  await page
    .getByRole("button", { name: isGerman ? /übernehmen/ : /^Apply/ })
    .first()
    .click();
  await page
    .getByRole("button", { name: isGerman ? "Rückgängig" : "Undo" })
    .first()
    .click();
  await steps.getByRole("link", { name: title }).click();
  await page.waitForURL(new RegExp(begun));
  expect(complaints).toEqual([]);
  await context.close();
});
