import { describe, expect, test } from "vitest";
import { languageTag } from "#src/kit/schemas.ts";
import { filterChoices } from "./filterChoices.ts";
import { languageChoices, zoneChoices, zoneNotes, zoneOffset } from "./localeChoices.ts";

describe("time zone choices", () => {
  test("are listed by city, with UTC and the saved one even if the browser does not know them", () => {
    expect(zoneChoices("en", "Antarctica/Troll", ["Europe/Berlin", "America/Argentina/Salta"])).toEqual([
      { value: "Europe/Berlin", label: "Berlin, Europe" },
      { value: "America/Argentina/Salta", label: "Salta, Argentina, America" },
      { value: "Antarctica/Troll", label: "Troll, Antarctica" },
      { value: "UTC", label: "UTC" },
    ]);
  });

  test("are labelled in the page's language and found by local and international names", () => {
    const german = zoneChoices("de", "");
    expect(german).toContainEqual({ value: "Europe/Vienna", label: "Wien, Europa" });
    expect(german).toContainEqual({ value: "America/Argentina/Salta", label: "Salta, Argentinien, Amerika" });
    for (const words of ["wien", "Vienna", "europa wien", "Europe/Vienna"])
      expect([words, filterChoices(german, words)[0]?.value]).toEqual([words, "Europe/Vienna"]);
    expect(german.filter(({ label }) => /Europe|Africa|America|Asia|Ocean|Pacific/.test(label))).toEqual([]);
  });

  test("are unique, even when the saved one is an alias", () => {
    for (const language of ["en", "de"] as const) {
      const offered = zoneChoices(language, "Asia/Calcutta", ["Asia/Kolkata", "Europe/Kyiv", "UTC"]);
      expect(offered.map(({ value }) => value).toSorted()).toEqual(["Asia/Calcutta", "Europe/Kyiv", "UTC"]);
      const all = zoneChoices(language, "");
      expect(new Set(all.map(({ label }) => label)).size).toBe(all.length);
      expect(all.length).toBeGreaterThan(400);
    }
  });

  test("show the UTC offset with the name of the zone in the page's language", () => {
    const winter = new Date("2026-12-01T00:00:00Z");
    expect(zoneNotes("de", winter)("Europe/Berlin")).toBe("UTC+1, Mitteleuropäische Zeit");
    expect(zoneNotes("en", winter)("Europe/Berlin")).toBe("UTC+1, Central European Time");
    expect(zoneNotes("de", winter)("Etc/GMT+5")).toBe("UTC\u22125");
    expect(zoneNotes("de", winter)("Nowhere/Else")).toBe("");
  });

  test("show the UTC offset in summer and winter", () => {
    expect(zoneOffset("Europe/Berlin", new Date("2026-07-01T00:00:00Z"))).toBe("UTC+2");
    expect(zoneOffset("Europe/Berlin", new Date("2026-12-01T00:00:00Z"))).toBe("UTC+1");
    expect(zoneOffset("America/St_Johns", new Date("2026-12-01T00:00:00Z"))).toBe("UTC\u22123:30");
    expect(zoneOffset("Nowhere/Else")).toBe("");
  });
});

describe("language choices", () => {
  test("are accepted by the server and have a unique name in both languages", () => {
    for (const language of ["en", "de"] as const) {
      const offered = languageChoices(language, "");
      expect(offered.length).toBeGreaterThan(100);
      expect(offered.filter(({ value, label }) => value === label)).toEqual([]);
      expect(new Set(offered.map(({ label }) => label)).size).toBe(offered.length);
      expect(offered.filter(({ value }) => !languageTag.safeParse(value).success)).toEqual([]);
    }
  });

  test("are labelled in the page's language and include an unusual saved choice", () => {
    expect(languageChoices("de", "gsw")).toContainEqual({ value: "en", label: "Englisch" });
    expect(languageChoices("de", "gsw").filter(({ value }) => value === "gsw")).toHaveLength(1);
    expect(languageChoices("en", "en", ["de", "en"]).map(({ value }) => value)).toEqual(["en", "de"]);
  });
});
