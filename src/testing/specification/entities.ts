import assert from "node:assert/strict";
import { newId } from "#src/kit/ids.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { calendarFamilies, calendarTypes } from "#src/features/calendar/rules.ts";
import { contentTypes } from "#src/features/outcomes/rules.ts";
import type { Answer, Person } from "#src/testing/visitor.ts";
import { type Fact, inBrowser, onServer, section } from "./fact.ts";

const fact = section(3);

const defaults: [string, unknown][] = [
  ["onboardingState", "notFinished"],
  ["application.appLanguage", "en"],
  ["application.defaultGoalLanguage", "en"],
  ["application.defaultWritingStyles", [11, 21, 24]],
  ["application.defaultSocialMediaPlatforms", ["LinkedIn", "Reddit", "X (Twitter)"]],
  ["favoriteWorkflows", []],
  ["additionalInfo.defaultCompanyInformation", ""],
  ["additionalInfo.defaultCompanyWebsite", ""],
  ["additionalInfo.defaultProductsPitch", ""],
  ["additionalInfo.defaultProductWebsite", ""],
  ["workflowSettings", []],
];

const at = (value: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((part, key) => new Map(Object.entries(part ?? {})).get(key), value);

const defaultFacts = defaults.map(([path, wanted]) =>
  fact(
    `Settings have ${path}, at first ${JSON.stringify(wanted)}`,
    onServer("settings of a new person", async ({ jonas }) => {
      assert.deepEqual(at((await jonas.send("GET", "/api/user/settings")).body, path), wanted);
    }),
  ),
);

/** A value other than the default for each field, to be stored and read back. */
const stored: [string, unknown][] = [
  ["onboardingState", "finished"],
  ["application", { appLanguage: "de" }],
  ["application", { defaultGoalLanguage: "fr" }],
  ["application", { defaultWritingStyles: [12] }],
  ["application", { defaultSocialMediaPlatforms: ["Bluesky"] }],
  ["favoriteWorkflows", ["contentPlannerWorkflow"]],
  ["additionalInfo", { defaultCompanyInformation: "Cargo bikes" }],
  ["additionalInfo", { defaultCompanyWebsite: "https://example.com/" }],
  ["additionalInfo", { defaultProductsPitch: "Rides all winter" }],
  ["additionalInfo", { defaultProductWebsite: "https://example.com/bikes" }],
  ["calendarSettings", { timeZone: "Europe/Lisbon" }],
  ["calendarSettings", { workingHours: { from: "08:00", to: "16:00" } }],
  ["calendarSettings", { firstView: "week" }],
  ["calendarSettings", { reminders: [30] }],
  ["workflowSettings", [{ workflow: "contentPlannerWorkflow", values: { goalLanguage: "de" } }]],
];

/** What a person has chosen before: no field has its default, and none the value that a row stores. */
const others = {
  application: {
    appLanguage: "en",
    defaultGoalLanguage: "es",
    defaultWritingStyles: [13],
    defaultSocialMediaPlatforms: ["Threads"],
  },
  additionalInfo: {
    defaultCompanyInformation: "Repairs",
    defaultCompanyWebsite: "https://example.org/",
    defaultProductsPitch: "Within a day",
    defaultProductWebsite: "https://example.org/repairs",
  },
  calendarSettings: {
    timeZone: "Asia/Tokyo",
    workingHours: { from: "07:00", to: "15:00" },
    firstView: "agenda",
    reminders: [60],
  },
};

const storeFacts = stored.map(([group, value]) => {
  const isGroup = typeof value === "object" && !Array.isArray(value);
  const name = isGroup ? `${group}.${Object.keys(value ?? {}).join()}` : group;
  return fact(
    `Settings keep ${name}`,
    onServer("written, then read by a second request; the other fields stay", async ({ product }) => {
      const person = await product.signUp("Ria Sommer");
      assert.equal((await person.send("POST", "/api/user/settings", others)).status, 200);
      const before = (await person.send("GET", "/api/user/settings")).body;
      const answer = await person.send("POST", "/api/user/settings", { [group]: value });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      const after = (await person.send("GET", "/api/user/settings")).body;
      const wanted = { ...before, [group]: isGroup ? { ...before[group], ...value } : value };
      assert.deepEqual({ ...after, dateUpdated: null }, { ...wanted, dateUpdated: null });
      assert.equal(typeof after.dateUpdated, "string");
    }),
  );
});

const families: [string, string][] = [
  ["1000", "1090"],
  ["2000", "2090"],
  ["3000", "3090"],
  ["4000", "4080"],
  ["5000", "5070"],
  ["6000", "6070"],
  ["7000", "7040"],
  ["8000", "8040"],
];

const familyFacts = families.map(([first, last]) =>
  fact(
    `Calendar types go from ${first} to ${last} in steps of 10`,
    onServer("the codes of the family; its last one is taken, and the one after is not", async ({ mara }) => {
      const wanted: string[] = [];
      for (let code = Number(first); code <= Number(last); code += 10) wanted.push(String(code));
      assert.deepEqual(
        calendarTypes.filter((code) => code.startsWith(first.slice(0, 1))),
        wanted,
      );
      const day = { title: "Row", start: "2026-01-05T08:00:00Z", end: "2026-01-05T09:00:00Z" };
      const made = await mara.send("POST", "/api/calendar/entry", { enData: { ...day, type: last } });
      assert.equal(made.status, 201);
      const after = String(Number(last) + 10);
      const refused = await mara.send("POST", "/api/calendar/entry", { enData: { ...day, type: after } });
      assert.equal(refused.status, 400, `${after} was taken`);
    }),
  ),
);

const contentNames: [number, string][] = [
  [1, "Image post"],
  [2, "Video post"],
  [3, "Textual post"],
  [10, "Link post"],
  [20, "Reels"],
  [30, "Story"],
  [40, "Short"],
  [41, "Fifteen-second video"],
  [42, "Sixty-second video"],
  [50, "Video"],
  [100, "Article"],
];

const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");
/** Words that mean the same: 15 for fifteen, text for textual, reel for reels. */
const sameWord = (text: string): string =>
  letters(text).replace("15", "fifteen").replace("60", "sixty").replace("textual", "text").replace(/s$/, "");

const contentFacts = contentNames.map(([code, name]) =>
  fact(
    `Content type ${code} is ${name.toLowerCase()}, with a label key in the namespace of content types`,
    onServer("the code and its label in both languages", async () => {
      assert.ok(contentTypes.some((one) => one === code));
      const { default: en } = await import("#src/ui/i18n/en/workflows.json", { with: { type: "json" } });
      const { default: de } = await import("#src/ui/i18n/de/workflows.json", { with: { type: "json" } });
      assert.ok(
        sameWord(String(at(en, `contentTypes.${code}`))).includes(sameWord(name)),
        String(at(en, `contentTypes.${code}`)),
      );
      assert.ok(String(at(de, `contentTypes.${code}`) ?? "").length > 2);
    }),
  ),
);

/** Records of which section 3 names little. */
const made: [string, string[], (person: Person) => Promise<unknown>][] = [
  ["Calendar entry", ["id", "type"], async (person) => (await post(person, "/api/calendar/entry", entry)).entry],
  ["Lead", ["id"], async (person) => (await post(person, "/api/leads", { leads: [{ name: "Kiezrad" }] })).leads[0]],
  [
    "Scheduled outcome, made from enData,",
    ["id"],
    async (person) => (await post(person, "/api/workflows/scheduled/outcome", outcome)).outcome,
  ],
  [
    "Leads outreach insight, made as a list in enData,",
    ["id"],
    async (person) => {
      const [lead] = (await post(person, "/api/leads", { leads: [{ name: "Radpost" }] })).leads;
      return (await post(person, "/api/leads/outreach/insights", { insights: [{ leadId: lead.id }] })).insights[0];
    },
  ],
];
const entry = { type: "1000", title: "Row", start: "2026-01-05T08:00:00Z", end: "2026-01-05T09:00:00Z" };
const outcome = { workflow: "socialPostWriterWorkflow", kind: "post", title: "Row", plannedAt: "2026-01-05T08:00:00Z" };
const post = async (person: Person, path: string, enData: object): Promise<Answer["body"]> => {
  const answer = await person.send("POST", path, { enData });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
};

/** Fields that section 3 names, per record, seen on a real record. */
const records: [string, string[], (body: Record<string, unknown>) => unknown, string][] = [
  ["Active user", ["name", "email", "credits", "ownedLicense"], (body) => body, "/api/user"],
];

/** Section 3: entities and their fields. */
export const entityFacts: Fact[] = [
  ...defaultFacts,
  fact(
    "Settings have dateUpdated",
    onServer("null before the first change, an instant afterwards", async ({ product }) => {
      const person = await product.signUp("Sol Meyer");
      assert.equal((await person.send("GET", "/api/user/settings")).body.dateUpdated, null);
      await person.send("POST", "/api/user/settings", { favoriteWorkflows: [] });
      assert.match((await person.send("GET", "/api/user/settings")).body.dateUpdated, /^\d{4}-\d\d-\d\dT/);
    }),
  ),
  ...storeFacts,
  fact(
    "Settings refuse what they do not know",
    onServer("an unknown key is a 400 that names it", async ({ mara }) => {
      const answer = await mara.send("POST", "/api/user/settings", { credits: 1_000_000 });
      assert.equal(answer.status, 400);
      assert.ok(JSON.stringify(answer.body).includes("credits"));
    }),
  ),
  ...records.map(([name, fields, read, path]) =>
    fact(
      `${name} has ${fields.join(", ")}`,
      onServer(`GET ${path}`, async ({ mara }) => {
        const record = new Map(Object.entries(read((await mara.send("GET", path)).body) ?? {}));
        for (const field of fields) assert.notEqual(record.get(field), undefined, field);
      }),
    ),
  ),
  fact(
    "ownedLicense defaults to justRegistered",
    onServer("a new person", async ({ product }) => {
      const person = await product.signUp("Tim Vogt");
      assert.equal((await person.send("GET", "/api/user")).body.ownedLicense, "justRegistered");
    }),
  ),
  fact(
    "The active user is a single object with loading and loaded flags",
    onServer("the store activeUser before, during and after a fetch", async (world) => {
      const { activeUser } = await import("#src/features/account/web/store.ts");
      await world.inStore(world.mara, async (store) => {
        const { loading, loaded } = store.getState().activeUser;
        assert.deepEqual([loading, loaded], [false, false]);
        const pending = store.dispatch(activeUser.fetch());
        assert.equal(store.getState().activeUser.loading, true);
        await pending.unwrap();
        assert.equal(store.getState().activeUser.loaded, true);
        assert.equal(store.getState().activeUser.value?.email, world.mara.email);
      });
    }),
  ),
  fact(
    "Deleting the user needs the user's id",
    onServer("without it 400, with another's 403, with the own one the account is gone", async ({ product, mara }) => {
      const person = await product.signUp("Uwe Lang");
      assert.equal((await person.send("DELETE", "/api/user", { enData: {} })).status, 400);
      assert.equal((await person.send("DELETE", "/api/user", { enData: { userId: mara.userId } })).status, 403);
      assert.equal((await person.send("DELETE", "/api/user", { enData: { userId: person.userId } })).status, 200);
      assert.equal((await person.send("GET", "/api/user")).status, 401);
    }),
  ),
  fact(
    "A project has id, name (optional), workflow, state (number), dateUpdated, fields.formValues.requirementTitle",
    onServer("a project of a finished run", async (world) => {
      const { projectId } = await world.projectOf(world.mara);
      const { project } = (await world.mara.send("GET", `/api/projects/workflow/${projectId}`)).body;
      assert.deepEqual(
        [typeof project.id, typeof project.workflow, typeof project.state, typeof project.dateUpdated],
        ["string", "string", "number", "string"],
      );
      assert.equal(typeof project.fields.formValues.requirementTitle, "string");
    }),
  ),
  fact(
    "A project without a name is one all the same",
    onServer("its answer has no name, beside others in the list and alone", async ({ product }) => {
      const person = await product.signUp("Nora Ohne");
      const id = newId();
      await product.database.pool.query(
        `insert into project (id, user_id, name, workflow, state, form_values, created_at, updated_at)
         values ($1, $2, null, 'userStoryWriterWorkflow', 1, '{"requirementTitle": "Loan bikes"}', now(), now())`,
        [id, person.userId],
      );
      const { projects } = (await person.send("GET", "/api/projects/workflow")).body;
      const { project } = (await person.send("GET", `/api/projects/workflow/${id}`)).body;
      assert.deepEqual([projects, "name" in project], [[project], false]);
      assert.equal(project.fields.formValues.requirementTitle, "Loan bikes");
    }),
  ),
  ...familyFacts,
  fact(
    "Each calendar type has a default background and text colour, both hex values",
    inBrowser(
      "the colours of an entry of each family in the calendar, and the tokens they come from",
      async (world) => {
        const { page, call } = world;
        for (const [at, family] of calendarFamilies.entries()) {
          const start = `2027-03-0${at + 1}T08:00:00.000Z`;
          const enData = { type: String(family), title: `Colour ${family}`, start, end: start };
          assert.equal((await call("POST", "/api/calendar/entry", { enData })).status, 201);
        }
        await page.goto("/calendar?view=month&date=2027-03-01");
        const looks = new Set<string>();
        for (const family of calendarFamilies) {
          const entry = page.locator("[data-entry]", { hasText: `Colour ${family}` }).first();
          await entry.waitFor();
          const { shown, tokens, wanted } = await entry.evaluate((element, name) => {
            const root = getComputedStyle(document.documentElement);
            const hex = ["bg", "fg"].map((part) => root.getPropertyValue(`--cal-${name}-${part}`).trim());
            const probe = document.createElement("i");
            document.body.append(probe);
            const inWords = hex.map((value) => {
              probe.style.color = value;
              return getComputedStyle(probe).color;
            });
            probe.remove();
            const { backgroundColor, color } = getComputedStyle(element);
            return { shown: [backgroundColor, color], tokens: hex, wanted: inWords };
          }, String(family));
          for (const token of tokens) assert.match(token, /^#[0-9a-f]{6}$|^#fff$/i, String(family));
          assert.deepEqual(shown, wanted, String(family));
          assert.notEqual(shown[0], shown[1]);
          looks.add(shown.join());
        }
        assert.equal(looks.size, calendarFamilies.length);
      },
    ),
  ),
  fact(
    "The eight families hold 65 codes",
    onServer("count of all codes", () => assert.equal(calendarTypes.length, 65)),
  ),
  fact(
    "A workflow of the catalogue has label, localeKey, workflowName, key, path, mainCategory, categories, isProductionReady, icon",
    onServer("GET /api/workflows", async ({ mara }) => {
      const { workflows } = (await mara.send("GET", "/api/workflows")).body;
      assert.equal(workflows.length, 20);
      for (const row of workflows)
        assert.deepEqual(Object.keys(row).toSorted(), [
          "categories",
          "coins",
          "icon",
          "isProductionReady",
          "key",
          "label",
          "localeKey",
          "mainCategory",
          "path",
          "workflowName",
        ]);
    }),
  ),
  fact(
    "mainCategory is entrepreneurship, workLife or privateLife",
    onServer("the categories of all cards", () => {
      assert.deepEqual([...new Set(cards.map(({ mainCategory }) => mainCategory))].toSorted(), [
        "entrepreneurship",
        "privateLife",
        "workLife",
      ]);
    }),
  ),
  fact(
    "Priority is one of low, normal, high, urgent",
    onServer("each is kept by a calendar entry; any other is refused", async ({ mara }) => {
      const base = { type: "2000", title: "Row", start: "2026-01-05T08:00:00Z", end: "2026-01-05T09:00:00Z" };
      for (const priority of ["low", "normal", "high", "urgent"]) {
        const made = await mara.send("POST", "/api/calendar/entry", { enData: { ...base, priority } });
        assert.equal(made.status, 201, JSON.stringify(made.body));
        assert.equal(made.body.entry.priority, priority);
      }
      const refused = await mara.send("POST", "/api/calendar/entry", { enData: { ...base, priority: "asap" } });
      assert.equal(refused.status, 400);
    }),
  ),
  fact(
    "The session has data and a status of loading, authenticated or unauthenticated",
    onServer("the session client before and after its first answer", async () => {
      const { openSessionClient } = await import("#src/features/account/web/session.ts");
      const { sessionStates } = await import("./sessionStates.ts");
      assert.deepEqual(await sessionStates(openSessionClient), ["loading", "authenticated", "unauthenticated"]);
    }),
  ),
  fact(
    "The supportive-intelligence state is a single isRunning flag",
    onServer("the flag, and the ids of the runs that make it true and nothing else", async (world) => {
      await world.inStore(world.mara, async (store) => {
        assert.deepEqual(store.getState().supportiveIntelligence, { isRunning: false, openRuns: [] });
      });
    }),
  ),
  ...contentFacts,
  ...made.map(([name, fields, make]) =>
    fact(
      `${name} has ${fields.join(" and ")}`,
      onServer("a record that was just made", async ({ mara }) => {
        const record = new Map(Object.entries((await make(mara)) ?? {}));
        for (const field of fields) assert.equal(typeof record.get(field), "string", field);
      }),
    ),
  ),
  fact(
    "The client stores are activeUser, userProjects, calendarEntries, scheduledOutcomes, leads, leadsOutreachInsights, settings, supportiveIntelligence",
    onServer("names in the store of the browser", async (world) => {
      await world.inStore(world.mara, async (store) => {
        const names = Object.keys(store.getState());
        for (const name of [
          "activeUser",
          "userProjects",
          "calendarEntries",
          "scheduledOutcomes",
          "leads",
          "leadsOutreachInsights",
          "settings",
          "supportiveIntelligence",
        ])
          assert.ok(names.includes(name), `${name} is missing`);
      });
    }),
  ),
];
