import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { type Look, openContext, openServedProduct, type ServedProduct, signInByCalls } from "#src/testing/browser.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";
import { settled } from "#src/testing/settled.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct({ env: { WELCOME_COINS: "20000" } });
});
afterAll(() => product.close());

const list = "/pioneer/workflow/projects";

async function open(look: Look = {}) {
  const { context, complaints } = await openContext(product, look);
  await context.addInitScript(() => {
    // Pages without an origin have no storage.
    if (location.origin !== "null") localStorage.setItem("trackingConsent", "denied");
  });
  const { send } = await signInByCalls(product, context, look);
  const page = await context.newPage();
  const folder = process.env["SCREENS_DIR"];
  const language = look.locale === "de-DE" ? "de" : "en";
  return {
    page,
    complaints,
    send,
    /** Runs a workflow with its example by calls. @returns the project */
    run: async (change: object = {}, projectId?: string, workflow = "userStoryWriterWorkflow"): Promise<string> => {
      const path = `/api/workflows/${workflow}`;
      const { example } = await send("GET", path, undefined);
      const enData = { formValues: { ...example, ...change }, ...(projectId ? { projectId } : {}) };
      const { run } = await send("POST", `${path}/runs`, { enData }, { "idempotency-key": newId() });
      const read = async () => (await send("GET", `/api/workflows/runs/${run.id}`, undefined)).run.status;
      await expect.poll(read).toBe("succeeded");
      return run.projectId;
    },
    /** Leaves a picture of what is in sight for those who want to look. */
    picture: async (name: string, fullPage = false): Promise<void> => {
      if (!folder) return;
      await settled(page);
      await page.screenshot({
        path: `${folder}/${name}-${look.width ?? 1350}-${look.scheme ?? "light"}-${language}.png`,
        fullPage,
      });
    },
  };
}

test("A project is duplicated from its page and from the list, and its form opens with the same values", async () => {
  const { page, complaints, run, send, picture } = await open();
  const id = await run({ requirementTitle: "Fleet returns", notes: "Only at the counter." });
  await page.goto(`${list}/${id}`);
  await page.getByRole("button", { name: "Actions for Fleet returns" }).click();
  await picture("head-menu");
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await page.waitForURL(/user\/story\/writer\?project=/);
  const copy = new URL(page.url()).searchParams.get("project");
  expect(copy).not.toBe(id);
  await page.getByText("“Copy of Fleet returns” created").first().waitFor();
  expect(await page.getByRole("textbox", { name: /^Title/ }).inputValue()).toBe("Fleet returns");
  // It has no revision that a run could be added to.
  await page.getByText("Using this project's form. The project has no result yet.").waitFor();
  await expect
    .poll(() => page.locator("textarea").evaluateAll((boxes) => boxes.map((box) => (box as HTMLTextAreaElement).value)))
    .toContain("Only at the counter.");
  await picture("duplicated");

  // By keys alone, from the row of the copy.
  await page.goto(list);
  const more = page.getByRole("table").getByRole("button", { name: "Actions for Copy of Fleet returns" });
  await more.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Open form" }).waitFor();
  // It has no result that could be compared.
  expect(await page.getByRole("menuitem", { name: "Compare with…" }).count()).toBe(0);
  expect(await pageFaults(page)).toEqual([]);
  await picture("row-menu");
  await page.getByRole("menuitem", { name: "Duplicate" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/user\/story\/writer\?project=/);
  const { projects } = await send("GET", "/api/projects/workflow", undefined);
  expect(projects.map(({ name }: { name: string }) => name)).toEqual([
    "Copy of Copy of Fleet returns",
    "Copy of Fleet returns",
    "Fleet returns",
  ]);
  expect(complaints).toEqual([]);
});

test.each<Look>([
  { width: 1350, scheme: "light", locale: "en-GB" },
  { width: 1350, scheme: "dark", locale: "de-DE" },
  { width: 375, scheme: "light", locale: "en-GB" },
  { width: 375, scheme: "dark", locale: "de-DE" },
])("Two projects of one workflow are compared ($width px, $scheme, $locale)", async (look) => {
  const { page, complaints, run, picture } = await open(look);
  const isGerman = look.locale === "de-DE";
  const say = (english: string, german: string): string => (isGerman ? german : english);
  const left = await run({ requirementTitle: "Fleet returns" });
  const right = await run({
    requirementTitle: "Fleet returns in winter, for every depot between Leipzig and Dresden",
    constraints: "Every page answers within one second.",
    notes: "",
  });
  await run({}, undefined, "contentPlannerWorkflow");
  await page.goto(list);
  const tick = (name: string) =>
    page.getByRole("checkbox", { name: say(`Select ${name}`, `${name} auswählen`), exact: true });
  await tick("Fleet returns").click();
  const bulk = page.getByRole("region", { name: say("Selected projects", "Ausgewählte Projekte") });
  const compare = bulk.getByRole("button", { name: say("Compare", "Vergleichen") });
  expect(await compare.isDisabled()).toBe(true);
  await tick("Fleet returns in winter, for every depot between Leipzig and Dresden").click();
  expect(await compare.isEnabled()).toBe(true);
  expect(await pageFaults(page)).toEqual([]);
  await picture("list");
  await compare.click();
  await page.waitForURL((url) => url.pathname.endsWith("/projects/compare"));
  const { searchParams } = new URL(page.url());
  expect([searchParams.get("left"), searchParams.get("right")]).toEqual([left, right]);
  const article = page.locator("article");
  await article.locator("ins", { hasText: "Every page answers within one second" }).first().waitFor();
  expect(await article.locator("del").count()).toBeGreaterThan(0);
  const figures = page.getByRole("region", { name: say("Key figures", "Kennzahlen") });
  expect(await figures.getByRole("row").count()).toBeGreaterThan(3);
  expect(await pageFaults(page)).toEqual([]);
  await picture("compare");
  await picture("compare-whole", true);
  await page.getByRole("button", { name: say("Next change", "Nächste Änderung") }).click();
  await page.getByText(isGerman ? /^1 von \d+$/ : /^1 of \d+$/).waitFor();
  await picture("compare-place");
  const side = page.getByRole("radio", { name: say("Side by side", "Nebeneinander") });
  if (look.width === 375) expect(await side.count()).toBe(0);
  else {
    await side.click();
    await expect.poll(() => page.locator(".diff-sides").count()).toBe(1);
    expect(await pageFaults(page)).toEqual([]);
    await picture("compare-side");
  }
  await page
    .getByRole("link", { name: say("Open project: Fleet returns", "Projekt öffnen: Fleet returns"), exact: true })
    .click();
  await page.waitForURL((url) => url.pathname.endsWith(`${list}/${left}`));
  expect(complaints).toEqual([]);
});

test("A project asks which other one it is compared with, and says what cannot be compared", async () => {
  const { page, run, send, picture } = await open();
  const first = await run({ requirementTitle: "First" });
  const second = await run({ requirementTitle: "Second" });
  const other = await run({}, undefined, "contentPlannerWorkflow");
  const { project: copy } = await send("POST", "/api/projects/workflow/duplicate", { id: first });
  await page.goto(`${list}/${first}`);
  await page.getByRole("button", { name: "Actions for First" }).click();
  await page.getByRole("menuitem", { name: "Compare with…" }).click();
  const dialog = page.getByRole("dialog", { name: "Compare “First” with…" });
  await dialog.getByRole("link").first().waitFor();
  // Neither itself, nor its copy without a result, nor one of another workflow.
  expect(await dialog.getByRole("link").count()).toBe(1);
  expect(await pageFaults(page)).toEqual([]);
  await picture("compare-with");
  await dialog.getByRole("searchbox").fill("nothing like it");
  await dialog.getByText("No matching projects").waitFor();
  await dialog.getByRole("searchbox").fill("seco");
  await dialog.getByRole("link", { name: /^Second/ }).click();
  await page.waitForURL(new RegExp(`left=${first}&right=${second}`));
  await page.getByRole("link", { name: "Swap sides" }).click();
  await page.waitForURL(new RegExp(`left=${second}&right=${first}`));

  const compare = async (left: string, right: string) => page.goto(`/projects/compare?left=${left}&right=${right}`);
  await compare(first, other);
  await page.getByRole("heading", { name: "These projects belong to different workflows" }).waitFor();
  expect(await pageFaults(page)).toEqual([]);
  await picture("compare-different");
  await compare(copy.id, first);
  await page.getByRole("heading", { name: "No result to compare yet" }).waitFor();
  for (const gone of [newId(), "nonsense", ""]) {
    await compare(first, gone);
    await page.getByRole("heading", { name: "Project not found" }).waitFor();
  }
  const stranger = await open();
  await stranger.page.goto(`/projects/compare?left=${first}&right=${second}`);
  await stranger.page.getByRole("heading", { name: "Project not found" }).waitFor();
});

test.each<Look>([
  { width: 1350, scheme: "light", locale: "en-GB" },
  { width: 375, scheme: "dark", locale: "de-DE" },
])("Revisions are compared as changes, side by side and alone ($width px, $scheme, $locale)", async (look) => {
  const { page, complaints, run, picture } = await open(look);
  const isGerman = look.locale === "de-DE";
  const say = (english: string, german: string): string => (isGerman ? german : english);
  const id = await run({ requirementTitle: "Fleet returns" });
  await run(
    {
      requirementTitle: "Fleet returns in winter",
      constraints: say("Every page answers within one second.", "Jede Seite antwortet in einer Sekunde."),
    },
    id,
  );
  await page.goto(`${list}/${id}`);
  await page.getByRole("button", { name: say("Revisions", "Revisionen") }).click();
  await page.locator("article ins").first().waitFor();
  const panel = page.getByRole("complementary", { name: say("Revisions", "Revisionen") });
  await panel.getByText(isGerman ? /^\d+ hinzugefügt, \d+ entfernt$/ : /^\d+ added, \d+ removed$/).waitFor();
  await panel
    .getByText(
      say("Creates revision 3. Free, nothing is lost.", "Erstellt Revision 3. Kostenlos, nichts geht verloren."),
    )
    .waitFor();
  await page
    .getByText(isGerman ? /unveränderte Absätze/ : /unchanged paragraphs/)
    .first()
    .waitFor();
  expect(await pageFaults(page)).toEqual([]);
  await picture("revisions");
  await picture("revisions-whole", true);
  if (look.width !== 375) {
    await page.getByRole("radio", { name: say("Side by side", "Nebeneinander") }).click();
    await picture("revisions-side");
  }
  await page.getByRole("radio", { name: say("Only revision 2", "Nur Revision 2") }).click();
  await expect.poll(() => page.locator("article :is(ins, del)").count()).toBe(0);
  await picture("revisions-only");
  expect(complaints).toEqual([]);
});

test.each<Look>([
  { width: 1350, scheme: "light", locale: "en-GB" },
  { width: 375, scheme: "dark", locale: "de-DE" },
])("The dashboard leads to the first gap of a result ($width px, $scheme, $locale)", async (look) => {
  const { page, complaints, run, send, picture } = await open(look);
  const isGerman = look.locale === "de-DE";
  const id = await run({ requirementTitle: "Fleet returns" });
  const applied = await run({ requirementTitle: "Applied" });
  await send("PATCH", "/api/projects/workflow", { id: applied, state: 75 });
  await page.goto("/dashboard");
  const words = isGerman ? /^\d+ Lücken füllen: / : /^Fill \d+ gaps: /;
  const links = page.locator("main").getByRole("link", { name: words });
  await expect.poll(() => links.count()).toBe(2);
  expect(await pageFaults(page)).toEqual([]);
  await picture("dashboard");
  await links.first().click();
  await page.waitForURL((url) => url.pathname.endsWith(id) && url.searchParams.get("gap") === "first");
  await page.locator("article").waitFor();
  expect(complaints).toEqual([]);
});
