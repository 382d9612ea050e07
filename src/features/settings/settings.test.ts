import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import type { Person } from "#src/testing/visitor.ts";
import { naughtyTexts } from "#src/testing/security/naughty.ts";
import { settings, type SettingsUpdate } from "./contract.ts";
import { mergeSettings } from "./rules.ts";

let product: TestProduct;
let mara: Person;
beforeAll(async () => {
  product = await openTestProduct();
});
beforeEach(async () => {
  mara = await product.signUp();
});
afterAll(() => product.close());

const path = "/api/user/settings";
const change = (update: unknown, person = mara) => person.send("POST", path, update);
const now = async (person = mara) => (await person.send("GET", path)).body;
/** Paths that a refusal names. */
const refusedAt = async (update: unknown): Promise<[number, ...string[]]> => {
  const { status, body } = await change(update);
  return [status, ...(body.fields ?? []).map((field: { path: string }) => field.path)];
};

const [live = "", otherLive = ""] = cards.filter((card) => card.isProductionReady).map((card) => card.workflowName);
const announced = cards.filter((card) => !card.isProductionReady).map((card) => card.workflowName);

test("returns the defaults of the specification to a new user", async () => {
  expect(await now()).toEqual({
    onboardingState: "notFinished",
    application: {
      appLanguage: "en",
      defaultGoalLanguage: "en",
      defaultWritingStyles: [11, 21, 24],
      defaultSocialMediaPlatforms: ["LinkedIn", "Reddit", "X (Twitter)"],
    },
    favoriteWorkflows: [],
    additionalInfo: {
      defaultCompanyInformation: "",
      defaultCompanyWebsite: "",
      defaultProductsPitch: "",
      defaultProductWebsite: "",
    },
    calendarSettings: {
      timeZone: "Europe/Berlin",
      workingHours: { from: "09:00", to: "17:00" },
      firstView: "month",
      reminders: [15],
    },
    mailSettings: { reminders: true, contentDue: true },
    workflowSettings: [],
    dateUpdated: null,
  });
});

test("accepts its own settings response as an update", async () => {
  const workflowSettings = [{ workflow: live, values: { depth: "deep" }, useAdditionalInfo: false }];
  const before = (await change({ favoriteWorkflows: [otherLive, live], workflowSettings })).body;
  const { body, status } = await change(before);
  expect(status).toBe(200);
  expect({ ...body, dateUpdated: null }).toEqual({ ...before, dateUpdated: null });
});

describe("concurrent settings updates", () => {
  test("preserve all fields when they change different ones", async () => {
    const updates: SettingsUpdate[] = [
      { application: { defaultGoalLanguage: "pl" } },
      { application: { defaultWritingStyles: [12] } },
      { additionalInfo: { defaultProductsPitch: "Bikes" } },
      { additionalInfo: { defaultCompanyWebsite: "https://radwerk.example" } },
      { calendarSettings: { firstView: "week" } },
      { calendarSettings: { reminders: [] } },
      { workflowSettings: [{ workflow: live, values: { depth: "deep" } }] },
      { workflowSettings: [{ workflow: live, useAdditionalInfo: false }] },
      { workflowSettings: [{ workflow: otherLive, values: { depth: "quick" } }] },
      { onboardingState: "skipped" },
    ];
    for (const { status } of await Promise.all(updates.map((update) => change(update)))) expect(status).toBe(200);
    const kept = await now();
    expect(kept).toMatchObject({
      onboardingState: "skipped",
      application: { defaultGoalLanguage: "pl", defaultWritingStyles: [12], appLanguage: "en" },
      additionalInfo: { defaultProductsPitch: "Bikes", defaultCompanyWebsite: "https://radwerk.example" },
      calendarSettings: { firstView: "week", reminders: [], timeZone: "Europe/Berlin" },
    });
    expect(new Set(kept.workflowSettings)).toEqual(
      new Set([
        { workflow: live, values: { depth: "deep" }, useAdditionalInfo: false },
        { workflow: otherLive, values: { depth: "quick" } },
      ]),
    );
  });

  test("do not affect other users", async () => {
    const jonas = await product.signUp("Jonas Albrecht");
    await change({ additionalInfo: { defaultProductsPitch: "Bikes" } });
    expect((await now(jonas)).additionalInfo.defaultProductsPitch).toBe("");
  });
});

describe("favourite workflows", () => {
  test("keep their order", async () => {
    expect((await change({ favoriteWorkflows: [otherLive, live] })).body.favoriteWorkflows).toEqual([otherLive, live]);
    expect((await change({ favoriteWorkflows: [live] })).body.favoriteWorkflows).toEqual([live]);
  });

  test("accept live workflows once each and reject anything else without changes", async () => {
    await change({ favoriteWorkflows: [live] });
    for (const name of [...announced, "contentPlanner", "nothing", "__proto__"])
      expect(await refusedAt({ favoriteWorkflows: [otherLive, name] })).toEqual([400, "favoriteWorkflows.1"]);
    expect(await refusedAt({ favoriteWorkflows: [live, live] })).toEqual([400, "favoriteWorkflows"]);
    expect((await now()).favoriteWorkflows).toEqual([live]);
  });

  test("omit workflows that are no longer live", async () => {
    const data = JSON.stringify({
      favoriteWorkflows: ["goneWorkflow", live],
      application: { defaultWritingStyles: [99, 12] },
    });
    await product.database.db
      .insertInto("settings")
      .values({ user_id: mara.userId, data, updated_at: new Date() })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ data }))
      .execute();
    expect(await now()).toMatchObject({ favoriteWorkflows: [live], application: { defaultWritingStyles: [12] } });
  });
});

test.each<[string, unknown, string]>([
  [
    "a writing style without a name",
    { application: { defaultWritingStyles: [11, 15] } },
    "application.defaultWritingStyles.1",
  ],
  [
    "seven styles",
    { application: { defaultWritingStyles: [11, 12, 13, 14, 21, 22, 23] } },
    "application.defaultWritingStyles",
  ],
  ["a style twice", { application: { defaultWritingStyles: [11, 11] } }, "application.defaultWritingStyles"],
  [
    "a tenth platform",
    { application: { defaultSocialMediaPlatforms: ["MySpace"] } },
    "application.defaultSocialMediaPlatforms.0",
  ],
  ["an interface language that is not there", { application: { appLanguage: "fr" } }, "application.appLanguage"],
  ["no language", { application: { defaultGoalLanguage: "German" } }, "application.defaultGoalLanguage"],
  [
    "no web address",
    { additionalInfo: { defaultCompanyWebsite: "radwerk.example" } },
    "additionalInfo.defaultCompanyWebsite",
  ],
  [
    "a script for an address",
    { additionalInfo: { defaultProductWebsite: "javascript:alert(1)" } },
    "additionalInfo.defaultProductWebsite",
  ],
  ["no time zone", { calendarSettings: { timeZone: "Europe/Nowhere" } }, "calendarSettings.timeZone"],
  [
    "hours that end before they begin",
    { calendarSettings: { workingHours: { from: "17:00", to: "09:00" } } },
    "calendarSettings.workingHours.to",
  ],
  [
    "a day of 25 hours",
    { calendarSettings: { workingHours: { from: "09:00", to: "25:00" } } },
    "calendarSettings.workingHours.to",
  ],
  ["a view that is not there", { calendarSettings: { firstView: "year" } }, "calendarSettings.firstView"],
  ["six reminders", { calendarSettings: { reminders: [1, 2, 3, 4, 5, 6] } }, "calendarSettings.reminders"],
  ["a reminder after the entry", { calendarSettings: { reminders: [-5] } }, "calendarSettings.reminders.0"],
  ["an onboarding of its own", { onboardingState: "half" }, "onboardingState"],
  ["defaults of no workflow", { workflowSettings: [{ workflow: "x", values: {} }] }, "workflowSettings.0.workflow"],
  [
    "a default of no field of the form",
    { workflowSettings: [{ workflow: live, values: { constructor: 1 } }] },
    "workflowSettings.0.values.constructor",
  ],
  [
    "a default that its field does not take",
    { workflowSettings: [{ workflow: live, values: { depth: 7 } }] },
    "workflowSettings.0.values.depth",
  ],
  [
    "more than 64 KB of defaults",
    { workflowSettings: [{ workflow: live, values: { notes: "x".repeat(66_000) } }] },
    "workflowSettings.0.values",
  ],
  ["a workflow twice", { workflowSettings: [{ workflow: live }, { workflow: live }] }, "workflowSettings"],
])("rejects %s and names the field", async (_what, update, at) => {
  const before = await now();
  expect(await refusedAt(update)).toEqual([400, at]);
  expect(await now()).toEqual(before);
});

test("rejects unknown settings and requests without a session", async () => {
  expect((await change({ credits: 9999 })).status).toBe(400);
  expect((await change({ application: { theme: "dark" } })).status).toBe(400);
  expect((await product.send("POST", path, {})).status).toBe(401);
  expect((await product.send("GET", path)).body).toMatchObject({ message: "User is not authenticated" });
});

test("accepts empty or valid website addresses and stores them unchanged", async () => {
  for (const address of ["", "https://radwerk.example", "http://a.example/ü?q=ß#x", "HTTPS://Shop.Example/A%20b"]) {
    const { status, body } = await change({ additionalInfo: { defaultCompanyWebsite: address } });
    expect([address, status]).toEqual([address, 200]);
    expect(body.additionalInfo.defaultCompanyWebsite).toBe(address);
  }
});

test("returns text settings byte for byte", async () => {
  for (const text of naughtyTexts) {
    await change({ additionalInfo: { defaultCompanyInformation: text, defaultProductsPitch: text } });
    const { additionalInfo } = await now();
    expect(additionalInfo).toMatchObject({ defaultCompanyInformation: text, defaultProductsPitch: text });
  }
});

test("removes the entry of a workflow without own defaults", async () => {
  await change({ workflowSettings: [{ workflow: live, values: { depth: "deep" }, useAdditionalInfo: false }] });
  const { body } = await change({ workflowSettings: [{ workflow: live, values: {}, useAdditionalInfo: true }] });
  expect(body.workflowSettings).toEqual([]);
});

describe("settings merge", () => {
  const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined, freq: 2 });
  const text = fc.string({ unit: "grapheme", maxLength: 12 });
  const entry = fc.record(
    {
      workflow: fc.constantFrom(...cards.filter((card) => card.isProductionReady).map((card) => card.workflowName)),
      values: fc.dictionary(fc.constantFrom("companyInformation", "notes"), text, { maxKeys: 2 }),
      useAdditionalInfo: fc.boolean(),
    },
    { requiredKeys: ["workflow"] },
  );
  const update: fc.Arbitrary<SettingsUpdate> = fc.record(
    {
      onboardingState: maybe(fc.constantFrom("notFinished" as const, "skipped" as const, "finished" as const)),
      favoriteWorkflows: maybe(fc.subarray([live, otherLive])),
      application: maybe(
        fc.record(
          {
            appLanguage: maybe(fc.constantFrom("en" as const, "de" as const)),
            defaultGoalLanguage: maybe(fc.constantFrom("en", "pl", "pt-BR")),
            defaultWritingStyles: maybe(fc.subarray([11, 21, 24] as const).map((list) => [...list])),
          },
          { requiredKeys: [] },
        ),
      ),
      additionalInfo: maybe(
        fc.record({ defaultProductsPitch: maybe(text), defaultCompanyInformation: maybe(text) }, { requiredKeys: [] }),
      ),
      calendarSettings: maybe(
        fc.record({ firstView: maybe(fc.constantFrom("month" as const, "agenda" as const)) }, { requiredKeys: [] }),
      ),
      workflowSettings: maybe(fc.uniqueArray(entry, { selector: (one) => one.workflow, maxLength: 3 })),
    },
    { requiredKeys: [] },
  );

  /** The fields that a change names, each with its path and value. */
  function fieldsOf(change: SettingsUpdate): [string, unknown][] {
    return Object.entries(change).flatMap(([room, value]): [string, unknown][] => {
      if (room === "workflowSettings")
        return (change.workflowSettings ?? []).flatMap(({ workflow, ...rest }) =>
          Object.entries(rest).map(([name, one]): [string, unknown] => [`${room}.${workflow}.${name}`, one]),
        );
      if (typeof value === "object" && value !== null && !Array.isArray(value))
        return Object.entries(value).map(([name, one]): [string, unknown] => [`${room}.${name}`, one]);
      return [[room, value]];
    });
  }
  const isNothing = (value: unknown): boolean =>
    value === true || (typeof value === "object" && value !== null && Object.keys(value).length === 0);

  test("keeps the last value written to each field", () => {
    fc.assert(
      fc.property(fc.array(update, { maxLength: 8 }), (updates) => {
        const kept = updates.reduce<SettingsUpdate>((sum, one) => mergeSettings(sum, one), {});
        const last = new Map(updates.flatMap(fieldsOf).filter(([, value]) => value !== undefined));
        const ofWorkflows = (fields: Map<string, unknown>) =>
          new Map([...fields].filter(([field, value]) => !field.startsWith("workflowSettings") || !isNothing(value)));
        expect(ofWorkflows(new Map(fieldsOf(kept)))).toEqual(ofWorkflows(last));
      }),
    );
  });

  test("is commutative for different fields and idempotent", () => {
    fc.assert(
      fc.property(update, update, (first, second) => {
        const own = new Set(fieldsOf(first).map(([field]) => field));
        fc.pre(fieldsOf(second).every(([field]) => !own.has(field)));
        const asSet = (value: SettingsUpdate) => new Map(fieldsOf(value));
        const there = mergeSettings(mergeSettings({}, first), second);
        expect(asSet(mergeSettings(mergeSettings({}, second), first))).toEqual(asSet(there));
        expect(mergeSettings(there, second)).toEqual(there);
      }),
    );
  });

  test("gives the same result in the browser as on the server", async () => {
    const before = settings.parse(await now());
    await fc.assert(
      fc.asyncProperty(fc.array(update, { minLength: 1, maxLength: 3 }), async (updates) => {
        const person = await product.signUp();
        let shown = before;
        for (const one of updates) {
          shown = mergeSettings(shown, one);
          const { body } = await change(one, person);
          expect({ ...body, dateUpdated: null }).toEqual({ ...shown, dateUpdated: null });
        }
      }),
      { numRuns: 8 },
    );
  });
});
