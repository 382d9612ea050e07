import assert from "node:assert/strict";
import { lowBalance, maxSuggestions, suggestionsFor, lowBalanceThreshold } from "#src/features/coins/rules.ts";
import { contentTypesOf, isPlatform } from "#src/features/outcomes/rules.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { type BrowserWorld, type Fact, inBrowser, onServer, section } from "./fact.ts";

const fact = section(9);

/** The price table, in its order. */
const prices: [string, number][] = [
  ["leadsListProvider", 2500],
  ["leadsOutreachAssistant", 2500],
  ["audioTranscriber", 300],
  ["contentPlanner", 300],
  ["fundingApplicant", 300],
  ["businessPlanner", 300],
  ["productPlanner", 300],
  ["marketAnalyser", 250],
  ["targetGroupsAnalyser", 250],
  ["companionsAnalyser", 250],
  ["customerJourneyPlanner", 200],
  ["whitepaperPlanner", 200],
  ["tenderPlanner", 100],
  ["tenderApplicant", 100],
  ["bookWriting", 100],
  ["appointmentPlanner", 50],
  ["socialPostWriter", 30],
  ["blogArticleWriter", 30],
  ["userStoryWriter", 20],
  ["videoScriptWriter", 10],
];

const platformTypes: [string, number[]][] = [
  ["Facebook", [1, 2, 3]],
  ["Instagram", [20, 2, 1, 30]],
  ["X (Twitter)", [3, 1, 2]],
  ["TikTok", [41, 42]],
  ["YouTube", [40, 50, 3]],
  ["LinkedIn", [1, 100, 3, 2]],
  ["Reddit", [3, 1, 10]],
  ["Threads", [3, 1]],
  ["Bluesky", [3, 1]],
];

const deviceWidths = [640, 750, 828, 1080, 1200, 1920, 2048, 3840];
const imageSizes = [16, 32, 48, 64, 96, 128, 256, 384];

/** Pages with buttons of every kind. */
const buttonPages = ["/settings#account", "/leads", "/workflows/book/writing", "/pioneer/workflow/projects"];

async function openWithButtons(page: BrowserWorld["page"], path: string): Promise<void> {
  await page.goto(path);
  await page.locator("main .btn:visible").first().waitFor();
}

const isClose = (got: number | undefined, wanted: number): void =>
  assert.ok(got !== undefined && Math.abs(got - wanted) <= 0.5, `${got} is not ${wanted}`);

/** Section 9: business constants and limits. */
export const constantFacts: Fact[] = [
  ...prices.map(([key, coins]) =>
    fact(
      `${key} costs ${coins} coins`,
      onServer("the catalogue's row, and the price of a run where there is one", async ({ mara }) => {
        const { workflows } = (await mara.send("GET", "/api/workflows")).body;
        const row = workflows.find((one: { key: string }) => one.key === key);
        assert.equal(row.coins, coins);
        if (!row.isProductionReady) return;
        const path = `/api/workflows/${key}Workflow`;
        const formValues = (await mara.send("GET", path)).body.example;
        assert.equal((await mara.send("POST", `${path}/quote`, { formValues })).body.coins, coins);
      }),
    ),
  ),
  fact(
    "The coin balance has a red border at 80 or below",
    inBrowser("colour of the border with 81 and with 80 coins", async ({ page }) => {
      const borderWith = async (credits: number): Promise<string> => {
        await page.route("**/api/coins", (route) => route.fulfill({ json: { balance: credits, held: 0, credits } }));
        await page.route("**/api/dashboard*", async (route) => {
          const answer = await route.fetch();
          const body: Record<string, unknown> = await answer.json();
          await route.fulfill({ json: { ...body, coins: { balance: credits, held: 0, credits } } });
        });
        await page.goto("/dashboard");
        const balance = page.locator("header.top a.balance");
        // The figure alone: 80 is in 480 too.
        await balance.getByText(new RegExp(`^${credits} coins`)).waitFor({ state: "attached" });
        const border = await balance.evaluate((element) => getComputedStyle(element).borderTopColor);
        await page.unrouteAll({ behavior: "wait" });
        return border;
      };
      const plain = await borderWith(81);
      const danger = await page.evaluate(() => {
        const probe = document.createElement("i");
        probe.style.color = "var(--danger)";
        document.body.append(probe);
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
      });
      assert.notEqual(plain, danger);
      assert.equal(await borderWith(80), danger);
      assert.equal(lowBalance, 80);
    }),
  ),
  fact(
    "The suggestions list up to 5 random live workflows whose price is not above the balance",
    onServer("many draws at many balances; two draws differ", () => {
      const all = cards.map((card) => ({ ...card, isProductionReady: card.key !== "videoScriptWriter" }));
      let seed = 7;
      const chance = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
      const seen = new Set<string>();
      for (let credits = 0; credits <= 3000; credits += 10) {
        const drawn = suggestionsFor(all, credits, chance);
        assert.ok(drawn.length <= 5);
        assert.equal(new Set(drawn).size, drawn.length);
        for (const { coins, isProductionReady } of drawn) assert.ok(coins <= credits && isProductionReady);
        seen.add(drawn.map(({ key }) => key).join());
      }
      assert.ok(seen.size > 50);
      assert.equal(maxSuggestions, 5);
    }),
  ),
  fact(
    "Suggestions appear only when credits are 50 or more",
    onServer("49 and 50 coins", () => {
      assert.equal(suggestionsFor(cards, 49, Math.random).length, 0);
      assert.ok(suggestionsFor(cards, 50, Math.random).length > 0);
      assert.equal(lowBalanceThreshold, 50);
    }),
  ),
  ...platformTypes.map(([platform, types]) =>
    fact(
      `${platform} takes the content types ${types.join(", ")}`,
      onServer("the table of platforms; each type of any platform is taken or refused", async ({ mara }) => {
        assert.ok(isPlatform(platform));
        assert.deepEqual(contentTypesOf[platform], types);
        const base = {
          workflow: "socialPostWriterWorkflow",
          kind: "post",
          title: "Row",
          plannedAt: "2026-01-05T08:00:00Z",
        };
        for (const contentType of new Set(platformTypes.flatMap(([, all]) => all))) {
          const enData = { ...base, platform, contentType };
          const { status } = await mara.send("POST", "/api/workflows/scheduled/outcome", { enData });
          assert.equal(status, types.includes(contentType) ? 201 : 400, `${contentType}`);
        }
      }),
    ),
  ),
  fact(
    "Under 768 px is mobile, 900 to 1440 px on touch devices is tablet, otherwise desktop",
    onServer("every width from 300 to 2000, with and without touch", async () => {
      const { deviceClassOf } = await import("#src/ui/deviceClass.ts");
      for (let width = 300; width <= 2000; width += 1) {
        for (const touch of [true, false]) {
          const wanted = width < 768 ? "mobile" : touch && width >= 900 && width <= 1440 ? "tablet" : "desktop";
          assert.equal(deviceClassOf(width, touch), wanted, `${width} ${touch}`);
        }
      }
    }),
  ),
  fact(
    "The sidebar is 20 rem wide in the shell, its component 16 rem by default",
    inBrowser("measured in the shell, and by itself in the sampler", async ({ page }) => {
      await page.goto("/dashboard");
      isClose((await page.locator("aside.side").boundingBox())?.width, 320);
      await page.goto("/_kitchen");
      isClose((await page.locator("[data-test=side]").boundingBox())?.width, 256);
    }),
  ),
  fact(
    "The icon-only sidebar is 3 rem wide",
    inBrowser("measured width after folding", async ({ page }) => {
      await page.goto("/dashboard");
      await page.locator("aside.side").waitFor();
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("Control+b");
      await page.waitForFunction(() => document.querySelector("aside.side")?.getBoundingClientRect().width === 48);
      await page.keyboard.press("Control+b");
    }),
  ),
  fact(
    "On mobile the sidebar is 18 rem wide",
    inBrowser(
      "measured width of the overlay",
      async ({ page }) => {
        await page.goto("/dashboard");
        await page.locator("header.top").getByRole("button").first().click();
        isClose((await page.locator("aside.side").boundingBox())?.width, 288);
        await page.keyboard.press("Escape");
      },
      375,
    ),
  ),
  fact(
    "The sidebar cookie lasts 604800 seconds",
    onServer("name and life of the cookie that folding writes", async () => {
      const { sidebarCookie } = await import("#src/app/sidebarState.ts");
      assert.deepEqual([sidebarCookie.name, sidebarCookie.maxAge], ["sidebar:state", 604_800]);
    }),
  ),
  fact(
    "The mobile breakpoint is 768 px",
    inBrowser("an overlay at 767 px, a sidebar at 768 px", async ({ page }) => {
      await page.goto("/dashboard");
      const sidebar = page.locator("aside.side");
      await page.setViewportSize({ width: 768, height: 850 });
      await sidebar.waitFor();
      await page.setViewportSize({ width: 767, height: 850 });
      await sidebar.waitFor({ state: "detached" });
      await page.setViewportSize({ width: 1350, height: 850 });
    }),
  ),
  fact(
    "Tooltips open after 700 ms, at once inside the sidebar, and skip the delay for 300 ms",
    inBrowser(
      "a tooltip of the folded sidebar, at once; a control of the page, on a stopped clock; the skip by its name",
      async ({ page }) => {
        const { tooltip } = await import("#src/ui/measures.ts");
        assert.equal(tooltip.skipDelay, 300);
        await page.goto("/dashboard");
        await page.locator("aside.side").waitFor();
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.keyboard.press("Control+b");
        // The narrow sidebar's tooltips come with it; each of its controls says so once they are there.
        const link = page.locator('aside.side a[href="/calendar"]');
        await link.and(page.locator("[data-state=closed]")).waitFor();
        await link.hover();
        await page.getByRole("tooltip").first().waitFor({ state: "attached" });
        await page.mouse.move(900, 600);
        await page.keyboard.press("Control+b");
        await page.goto("/_kitchen");
        const control = page.locator('[data-test="tip"]');
        await control.waitFor();
        await page.clock.install();
        await page.clock.pauseAt(Date.now() + 1000);
        await control.hover();
        await page.clock.runFor(650);
        assert.equal(await page.getByRole("tooltip").count(), 0);
        await page.clock.runFor(100);
        await page.getByRole("tooltip").first().waitFor({ state: "attached" });
      },
    ),
  ),
  fact(
    "The shared button is 40 px high when normal and 30 px when small, at most 250 px wide",
    inBrowser("buttons of four pages, but for those made to fill their place or a bar", async ({ page }) => {
      const sizes: { height: number; width: number; small: boolean }[] = [];
      for (const path of buttonPages) {
        await openWithButtons(page, path);
        sizes.push(
          ...(await page.locator("main .btn:visible:not(.btn-full, .btn-bar)").evaluateAll((buttons) =>
            buttons.map((button) => {
              const { height, width } = button.getBoundingClientRect();
              return { height: Math.round(height), width, small: button.classList.contains("btn-small") };
            }),
          )),
        );
      }
      assert.ok(sizes.some(({ small }) => small) && sizes.some(({ small }) => !small));
      for (const { height, width, small } of sizes) {
        assert.equal(height, small ? 30 : 40);
        assert.ok(width <= 250);
      }
    }),
  ),
  fact(
    "On mobile the button is 35 px high",
    inBrowser(
      "buttons of four pages on a phone, but for those of a bar",
      async ({ page }) => {
        const heights: number[] = [];
        for (const path of buttonPages) {
          await openWithButtons(page, path);
          heights.push(
            ...(await page
              .locator("main .btn:visible:not(.btn-bar)")
              .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().height)))),
          );
        }
        assert.ok(heights.length > 3);
        assert.deepEqual([...new Set(heights)], [35]);
      },
      375,
    ),
  ),
  fact(
    "A toast goes after 5000 ms; the swipe threshold is 50",
    inBrowser("the clock just before and just after", async ({ page }) => {
      const { toastTimes } = await import("#src/ui/measures.ts");
      assert.equal(toastTimes.swipeThreshold, 50);
      await page.clock.install();
      await page.goto("/_kitchen");
      const button = page.getByRole("button", { name: /toast/i }).first();
      const toast = page.locator(".toast");
      // The first one brings the code of toasts; once it is here, time stands still, a minute later.
      await button.click();
      await toast.waitFor();
      await page.clock.pauseAt(Date.now() + 60_000);
      await toast.waitFor({ state: "detached" });
      await button.click();
      await toast.waitFor();
      await page.clock.runFor(4900);
      assert.equal(await toast.count(), 1);
      // Its time may begin a moment after it is seen: two steps more, and the page is let go on by itself.
      await page.clock.runFor(200);
      await page.clock.runFor(200);
      await toast.waitFor({ state: "detached" });
    }),
  ),
  fact(
    "At most one toast shows at once",
    inBrowser("two toasts, one after the other", async ({ page }) => {
      await page.goto("/_kitchen");
      const button = page.getByRole("button", { name: /toast/i }).first();
      await button.click();
      await button.click();
      await page.locator(".toast").first().waitFor();
      assert.equal(await page.locator(".toast").count(), 1);
    }),
  ),
  fact(
    "The scroll area hides its bar after 600 ms",
    inBrowser("the bar of the sidebar's projects after the last scroll, on a stopped clock", async (world) => {
      const { page, product } = world;
      const { pool } = product.database;
      await pool.query(
        `insert into project (id, user_id, name, workflow, state, form_values, created_at, updated_at)
         select gen_random_uuid(), (select user_id from project limit 1), 'To scroll', 'userStoryWriterWorkflow', 1, '{}',
           now(), now() from generate_series(1, 12)`,
      );
      await page.clock.install();
      await page.goto("/dashboard");
      const area = page.locator("aside.side .SidebarProjects_side-projects");
      await area.locator(".scroll-view").waitFor();
      await page.getByRole("heading", { level: 1 }).waitFor();
      await pool.query(`delete from project where name = 'To scroll'`);
      const bar = area.locator(".scroll-bar");
      await bar.waitFor({ state: "detached" });
      await page.clock.pauseAt(Date.now() + 60_000);
      await area.locator(".scroll-view").evaluate((view) => view.scrollBy(0, 40));
      await bar.waitFor();
      // The scrolling is over 100 ms after its last step; the bar hides 600 ms later.
      await page.clock.runFor(100);
      await page.clock.runFor(550);
      assert.equal(await bar.count(), 1);
      await page.clock.runFor(150);
      await bar.waitFor({ state: "detached" });
    }),
  ),
  fact(
    "The date of a project is written dd.MM.yyyy HH:mm",
    onServer("an instant in the zones of two people", async () => {
      const { formatDateTime } = await import("#src/ui/format.ts");
      // Date and time are kept on one line by a space that does not break.
      const written = (at: string, zone: string): string => formatDateTime(at, zone).replace("\u00a0", " ");
      assert.equal(written("2026-11-24T17:05:00Z", "Europe/Berlin"), "24.11.2026 18:05");
      assert.equal(written("2026-06-01T00:30:00Z", "America/New_York"), "31.05.2026 20:30");
    }),
  ),
  fact(
    "The calendar week helper starts on Monday and builds the requested number of weeks, each with a number and seven days",
    onServer("three weeks over the turn of a year", async () => {
      const { weeksFrom } = await import("#src/features/calendar/web/weeks.ts");
      const weeks = weeksFrom("2026-12-24", 3);
      assert.deepEqual(
        weeks.map(({ number }) => number),
        [52, 53, 1],
      );
      assert.deepEqual(weeks[1]?.days, [
        "2026-12-28",
        "2026-12-29",
        "2026-12-30",
        "2026-12-31",
        "2027-01-01",
        "2027-01-02",
        "2027-01-03",
      ]);
    }),
  ),
  fact(
    "The current-time helper gives an ISO timestamp in the zone Europe/Berlin",
    onServer("an instant in summer and one in winter, with no zone named", async () => {
      const { isoInZone } = await import("#src/kit/time/zoned.ts");
      assert.equal(isoInZone(new Date("2026-07-01T10:00:00Z")), "2026-07-01T12:00:00.000+02:00");
      assert.equal(isoInZone(new Date("2026-12-01T10:00:00Z")), "2026-12-01T11:00:00.000+01:00");
    }),
  ),
  fact(
    "The default locale is en, with the common namespace",
    inBrowser("language and address of a page for a browser that speaks neither", async ({ visitor }) => {
      const page = await visitor();
      await page.goto("/pioneers/signin");
      await page.getByRole("heading").first().waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
      assert.equal(new URL(page.url()).pathname, "/pioneers/signin");
    }),
  ),
  fact(
    "The copyright year is 2025",
    inBrowser("first year in the footer", async ({ page }) => {
      await page.goto("/dashboard");
      await page.locator("footer", { hasText: "© 2025" }).waitFor();
    }),
  ),
  ...[...deviceWidths, ...imageSizes].map((width) =>
    fact(
      `${deviceWidths.includes(width) ? "Device width" : "Image size"} ${width} is one of the widths of images`,
      onServer("the server's WebP of that width; one pixel more is refused", async ({ nobody }) => {
        const { imageWidths } = await import("#src/features/images/rules.ts");
        assert.ok(imageWidths.some((one) => one === width));
        const answer = await nobody("GET", `/images/mark?w=${width}`);
        assert.deepEqual([answer.status, answer.headers.get("content-type")], [200, "image/webp"]);
        assert.equal((await nobody("GET", `/images/mark?w=${width + 1}`)).status, 400);
      }),
    ),
  ),
];
