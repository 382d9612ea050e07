import assert from "node:assert/strict";
import { newId } from "#src/kit/ids.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { type Fact, inBrowser, onServer, section } from "./fact.ts";
import { holdRuns } from "./holdRuns.ts";
import { holds, joinBy } from "./invited.ts";
import type { Person } from "#src/testing/visitor.ts";

const fact = section(2);

/** Route and words of the page's first heading; null where only the page itself is asked for. */
const protectedRoutes: [string, string, RegExp | null][] = [
  ["/dashboard", "dashboard", null],
  ["/calendar", "calendar of entries", null],
  ["/leads", "leads list", /leads/i],
  ["/settings", "user settings", /settings/i],
  ["/settings/coins", "manage subscription and buy coins", /coins/i],
  ["/community/pioneers/invites", "increase coins via reselling invitations", /invit/i],
];

/** Section 2's list; each with what a person sees who opens it. */
const workflowRoutes: [string, string, boolean][] = [
  ["/workflows/entrepreneurship/funding/applicant", "fundingApplicant", true],
  ["/workflows/entrepreneurship/business/planner", "businessPlanner", true],
  ["/workflows/transcribe/audio", "audioTranscriber", true],
  ["/workflows/general/appointment/planner", "appointmentPlanner", true],
  ["/workflows/general/market/analyser", "marketAnalyser", true],
  ["/workflows/general/companions/analyser", "companionsAnalyser", true],
  ["/workflows/general/target/groups/analyser", "targetGroupsAnalyser", true],
  ["/workflows/purchasing/tender/planner", "tenderPlanner", true],
  ["/workflows/sales/leads/list/provider", "leadsListProvider", true],
  ["/workflows/sales/tender/applicant", "tenderApplicant", true],
  ["/workflows/marketing/blog/article/writer", "blogArticleWriter", true],
  ["/workflows/marketing/social/media/post/writer", "socialPostWriter", true],
  ["/workflows/marketing/content/planner", "contentPlanner", true],
  ["/workflows/marketing/whitepaper/planner", "whitepaperPlanner", true],
  ["/workflows/marketing/video/script/writer", "videoScriptWriter", false],
  ["/workflows/product/management/user/story/writer", "userStoryWriter", true],
  ["/workflows/product/planner", "productPlanner", true],
  ["/workflows/product/management/customer/journey/planner", "customerJourneyPlanner", false],
  ["/workflows/book/writing", "bookWriting", true],
];

/** Workflows whose file is written. */
const written = new Set(cards.filter(({ isProductionReady }) => isProductionReady).map(({ key }) => key));

const routeFacts = workflowRoutes.flatMap(([path, key, live]) => [
  fact(
    `${path} is the page of ${key}`,
    inBrowser(
      `its heading, its price and ${written.has(key) ? "its form" : "that it is not live yet"}`,
      async (world) => {
        const { page } = world;
        const card = cards.find((one) => one.key === key);
        assert.equal(card?.path, path);
        await page.goto(path);
        await page.getByRole("heading", { level: 1, name: new RegExp(card?.label ?? "?", "i") }).waitFor();
        await page
          .locator("main")
          .getByText(new RegExp(`\\b${card?.coins.toLocaleString("en-GB")}\\b`))
          .first()
          .waitFor();
        assert.equal(await page.locator("main form").count(), written.has(key) ? 1 : 0);
        if (!written.has(key)) await page.locator("main .alert").first().waitFor();
      },
    ),
  ),
  live
    ? fact(
        `${key} is live and can be started`,
        onServer("its example gets a price", async ({ mara }) => {
          const { example } = (await mara.send("GET", `/api/workflows/${key}Workflow`)).body;
          const quote = await mara.send("POST", `/api/workflows/${key}Workflow/quote`, { formValues: example });
          assert.equal(quote.status, 200, JSON.stringify(quote.body));
        }),
        written.has(key) ? undefined : "catalogue",
      )
    : fact(
        `${key} is not live`,
        onServer("the catalogue says so, and no price and no run is given", async ({ mara }) => {
          const { workflows } = (await mara.send("GET", "/api/workflows")).body;
          assert.equal(workflows.find((row: { key: string }) => row.key === key).isProductionReady, false);
          const path = `/api/workflows/${key}Workflow`;
          const quote = await mara.send("POST", `${path}/quote`, { formValues: {} });
          const run = await mara.send(
            "POST",
            `${path}/runs`,
            { enData: { formValues: {} } },
            { "idempotency-key": `not-live-${key}` },
          );
          assert.deepEqual([quote.body.code, run.body.code], ["workflow.notLive", "workflow.notLive"]);
        }),
      ),
]);

async function openAssistants(page: Parameters<typeof sidebarOf>[0]): Promise<void> {
  await page.goto("/dashboard");
  await sidebarOf(page).getByRole("button", { name: "Your Daily Assistants" }).click();
}

/** Words that the sidebar shows under "Your Daily Assistants", in its order. */
const groups: [string, string[]][] = [
  ["Entrepreneurship", []],
  ["Work Life", ["General", "Purchasing", "Sales", "Marketing", "Product management", "Product development"]],
  ["Private Life", ["Hobbies"]],
];

const upcoming: [string, RegExp][] = [
  ["Life goal planner", /202[56]/],
  ["Decision analyser", /202[56]/],
  ["Educational planner", /202[56]/],
  ["Career path planner", /202[56]/],
];

const sidebarOf = (page: Parameters<Parameters<typeof inBrowser>[1]>[0]["page"]) => page.locator("aside.side");

/** Section 2: screens and routes. */
export const routeAndShellFacts: Fact[] = [
  fact(
    "/pioneers/signin is the sign-in page",
    inBrowser("fields for e-mail and password, for a visitor", async ({ visitor }) => {
      const page = await visitor();
      await page.goto("/pioneers/signin");
      await page.locator("input[type=email]").first().waitFor();
      await page.locator("input[type=password]").first().waitFor();
    }),
  ),
  fact(
    "/_app is the application shell page",
    inBrowser("leads into the shell", async ({ page }) => {
      await page.goto("/_app");
      await page.waitForURL((url) => url.pathname === "/dashboard");
      await sidebarOf(page).waitFor();
    }),
  ),
  ...protectedRoutes.map(([path, words, heading]) =>
    fact(
      `${path}: ${words}`,
      inBrowser("the page with its heading, inside of the shell", async ({ page }) => {
        await page.goto(path);
        await page.getByRole("heading", { level: 1, ...(heading ? { name: heading } : {}) }).waitFor();
        await sidebarOf(page).waitFor();
        assert.equal(new URL(page.url()).pathname, path);
      }),
    ),
  ),
  fact(
    "/community/pioneers/invites sends invitations and shows rewards",
    onServer("a friend who came by the link and ran: the list, and the coins of both", async (world) => {
      const { product } = world;
      const [inviter, path] = [await product.signUp("Ida Brandt"), "/api/community/invites"];
      const { overview } = (await inviter.send("GET", path)).body;
      const friend = await joinBy(String(overview.link).split("/").at(-1) ?? "", product);
      await world.projectOf(friend);
      await holds(async () => (await inviter.send("GET", path)).body.invites[0]?.state === "rewarded");
      const credits = async (person: Person) => (await person.send("GET", "/api/coins")).body.credits;
      assert.deepEqual([await credits(inviter), await credits(friend)], [600, 580]);
    }),
  ),
  fact(
    "/settings/coins sells coins",
    onServer("a checkout answers an address", async ({ mara }) => {
      const { status, body } = await mara.send("POST", "/api/payments/checkout", { item: "coins-500" });
      assert.deepEqual([status, new URL(body.url).pathname], [200, "/settings/coins/checkout"]);
    }),
  ),
  fact(
    "/pioneer/workflow/projects/{id} is the project detail",
    inBrowser("title and document of a finished project", async ({ page, call }) => {
      const { body } = await call("GET", "/api/projects/workflow?state=ready&limit=1");
      const [project] = (body as { projects: { id: string; fields: { formValues: Record<string, unknown> } }[] })
        .projects;
      assert.ok(project);
      await page.goto(`/pioneer/workflow/projects/${project.id}`);
      const title = String(project.fields.formValues["requirementTitle"]);
      await page.locator("article h1", { hasText: title }).waitFor();
      assert.ok((await page.locator("article h2").count()) > 1);
    }),
  ),
  ...routeFacts,
  fact(
    "leadsOutreachAssistant has a price and no route of its own",
    onServer("its example gets a price", async ({ mara }) => {
      const { example } = (await mara.send("GET", "/api/workflows/leadsOutreachAssistantWorkflow")).body;
      const path = "/api/workflows/leadsOutreachAssistantWorkflow/quote";
      assert.equal((await mara.send("POST", path, { formValues: example })).status, 200);
    }),
  ),
  ...["/api/auth/signin", "/api/auth/error"].map((path) =>
    fact(
      `GET ${path} exists`,
      onServer("leads to the sign-in page", async ({ nobody }) => {
        const answer = await nobody("GET", path);
        assert.equal(answer.status, 302);
        assert.match(answer.headers.get("location") ?? "", /\/pioneers\/signin/);
      }),
    ),
  ),
  ...["/api/auth/signout", "/api/auth/callback/credentials"].map((path) =>
    fact(
      `POST ${path} exists`,
      onServer("asks for its csrfToken", async ({ nobody }) => {
        assert.equal((await nobody("POST", path, new URLSearchParams({ json: "true" }))).status, 403);
      }),
    ),
  ),
  ...(
    [
      ["dashboard", "/dashboard"],
      ["calendar", "/calendar"],
      ["leads", "/leads"],
    ] as const
  ).map(([name, path]) =>
    fact(
      `Sidebar link: ${name}`,
      inBrowser("a link of the navigation that opens the page", async ({ page }) => {
        await page.goto("/settings");
        await sidebarOf(page).locator(`nav a[href="${path}"]`).click();
        await page.waitForURL((url) => url.pathname === path);
      }),
    ),
  ),
  fact(
    'Sidebar: a collapsible "Flow Favorites" list shows production-ready favourites only',
    inBrowser("one live and one unwritten favourite; folded and unfolded", async ({ page, call, product }) => {
      await call("POST", "/api/user/settings", { favoriteWorkflows: ["userStoryWriterWorkflow"] });
      // Older settings may name what is not live any more.
      await product.database.pool.query(
        `update settings set data = jsonb_set(data, '{favoriteWorkflows}', '["userStoryWriterWorkflow","videoScriptWriterWorkflow"]')`,
      );
      await page.goto("/dashboard");
      const head = sidebarOf(page).getByRole("button", { name: "Flow Favorites" });
      await head.waitFor();
      const link = sidebarOf(page).locator('a[href="/workflows/product/management/user/story/writer"]').first();
      if ((await head.getAttribute("aria-expanded")) === "false") await head.click();
      await link.waitFor();
      const section = sidebarOf(page)
        .locator("section")
        .filter({ has: page.getByRole("button", { name: "Flow Favorites" }) });
      assert.equal(await section.getByRole("link").count(), 1);
      await head.click();
      assert.equal(await head.getAttribute("aria-expanded"), "false");
      assert.equal(await section.getByRole("link").count(), 0);
      await head.click();
    }),
  ),
  fact(
    'Sidebar: "Your Projects" has a count, and a tip while there are none',
    inBrowser("a new person's tip, then the count", async ({ page, visitor, call }) => {
      const fresh = await visitor();
      const { register } = await import("#src/testing/browser.ts");
      await register(fresh, "Kai Neu");
      await sidebarOf(fresh).locator(".SidebarProjects_side-tip").first().waitFor();
      const { body } = await call("GET", "/api/projects/workflow");
      const { projects } = body as { projects: object[] };
      await page.goto("/dashboard");
      const section = sidebarOf(page).locator("section", { has: page.locator("#side-projects") });
      await section.getByRole("link").first().waitFor();
      assert.match(
        (await section.locator(".SidebarLink_side-count").first().textContent()) ?? "",
        new RegExp(`^${projects.length}`),
      );
    }),
  ),
  fact(
    "Sidebar: the projects' area has a fixed height from 5 projects on",
    inBrowser("height with four, five and eight projects, and that the eight scroll", async ({ page, product }) => {
      const { pool } = product.database;
      const { rows } = await pool.query(`select user_id from project where deleted_at is null limit 1`);
      const owner: unknown = rows[0]?.user_id;
      const own = await pool.query(`select 1 from project where deleted_at is null and user_id = $1`, [owner]);
      let count = own.rowCount ?? 0;
      const area = sidebarOf(page).locator(".SidebarProjects_side-projects");
      const showWith = async (wanted: number): Promise<number> => {
        for (; count < wanted; count += 1)
          await pool.query(
            `insert into project (id, user_id, name, workflow, state, form_values, created_at, updated_at)
             select gen_random_uuid(), $1, 'Row', 'userStoryWriterWorkflow', 1, '{}', now(), now() - $2 * interval '1 hour'`,
            [owner, count % 2 === 0 ? count : -count],
          );
        await page.goto("/dashboard");
        const section = sidebarOf(page).locator("section", { has: page.locator("#side-projects") });
        await section
          .locator('a[href^="/pioneer/workflow/projects/"]')
          .nth(wanted - 1)
          .waitFor();
        if (wanted < 5) return (await area.count()) === 0 ? 0 : -1;
        // The area's code comes after the first paint and takes the place of a plain one.
        await area.locator(".scroll-view").waitFor();
        return (await area.boundingBox())?.height ?? 0;
      };
      assert.equal(await showWith(4), 0);
      const fixed = await showWith(5);
      assert.ok(fixed > 100);
      assert.equal(await showWith(8), fixed);
      const hidden = await area.evaluate((element) =>
        Math.max(...[element, ...element.querySelectorAll("*")].map((part) => part.scrollHeight - part.clientHeight)),
      );
      await pool.query(`delete from project where name = 'Row'`);
      assert.ok(hidden > 20, `${hidden} px are out of sight`);
    }),
  ),
  fact(
    'Sidebar: "Your Projects" stands newest updated first',
    inBrowser("projects that were changed before and after they were made", async ({ page, call, product }) => {
      await product.database.pool.query(
        `insert into project (id, user_id, name, workflow, state, form_values, created_at, updated_at)
         select gen_random_uuid(), (select user_id from project limit 1), 'In order', 'userStoryWriterWorkflow', 1, '{}',
           now(), now() + (n % 3 - 1) * n * interval '1 hour' from generate_series(1, 4) as n`,
      );
      const { body } = await call("GET", "/api/projects/workflow");
      const { projects } = body as { projects: { id: string; dateUpdated: string }[] };
      await page.goto("/dashboard");
      const links = sidebarOf(page).locator('section a[href^="/pioneer/workflow/projects/"]');
      await links.nth(projects.length - 1).waitFor();
      await product.database.pool.query(`delete from project where name = 'In order'`);
      assert.deepEqual(
        await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")?.split("/").at(-1))),
        projects.toSorted((a, b) => b.dateUpdated.localeCompare(a.dateUpdated)).map(({ id }) => id),
      );
    }),
  ),
  ...groups.map(([group, subgroups]) =>
    fact(
      `Sidebar: "Your Daily Assistants" has ${group}${subgroups.length > 0 ? ` with ${subgroups.join(", ")}` : ""}`,
      inBrowser("the group and its subgroups, opened", async ({ page }) => {
        await openAssistants(page);
        const head = sidebarOf(page).getByRole("button", { name: new RegExp(`^${group}`, "i") });
        await head.waitFor();
        if ((await head.getAttribute("aria-expanded")) === "false") await head.click();
        for (const name of subgroups)
          await sidebarOf(page)
            .getByText(new RegExp(`^${name}`, "i"))
            .first()
            .waitFor();
      }),
    ),
  ),
  fact(
    'Sidebar: product development is marked "coming soon"',
    inBrowser("the words at the end of its line", async ({ page }) => {
      await openAssistants(page);
      const head = sidebarOf(page).getByRole("button", { name: /^Work Life/i });
      if ((await head.getAttribute("aria-expanded")) === "false") await head.click();
      await sidebarOf(page)
        .locator("li", { hasText: /product development/i })
        .getByText(/coming soon/i)
        .last()
        .waitFor();
    }),
  ),
  ...upcoming.map(([name, when]) =>
    fact(
      `Sidebar: ${name.toLowerCase()} is an upcoming item, marked 2025 / 2026`,
      inBrowser("name and year under Private Life", async ({ page }) => {
        await openAssistants(page);
        const head = sidebarOf(page).getByRole("button", { name: /^Private Life/i });
        if ((await head.getAttribute("aria-expanded")) === "false") await head.click();
        const line = sidebarOf(page)
          .locator("li", { hasText: new RegExp(name, "i") })
          .last();
        await line.waitFor();
        assert.match((await line.textContent()) ?? "", when);
      }),
    ),
  ),
  fact(
    "Profile menu: Settings, reselling invites, manage subscription, Logout",
    inBrowser("items of the open menu", async ({ page }) => {
      await page.goto("/dashboard");
      await sidebarOf(page).locator(".SidebarProfile_who").click();
      const items = page.getByRole("menu").locator("[role^=menuitem]");
      await items.first().waitFor();
      const words = (await items.allTextContents()).join("|");
      for (const item of [/settings/i, /invit/i, /subscription/i, /logout/i]) assert.match(words, item);
      await page.keyboard.press("Escape");
    }),
  ),
  fact(
    "Upgrade shows while the owned license is below Visionary",
    inBrowser("the button of starter, and none of visionary", async ({ page, product }) => {
      const upgrade = sidebarOf(page).getByRole("link", { name: /upgrade/i });
      await page.goto("/dashboard");
      await upgrade.waitFor();
      await product.database.pool.query(`update "user" set owned_license = 'visionary'`);
      await page.goto("/dashboard");
      await sidebarOf(page).locator(".SidebarProfile_who b").waitFor();
      assert.equal(await upgrade.count(), 0);
      await product.database.pool.query(`update "user" set owned_license = 'justRegistered'`);
    }),
  ),
  fact(
    "Ctrl or Cmd plus b folds the sidebar; the state is kept in the cookie sidebar:state for 7 days",
    inBrowser("widths before and after, and the cookie's end", async ({ page }) => {
      await page.goto("/dashboard");
      await sidebarOf(page).waitFor();
      await page.getByRole("heading", { level: 1 }).waitFor();
      const width = async (): Promise<number> => Math.round((await sidebarOf(page).boundingBox())?.width ?? 0);
      assert.equal(await width(), 320);
      await page.keyboard.press("Control+b");
      await page.waitForFunction(() => (document.querySelector("aside.side")?.getBoundingClientRect().width ?? 0) < 60);
      assert.equal(await width(), 48);
      await page.waitForFunction(() => document.cookie.includes("sidebar:state="));
      const cookie = (await page.context().cookies()).find(({ name }) => name === "sidebar:state");
      const days = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
      assert.ok(days > 6.99 && days <= 7, `${days} days`);
      await page.reload();
      await sidebarOf(page).waitFor();
      await page.getByRole("heading", { level: 1 }).waitFor();
      assert.equal(await width(), 48);
      await page.keyboard.press("Meta+b");
      await page.waitForFunction(
        () => (document.querySelector("aside.side")?.getBoundingClientRect().width ?? 0) > 300,
      );
    }),
  ),
  fact(
    "Below 768 px the sidebar becomes an overlay",
    inBrowser(
      "closed at first, opened over the page, 18 rem wide",
      async ({ page }) => {
        await page.goto("/dashboard");
        assert.equal(await sidebarOf(page).count(), 0);
        await page.locator("header.top").getByRole("button").first().click();
        const box = await sidebarOf(page).boundingBox();
        assert.equal(Math.round(box?.width ?? 0), 288);
        await page.keyboard.press("Escape");
      },
      375,
    ),
  ),
  fact(
    "Top bar: the coin balance, which links to /settings/coins",
    inBrowser("the figure and its address", async ({ page }) => {
      await page.goto("/dashboard");
      const balance = page.locator("header.top a.balance");
      assert.match((await balance.textContent()) ?? "", /\d/);
      assert.equal(await balance.getAttribute("href"), "/settings/coins");
    }),
  ),
  fact(
    "Top bar: a popup suggests up to 5 live workflows the person can afford",
    inBrowser("names and prices in the popup", async ({ page, call }) => {
      await page.goto("/dashboard");
      await page.locator("header.top a.balance").hover();
      const popup = page.locator(".BalancePopup_balance-popup");
      await popup.first().waitFor();
      const { body } = await call("GET", "/api/coins");
      const { credits } = body as { credits: number };
      const offers = await popup.first().locator(".BalancePopup_balance-offer").allTextContents();
      const prices = offers.map((words) => Number(/([\d,]+)$/.exec(words.trim())?.[1]?.replace(",", "")));
      assert.ok(prices.length >= 1 && prices.length <= 5, prices.join());
      for (const price of prices) assert.ok(price <= credits);
    }),
  ),
  fact(
    "The support button is fixed on screen and opens a popup with three tabs: call us, mail us, wish form",
    inBrowser("place of the button, the tabs, and the team's number on the first", async ({ page }) => {
      await page.goto("/dashboard");
      const popup = page.getByRole("dialog", { name: /support/i });
      const button = page.getByRole("button", { name: /support/i }).first();
      await button.waitFor();
      if (!(await popup.isVisible())) await button.click();
      assert.equal(await popup.getByRole("tab").count(), 3);
      await popup.getByRole("tab").first().click();
      await popup.locator("a[href='tel:+493415550120']").waitFor();
      const top = () => button.evaluate((element) => element.getBoundingClientRect().top);
      const before = await top();
      const scrolled = await page.evaluate(() => {
        const main = document.querySelector("main");
        if (main) main.style.minHeight = "300vh";
        scrollTo({ top: 400, behavior: "instant" });
        return scrollY;
      });
      assert.equal(scrolled, 400);
      assert.equal(await top(), before);
    }),
  ),
  fact(
    "The footer has terms and privacy links",
    inBrowser("both links and both pages", async ({ page }) => {
      for (const path of ["/terms", "/privacy"]) {
        await page.goto("/dashboard");
        await page.locator("footer").locator(`a[href="${path}"]`).click();
        await page.waitForURL((url) => url.pathname === path);
        await page.getByRole("heading", { level: 1 }).waitFor();
      }
    }),
  ),
  fact(
    "A full-screen animated border shows while a run is in progress",
    inBrowser("the frame before, during and after a run: its size and its animations", async (world) => {
      const { page, product } = world;
      const frame = page.locator(".busy-border");
      await page.emulateMedia({ reducedMotion: "no-preference" });
      await page.goto("/dashboard");
      await page.getByRole("heading", { level: 1 }).waitFor();
      assert.equal(await frame.count(), 0);
      const release = await holdRuns(product);
      try {
        const path = "/api/workflows/userStoryWriterWorkflow";
        const { example } = await (await page.request.get(path)).json();
        const started = await page.request.post(`${path}/runs`, {
          data: { enData: { formValues: example } },
          headers: { origin: world.url, "idempotency-key": newId() },
        });
        assert.equal(started.status(), 202);
        await page.goto("/dashboard");
        await frame.waitFor();
        const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
        assert.deepEqual(await frame.boundingBox(), { x: 0, y: 0, width, height });
        assert.ok(await frame.evaluate((box) => box.getAnimations({ subtree: true }).length > 0));
      } finally {
        await release();
      }
      await frame.waitFor({ state: "detached" });
    }),
  ),
];
