import assert from "node:assert/strict";
import type { ListState } from "#src/ui/data/listStore.ts";
import { newId } from "#src/kit/ids.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { stateGroupOf } from "#src/features/projects/rules.ts";
import { type Answer, type Person, readEvents } from "#src/testing/visitor.ts";
import { type Fact, inBrowser, onServer, section, type ServerWorld } from "./fact.ts";
import { holdRuns } from "./holdRuns.ts";

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
      ? [
          fact(
            "A delete from leadsOutreachInsights removes the item by id: an insight goes with its lead, section 7 has no call of its own",
            onServer("the list before and after its lead was deleted", async ({ mara, inStore }) => {
              const { fetch } = await load();
              const leadId = await addLead(mara);
              const enData = { insights: [{ leadId }] };
              const { id } = ok(await mara.send("POST", "/api/leads/outreach/insights", { enData })).insight;
              await inStore(mara, async (store) => {
                const has = async (): Promise<boolean> => {
                  await fetch(store);
                  return stateOf(store).items?.some((one) => one.id === id) === true;
                };
                assert.equal(await has(), true);
                ok(await mara.send("DELETE", "/api/leads", { enData: { id: leadId } }));
                assert.equal(await has(), false);
              });
            }),
          ),
        ]
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
    inBrowser("the group of each number, and the hue of the dot beside such a project", async ({ page, product }) => {
      for (let state = first; state <= last; state += 1) assert.equal(stateGroupOf(state), group);
      await product.database.pool.query(
        `insert into project (id, user_id, name, workflow, state, form_values, created_at, updated_at)
         select gen_random_uuid(), user_id, $1, 'userStoryWriterWorkflow', $2, '{}', now(), now() from project limit 1`,
        [`Of state ${first}`, Math.floor((first + last) / 2)],
      );
      await page.goto("/dashboard");
      const dot = page.locator("aside.side a", { hasText: `Of state ${first}` }).locator("svg.dot");
      await dot.waitFor();
      const { hue, saturation } = await dot.evaluate((drawing) => {
        const { fill, stroke } = getComputedStyle(drawing.firstElementChild ?? drawing);
        const color = fill === "none" ? stroke : fill;
        const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
        const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
        const range = most - least || 1;
        const turn = most === r ? ((g - b) / range + 6) % 6 : most === g ? (b - r) / range + 2 : (r - g) / range + 4;
        return { hue: turn * 60, saturation: most === 0 ? 0 : (most - least) / most };
      });
      await product.database.pool.query(`delete from project where name = $1`, [`Of state ${first}`]);
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

/** Every page of section 2 that needs a session. */
const protectedPaths = [
  "/_app",
  "/dashboard",
  "/calendar",
  "/leads",
  "/settings",
  "/settings/coins",
  "/community/pioneers/invites",
  "/pioneer/workflow/projects/01a1fd92-0000-7000-8000-000000000001",
  ...cards.map(({ path }) => path).filter((path) => path !== ""),
];

/** Section 4: states and transitions. */
export const transitionFacts: Fact[] = [
  ...lists.flatMap(listFacts),
  ...stateFacts,
  fact(
    "A run takes its project through 2 to 49",
    onServer("every state that a project had while its run was on, in order", async ({ product }) => {
      const person = await product.signUp("Rolf Lauf");
      const { pool } = product.database;
      await pool.query(
        `create table seen_state (at bigint generated always as identity, project_id uuid, state int);
         create function see_state() returns trigger language plpgsql as
           'begin insert into seen_state (project_id, state) values (new.id, new.state); return new; end';
         create trigger see_state after insert or update on project for each row execute function see_state()`,
      );
      const path = "/api/workflows/userStoryWriterWorkflow";
      const formValues = ok(await person.send("GET", path)).example;
      const key = { "idempotency-key": newId() };
      const { run } = ok(await person.send("POST", `${path}/runs`, { enData: { formValues } }, key));
      await readEvents(person, run.id);
      const { rows } = await pool.query(`select state from seen_state where project_id = $1 order by at`, [
        run.projectId,
      ]);
      await pool.query(`drop trigger see_state on project; drop function see_state; drop table seen_state`);
      const seen = rows.map((row: { state: number }) => row.state);
      const before = seen.slice(0, seen.indexOf(50));
      assert.equal(before[0], 2);
      assert.ok(before.every((state, at) => stateGroupOf(state) === "progress" && state >= (before[at - 1] ?? 2)));
      assert.equal(seen.at(-1), 50);
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
  fact(
    "Session unauthenticated: every protected page redirects to sign-in",
    inBrowser(`the address of a visitor at each of the ${protectedPaths.length}, with the way back`, async (world) => {
      const page = await world.visitor();
      for (const path of protectedPaths) {
        await page.goto(path, { waitUntil: "commit" });
        await page.waitForURL((url) => url.pathname === "/pioneers/signin", { waitUntil: "commit" });
        const query = new URL(page.url()).searchParams;
        assert.equal(query.get("error"), "SessionRequired", path);
        // The address of the shell has been left for its first page by then.
        const back = path === "/_app" ? "/dashboard" : path;
        assert.equal(new URL(query.get("callbackUrl") ?? "", page.url()).pathname, back);
      }
    }),
  ),
  fact(
    "Session authenticated: the shell with the sidebar is shown, and the user record is fetched",
    inBrowser("the request and the person's name in the sidebar", async ({ page }) => {
      const asked = page.waitForRequest((request) => new URL(request.url()).pathname === "/api/user");
      await page.goto("/dashboard");
      await asked;
      await page.locator(".side .SidebarProfile_who b").waitFor();
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
      const { parseConsent } = await import("#src/features/consent/rules.ts");
      let stored: string | null = null;
      const seen: string[] = [];
      const analytics = openAnalytics({
        consent: () => parseConsent(stored),
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
      await page.locator(".side .SidebarProfile_who").click();
      await page.getByRole("menuitem", { name: "Logout" }).click();
      await page.waitForURL((url) => url.pathname === "/pioneers/signin");
      assert.deepEqual(asked, ["/api/auth/init-logout", "/api/auth/signout"]);
      assert.equal(dates.length, 1);
      assert.ok(Math.abs(Date.parse(dates[0] ?? "") - Date.now()) < 3_600_000, dates.join());
    }),
  ),
  fact(
    "While a supportive-intelligence run is running, isRunning is true",
    onServer("the store before a run, while the server has it in work, and after its end", async (world) => {
      const { openRunsQuery } = await import("#src/features/runs/web/openRuns.ts");
      const { queryClient } = await import("#src/ui/data/queryClient.ts");
      const person = await world.product.signUp("Ines Gang");
      const path = "/api/workflows/userStoryWriterWorkflow";
      const formValues = ok(await person.send("GET", path)).example;
      await world.inStore(person, async (store) => {
        const isRunning = async (): Promise<boolean> => {
          await queryClient.fetchQuery({ ...openRunsQuery(store.dispatch), staleTime: 0 });
          return store.getState().supportiveIntelligence.isRunning;
        };
        assert.equal(await isRunning(), false);
        const release = await holdRuns(world.product);
        const key = { "idempotency-key": newId() };
        const { run } = ok(await person.send("POST", `${path}/runs`, { enData: { formValues } }, key));
        try {
          assert.equal(await isRunning(), true);
        } finally {
          await release();
        }
        await readEvents(person, run.id);
        assert.equal(await isRunning(), false);
      });
    }),
  ),
  fact(
    "When a session exists, the person's scheduled outcomes are fetched",
    onServer("the store after its first fetch for a person", async (world) => {
      const { followOwn } = await import("#src/app/store.ts");
      const id = ok(await world.mara.send("POST", "/api/workflows/scheduled/outcome", { enData: outcome })).outcome.id;
      await world.inStore(world.mara, async (store) => {
        const stop = followOwn(store.dispatch);
        await new Promise<void>((done) => {
          const look = (): void => (store.getState().scheduledOutcomes.loaded ? done() : undefined);
          store.subscribe(look);
          look();
        });
        stop();
        assert.ok(store.getState().scheduledOutcomes.items?.some((one) => one.id === id));
      });
    }),
  ),
];
