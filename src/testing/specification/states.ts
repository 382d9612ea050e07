import assert from "node:assert/strict";
import type { ListState } from "#src/kit/listStore.ts";
import { newId } from "#src/kit/ids.ts";
import { stateGroupOf, stateAt } from "#src/features/workflows/rules.ts";
import type { Answer, Person } from "#src/testing/visitor.ts";
import { type Fact, inBrowser, onServer, section, type ServerWorld } from "./fact.ts";

const fact = section(4);

type Store = Parameters<Parameters<ServerWorld["inStore"]>[1]>[0];
type Item = { id: string };

/** One of the five lists with what a row needs to try it. */
interface List {
  name: "userProjects" | "calendarEntries" | "leads" | "scheduledOutcomes" | "leadsOutreachInsights";
  /** Actions of its store. */
  load: () => Promise<{
    fetch: (store: Store) => Promise<unknown>;
    create?: (store: Store, person: Person) => Promise<Item>;
    update?: (store: Store, id: string) => Promise<Item>;
    remove?: (store: Store, id: string, person: Person) => Promise<unknown>;
    reset: () => { type: string };
  }>;
  /** Makes one more record of the person's by a call, and gives its id. */
  add: (person: Person, world: ServerWorld) => Promise<string>;
  /** Where a created record goes; undefined where the browser creates none. */
  to?: "front" | "end";
}

const ok = (answer: Answer): Answer["body"] => {
  assert.ok(answer.status < 300, `${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const entry = {
  type: "2010",
  title: "VAT return",
  start: "2026-11-27T09:00:00.000Z",
  end: "2026-11-27T10:00:00.000Z",
};
const outcome = {
  workflow: "socialPostWriterWorkflow",
  kind: "post",
  title: "Five bolts",
  plannedAt: "2026-11-24T08:00:00.000Z",
};
const range = { from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z" };
const addLead = async (person: Person): Promise<string> =>
  ok(await person.send("POST", "/api/leads", { enData: { leads: [{ name: "Grünfracht eG" }] } })).leads[0].id;

const lists: List[] = [
  {
    name: "userProjects",
    async load() {
      const { userProjects } = await import("#src/features/projects/web/store.ts");
      return {
        fetch: (store) => store.dispatch(userProjects.fetch({})).unwrap(),
        update: (store, id) => store.dispatch(userProjects.update({ id, name: "Renamed" })).unwrap(),
        remove: (store, id, { userId }) => store.dispatch(userProjects.remove({ userId, projectId: id })).unwrap(),
        reset: userProjects.reset,
      };
    },
    add: async (person, world) => (await world.projectOf(person)).projectId,
  },
  {
    name: "calendarEntries",
    async load() {
      const { calendarEntries } = await import("#src/features/calendar/web/store.ts");
      return {
        fetch: (store) => store.dispatch(calendarEntries.fetch(range)).unwrap(),
        create: (store) => store.dispatch(calendarEntries.create({ enData: entry })).unwrap(),
        update: (store, id) => store.dispatch(calendarEntries.update({ id, title: "Later" })).unwrap(),
        remove: (store, id, { userId }) => store.dispatch(calendarEntries.remove({ userId, entryId: id })).unwrap(),
        reset: calendarEntries.reset,
      };
    },
    add: async (person) => ok(await person.send("POST", "/api/calendar/entry", { enData: entry })).entry.id,
    to: "end",
  },
  {
    name: "leads",
    async load() {
      const { leads } = await import("#src/features/leads/web/store.ts");
      return {
        fetch: (store) => store.dispatch(leads.fetch({})).unwrap(),
        update: (store, id) => store.dispatch(leads.update({ id, fields: { stage: "meeting" } })).unwrap(),
        remove: (store, id) => store.dispatch(leads.remove({ id })).unwrap(),
        reset: leads.reset,
      };
    },
    add: addLead,
  },
  {
    name: "scheduledOutcomes",
    async load() {
      const { scheduledOutcomes } = await import("#src/features/outcomes/web/store.ts");
      return {
        fetch: (store) => store.dispatch(scheduledOutcomes.fetch({})).unwrap(),
        create: (store) => store.dispatch(scheduledOutcomes.create(outcome)).unwrap(),
        update: (store, id) => store.dispatch(scheduledOutcomes.update({ id, updates: { title: "Later" } })).unwrap(),
        remove: (store, id) => store.dispatch(scheduledOutcomes.remove({ id })).unwrap(),
        reset: scheduledOutcomes.reset,
      };
    },
    add: async (person) =>
      ok(await person.send("POST", "/api/workflows/scheduled/outcome", { enData: outcome })).outcome.id,
    to: "front",
  },
  {
    name: "leadsOutreachInsights",
    async load() {
      const { leadsOutreachInsights } = await import("#src/features/insights/web/store.ts");
      return {
        fetch: (store) => store.dispatch(leadsOutreachInsights.fetch({})).unwrap(),
        create: async (store, person) =>
          store.dispatch(leadsOutreachInsights.create({ leadId: await addLead(person), subject: "Hello" })).unwrap(),
        update: (store, id) =>
          store.dispatch(leadsOutreachInsights.update({ id, fields: { subject: "Later" } })).unwrap(),
        reset: leadsOutreachInsights.reset,
      };
    },
    add: async (person) =>
      ok(
        await person.send("POST", "/api/leads/outreach/insights", {
          enData: { insights: [{ leadId: await addLead(person) }] },
        }),
      ).insight.id,
    to: "front",
  },
];

const idle = { items: undefined, loading: false, loaded: false };
const shown = ({ items, loading, loaded }: ListState<Item>): object => ({ items, loading, loaded });

function listFacts({ name, load, add, to }: List): Fact[] {
  const stateOf = (store: Store): ListState<Item> => store.getState()[name];
  return [
    fact(
      `${name} starts undefined, not loading and not loaded, then loads, then is loaded`,
      onServer("the store before, during and after a fetch from the server", async (world) => {
        const { fetch } = await load();
        await world.inStore(world.mara, async (store) => {
          assert.deepEqual(shown(stateOf(store)), idle);
          const pending = fetch(store);
          assert.equal(stateOf(store).loading, true);
          await pending;
          const { items, loading, loaded } = stateOf(store);
          assert.deepEqual([Array.isArray(items), loading, loaded], [true, false, true]);
        });
      }),
    ),
    fact(
      `A failed fetch of ${name} sets loading and loaded to false`,
      onServer("the store after a refusal of the server, first of all and after a list that came", async (world) => {
        const { fetch, reset } = await load();
        await world.inStore(null, async (store, become) => {
          await assert.rejects(fetch(store));
          assert.deepEqual([stateOf(store).loading, stateOf(store).loaded], [false, false]);
          store.dispatch(reset());
          become(world.mara);
          await fetch(store);
          assert.equal(stateOf(store).loaded, true);
          become(null);
          await assert.rejects(fetch(store));
          const { loading, loaded } = stateOf(store);
          assert.deepEqual([loading, loaded], [false, false]);
        });
      }),
    ),
    ...(to
      ? [
          fact(
            to === "end"
              ? `Creating one of ${name} appends it to the list`
              : `Creating one of ${name} puts it at the front`,
            onServer("the place of the created record among others", async (world) => {
              const { fetch, create } = await load();
              await add(world.mara, world);
              await add(world.mara, world);
              await world.inStore(world.mara, async (store) => {
                await fetch(store);
                const made = await create?.(store, world.mara);
                const { items = [] } = stateOf(store);
                assert.ok(items.length > 2);
                assert.equal((to === "end" ? items.at(-1) : items[0])?.id, made?.id);
              });
            }),
          ),
        ]
      : []),
    fact(
      `An update of ${name} replaces the item that has the same id`,
      onServer("the list holds what the server answered, at the same place", async (world) => {
        const { fetch, update } = await load();
        const id = await add(world.mara, world);
        await world.inStore(world.mara, async (store) => {
          await fetch(store);
          const before = (stateOf(store).items ?? []).map((one) => one.id);
          const after = await update?.(store, id);
          assert.deepEqual(
            (stateOf(store).items ?? []).map((one) => one.id),
            before,
          );
          assert.deepEqual(
            stateOf(store).items?.find((one) => one.id === id),
            after,
          );
        });
      }),
    ),
    ...(name === "leadsOutreachInsights"
      ? []
      : [
          fact(
            `A delete from ${name} removes the item by id`,
            onServer("the list and the server are without it", async (world) => {
              const { fetch, remove } = await load();
              const person = name === "userProjects" ? await world.product.signUp("Lena Hoff") : world.mara;
              const id = await add(person, world);
              await world.inStore(person, async (store) => {
                await fetch(store);
                await remove?.(store, id, person);
                assert.equal(
                  stateOf(store).items?.some((one) => one.id === id),
                  false,
                );
                await fetch(store);
                assert.equal(
                  stateOf(store).items?.some((one) => one.id === id),
                  false,
                );
              });
            }),
          ),
        ]),
    fact(
      `A reset returns ${name} to its initial state`,
      onServer("the store after reset", async (world) => {
        const { fetch, reset } = await load();
        await world.inStore(world.mara, async (store) => {
          await fetch(store);
          store.dispatch(reset());
          assert.deepEqual(shown(stateOf(store)), idle);
        });
      }),
    ),
  ];
}

const groups: [number, number, ReturnType<typeof stateGroupOf>, string][] = [
  [1, 1, "new", "1 is grey, new"],
  [2, 49, "progress", "2 to 49 is blue, in progress"],
  [50, 99, "ready", "50 to 99 is orange"],
  [100, 100, "done", "100 is green, done"],
  [500, 500, "other", "500 is dark grey, other or special"],
];

/** Hues in degrees that a person calls by that name; grey has no hue worth the name. */
const hues: Record<string, [number, number]> = { progress: [195, 260], ready: [10, 45], done: [90, 165] };

const stateFacts = groups.map(([first, last, group, says]) =>
  fact(
    `Project state ${says}`,
    inBrowser("the words for each number, and the hue of the dot", async ({ page }) => {
      for (let state = first; state <= last; state += 1) assert.equal(stateGroupOf(state), group);
      await page.goto("/dashboard");
      await page.locator("aside.side").waitFor();
      const { hue, saturation } = await page.evaluate((name) => {
        const probe = document.createElement("span");
        probe.style.color = `var(--dot-${name})`;
        document.body.append(probe);
        const [r = 0, g = 0, b = 0] = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(Number);
        probe.remove();
        const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
        const range = most - least || 1;
        const turn = most === r ? ((g - b) / range + 6) % 6 : most === g ? (b - r) / range + 2 : (r - g) / range + 4;
        return { hue: turn * 60, saturation: most === 0 ? 0 : (most - least) / most };
      }, group);
      const wanted = hues[group];
      if (wanted) assert.ok(hue >= wanted[0] && hue <= wanted[1], `${group} has hue ${hue}`);
      else assert.ok(saturation < 0.25, `${group} has saturation ${saturation}`);
    }),
  ),
);

const levels: [string, number][] = [
  ["justRegistered", 1],
  ["starter", 100],
  ["visionary", 200],
  ["individual", 300],
  ["enterprise", 999],
];

/** Section 4: states and transitions. */
export const transitionFacts: Fact[] = [
  ...lists.flatMap(listFacts),
  ...stateFacts,
  fact(
    "A run takes its project through 2 to 49",
    onServer("the state for each share of the way", () => {
      for (let share = 0; share <= 1; share += 0.01) assert.equal(stateGroupOf(stateAt(share)), "progress");
    }),
  ),
  ...levels.map(([name, level]) =>
    fact(
      `Plan level ${name} is ${level}`,
      onServer("the number of the tier", async () => {
        const { licenseRanks } = await import("#src/features/account/rules.ts");
        assert.equal(new Map<string, number>(Object.entries(licenseRanks)).get(name), level);
      }),
    ),
  ),
  fact(
    "Settings: pending sets loading, success sets loaded",
    onServer("the store before, during and after a fetch", async (world) => {
      const { settings } = await import("#src/features/settings/web/store.ts");
      await world.inStore(world.mara, async (store) => {
        const pending = store.dispatch(settings.fetch());
        assert.equal(store.getState().settings.loading, true);
        await pending.unwrap();
        assert.deepEqual([store.getState().settings.loading, store.getState().settings.loaded], [false, true]);
      });
    }),
  ),
  fact(
    "Settings: failure stores the error and sets loaded to false",
    onServer("the store after a refusal of the server", async (world) => {
      const { settings } = await import("#src/features/settings/web/store.ts");
      await world.inStore(null, async (store) => {
        await assert.rejects(store.dispatch(settings.fetch()).unwrap());
        const { error, loaded } = store.getState().settings;
        assert.deepEqual([error?.message, loaded], ["Failed to fetch settings", false]);
      });
    }),
  ),
  fact(
    "Onboarding starts as notFinished",
    onServer("settings of a new person", async ({ product }) => {
      const person = await product.signUp("Nele Kurz");
      assert.equal((await person.send("GET", "/api/user/settings")).body.onboardingState, "notFinished");
    }),
  ),
  fact(
    "Session loading: a skeleton is shown",
    inBrowser("the page while the session's answer is held back", async ({ visitor }) => {
      const page = await visitor();
      let release: () => void = () => undefined;
      const held = new Promise<void>((done) => (release = done));
      await page.route("**/api/auth/session", async (route) => {
        await held;
        await route.continue();
      });
      await page.goto("/dashboard", { waitUntil: "commit" });
      await page.locator(".skeleton, .skel, [aria-busy=true]").first().waitFor();
      release();
      await page.waitForURL(/signin/);
    }),
  ),
  ...["/dashboard", "/calendar", "/leads", "/settings", "/settings/coins", "/workflows/book/writing"].map((path) =>
    fact(
      `Session unauthenticated: ${path} redirects to sign-in`,
      inBrowser("address of a visitor afterwards, with the way back", async ({ visitor }) => {
        const page = await visitor();
        await page.goto(path);
        await page.waitForURL((url) => url.pathname === "/pioneers/signin");
        const query = new URL(page.url()).searchParams;
        assert.equal(query.get("error"), "SessionRequired");
        assert.equal(new URL(query.get("callbackUrl") ?? "", page.url()).pathname, path);
      }),
    ),
  ),
  fact(
    "Session authenticated: the shell with the sidebar is shown, and the user record is fetched",
    inBrowser("the request and the person's name in the sidebar", async ({ page }) => {
      const asked = page.waitForRequest((request) => new URL(request.url()).pathname === "/api/user");
      await page.goto("/dashboard");
      await asked;
      await page.locator(".side .who b").waitFor();
    }),
  ),
  fact(
    "The cookie banner shows while trackingConsent holds nothing, and stores granted",
    inBrowser("local storage before and after accepting", async ({ visitor }) => {
      const page = await visitor();
      await page.goto("/pioneers/signin");
      const banner = page.getByRole("region", { name: /cookie/i });
      await banner.waitFor();
      await banner.getByRole("button", { name: /accept|allow/i }).click();
      await banner.waitFor({ state: "detached" });
      assert.equal(await page.evaluate(() => localStorage.getItem("trackingConsent")), "granted");
      await page.reload();
      await page.getByRole("heading").first().waitFor();
      assert.equal(await banner.count(), 0);
    }),
  ),
  fact(
    "Declining stores denied",
    inBrowser("local storage after declining", async ({ visitor }) => {
      const page = await visitor();
      await page.goto("/pioneers/signin");
      const banner = page.getByRole("region", { name: /cookie/i });
      await banner.getByRole("button", { name: /decline/i }).click();
      await banner.waitFor({ state: "detached" });
      assert.equal(await page.evaluate(() => localStorage.getItem("trackingConsent")), "denied");
    }),
  ),
  fact(
    "Granted initialises analytics; events are sent only when the stored value equals granted",
    onServer("what is asked for and sent under each stored value, and after a withdrawal", async () => {
      const { openAnalytics } = await import("#src/features/consent/web/analytics.ts");
      const { asConsent } = await import("#src/features/consent/rules.ts");
      let stored: string | null = null;
      const seen: string[] = [];
      const analytics = openAnalytics({
        consent: () => asConsent(stored),
        loadTarget: async () => {
          seen.push("initialised");
          return { kind: "plausible", url: "https://stats.example.com", site: "pioneer.example" };
        },
        send: () => void seen.push("sent"),
        newVisit: () => "visit",
        origin: "https://pioneer.example",
      });
      for (const other of [null, "denied", "GRANTED", "true"]) {
        stored = other;
        await analytics.event("pageview", "/dashboard");
      }
      assert.deepEqual(seen, []);
      stored = "granted";
      await analytics.event("pageview", "/dashboard");
      assert.deepEqual(seen, ["initialised", "sent"]);
      stored = "denied";
      await analytics.event("pageview", "/dashboard");
      assert.deepEqual(seen, ["initialised", "sent"]);
    }),
  ),
  fact(
    "When appLanguage differs from the current language, the application switches to it with the route's locale",
    inBrowser("language and address after the settings changed", async ({ page, call }) => {
      await call("POST", "/api/user/settings", { application: { appLanguage: "de" } });
      await page.goto("/dashboard");
      await page.waitForURL((url) => url.pathname === "/de/dashboard");
      assert.equal(await page.evaluate(() => document.documentElement.lang), "de");
      await call("POST", "/api/user/settings", { application: { appLanguage: "en" } });
      await page.goto("/de/dashboard");
      await page.waitForURL((url) => url.pathname === "/dashboard");
      assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
    }),
  ),
  fact(
    "The support popup is open by default",
    inBrowser("the first page of a new person", async ({ page }) => {
      await page.goto("/dashboard");
      await page.getByRole("dialog", { name: /support/i }).waitFor();
    }),
  ),
  fact(
    "Logout records the date, signs out, then goes to /pioneers/signin",
    inBrowser("order of the requests, and the date in the first", async ({ visitor }) => {
      const page = await visitor();
      await page.goto("/pioneers/signin");
      const { register } = await import("#src/testing/browser.ts");
      await register(page, "Ole Brandt");
      const asked: string[] = [];
      const dates: string[] = [];
      page.on("request", (request) => {
        const { pathname } = new URL(request.url());
        if (/init-logout|signout/.test(pathname)) asked.push(pathname);
        if (/init-logout/.test(pathname))
          dates.push(String(new Map(Object.entries(request.postDataJSON())).get("dateLastLogout")));
      });
      await page.locator(".side .who").click();
      await page.getByRole("menuitem", { name: "Logout" }).click();
      await page.waitForURL((url) => url.pathname === "/pioneers/signin");
      assert.deepEqual(asked, ["/api/auth/init-logout", "/api/auth/signout"]);
      assert.equal(dates.length, 1);
      assert.ok(Math.abs(Date.parse(dates[0] ?? "") - Date.now()) < 3_600_000, dates.join());
    }),
  ),
  fact(
    "While a supportive-intelligence run is running, isRunning is true",
    onServer("the store between the start and the end of a run", async (world) => {
      const { runStarted, runEnded } = await import("#src/features/workflows/web/activity.ts");
      await world.inStore(world.mara, async (store) => {
        const id = newId();
        assert.equal(store.getState().supportiveIntelligence.isRunning, false);
        store.dispatch(runStarted(id));
        assert.equal(store.getState().supportiveIntelligence.isRunning, true);
        store.dispatch(runEnded(id));
        assert.equal(store.getState().supportiveIntelligence.isRunning, false);
      });
    }),
  ),
];
