import { describe, expect, test } from "vitest";
import { z } from "zod";
import { contextOf } from "#src/testing/simulatedRun.ts";
import { factsOf } from "./facts.ts";
import { type Form, form } from "./form.ts";

const short = { requirementTitle: "Short", goal: "Sell more", period: { from: "2027-02-01", to: "2027-02-28" } };
const slotsOf = (values: Form) => factsOf({ form: values, context: contextOf(values.goalLanguage) }).slots;

describe("form of the content planner", () => {
  const broken = (values: unknown): { path: string; sentence: string }[] =>
    (form.safeParse(values).error?.issues ?? []).map((issue) => ({
      path: issue.path.join("."),
      sentence: "params" in issue ? String(issue.params?.["words"] ?? "") : "",
    }));

  test("requires title, goal and period only", () => {
    const values = form.parse(short);
    expect(slotsOf(values)).toHaveLength(8);
    expect(values.writingStyles).toEqual([11, 21, 24]);
    expect(values.channels).toEqual([{ platform: "LinkedIn", postsPerWeek: 2, contentTypes: [], days: [], times: [] }]);
    expect(values.utmPattern).toContain("utm_medium=social");
    expect(z.toJSONSchema(form, { io: "input" }).required).toEqual(["requirementTitle", "goal", "period"]);
  });

  const quarter = { from: "2027-02-01", to: "2027-04-30" };
  const reddit = { platform: "Reddit" };
  const three = ["Facebook", "Instagram", "LinkedIn"].map((platform) => ({ platform, postsPerWeek: 21 }));
  const pair = (a: number, b: number, name = "B") => ({
    pillars: [
      { name: "A", percent: a },
      { name, percent: b },
    ],
  });
  const campaign = (change: object) => ({
    campaigns: [{ name: "C", from: "2027-02-09", to: "2027-02-18", ...change }],
  });
  const fixed = (change: object) => ({ fixedDates: [{ date: "2027-02-01", title: "F", ...change }] });

  test.each<[path: string, word: string, wrong: object, right: object]>([
    [
      "period.to",
      "before the first",
      { period: { from: "2027-02-02", to: "2027-02-01" } },
      { period: { from: "2027-02-01", to: "2027-02-01" } },
    ],
    [
      "period.to",
      "up to {max}",
      { period: { from: "2027-02-01", to: "2027-05-04" } },
      { period: { from: "2027-02-01", to: "2027-05-03" } },
    ],
    ["channels", "at least one", { channels: [] }, { channels: [reddit] }],
    [
      "channels.1.platform",
      "planned twice",
      { channels: [reddit, reddit] },
      { channels: [reddit, { platform: "TikTok" }] },
    ],
    [
      "channels.0.contentTypes",
      "doesn't support",
      { channels: [{ ...reddit, contentTypes: [100] }] },
      { channels: [{ ...reddit, contentTypes: [10] }] },
    ],
    [
      "channels",
      "{count} items",
      { period: quarter, channels: three },
      { period: quarter, channels: three.slice(0, 1) },
    ],
    ["pillars", "add up", pair(50, 49), pair(50, 50)],
    ["pillars.1.name", "listed twice", pair(50, 50, "a "), pair(50, 50)],
    [
      "audiences.1.name",
      "listed twice",
      { audiences: [{ name: "A" }, { name: "A" }] },
      { audiences: [{ name: "A" }, { name: "B" }] },
    ],
    ["campaigns.0.to", "before it starts", campaign({ to: "2027-02-08" }), campaign({ to: "2027-02-09" })],
    [
      "campaigns.0.from",
      "outside the period",
      campaign({ from: "2027-03-01", to: "2027-03-02" }),
      campaign({ from: "2027-02-28", to: "2027-03-02" }),
    ],
    [
      "campaigns.0.pillar",
      "isn't one of your pillars",
      { ...pair(50, 50), ...campaign({ pillar: "Z" }) },
      { ...pair(50, 50), ...campaign({ pillar: " a" }) },
    ],
    ["fixedDates.0.date", "outside the period", fixed({ date: "2027-03-01" }), fixed({ date: "2027-02-28" })],
    [
      "fixedDates.0.platform",
      "isn't one of your channels",
      fixed({ platform: "TikTok" }),
      fixed({ platform: "LinkedIn" }),
    ],
    ["utmPattern", "isn't a placeholder", { utmPattern: "a={nonsense}" }, { utmPattern: "a={month}" }],
  ])("%s: %s", (path, word, wrong, right) => {
    const found = broken({ ...short, ...wrong });
    expect(found.map((one) => one.path)).toEqual([path]);
    expect(found[0]?.sentence).toContain(word);
    expect(found[0]?.sentence.split(" | ")).toHaveLength(2);
    expect(broken({ ...short, ...right })).toEqual([]);
  });

  test.each([
    null,
    [],
    {},
    { ...short, surplus: 1 },
    { ...short, period: { from: "x", to: "y" } },
    { ...short, channels: [null] },
  ])("refuses %j without throwing", (values) => {
    expect(form.safeParse(values).success).toBe(false);
  });

  test("names every field of its own in both languages, and its limits are those of stored projects", () => {
    const json = z.toJSONSchema(form, { io: "input" }) as unknown as {
      properties: Record<string, { ui?: object; words?: { label?: string } }>;
    };
    expect(Object.entries(json.properties).filter(([, field]) => !field.ui)).toEqual([]);
    expect(json.properties["metricName"]?.words?.label).toBe("KPI | Kennzahl");
    for (const [field, longest] of [
      ["topics", 100],
      ["assets", 120],
      ["brandHashtags", 40],
    ] as const) {
      expect(form.safeParse({ ...short, [field]: ["x".repeat(longest)] }).success).toBe(true);
      expect(form.safeParse({ ...short, [field]: ["x".repeat(longest + 1)] }).success).toBe(false);
    }
  });
});
