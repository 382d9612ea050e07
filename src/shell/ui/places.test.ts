import { describe, expect, it } from "vitest";
import { languageTag } from "#src/kit/schemas.ts";
import { found } from "./found.ts";
import { languageChoices, zoneChoices, zoneNotes, zoneOffset } from "./places.ts";

describe("time zones to choose from", () => {
  it("are found by their town, with UTC and the kept one even if this browser does not know them", () => {
    expect(zoneChoices("en", "Antarctica/Troll", ["Europe/Berlin", "America/Argentina/Salta"])).toEqual([
      { value: "Europe/Berlin", label: "Berlin, Europe" },
      { value: "America/Argentina/Salta", label: "Salta, Argentina, America" },
      { value: "Antarctica/Troll", label: "Troll, Antarctica" },
      { value: "UTC", label: "UTC" },
    ]);
  });

  it("are named in the page's language, and found by that name and by the international one", () => {
    const german = zoneChoices("de", "");
    expect(german).toContainEqual({ value: "Europe/Vienna", label: "Wien, Europa" });
    expect(german).toContainEqual({ value: "America/Argentina/Salta", label: "Salta, Argentinien, Amerika" });
    for (const words of ["wien", "Vienna", "europa wien", "Europe/Vienna"])
      expect([words, found(german, words)[0]?.value]).toEqual([words, "Europe/Vienna"]);
    expect(german.filter(({ label }) => /Europe|Africa|America|Asia|Ocean|Pacific/.test(label))).toEqual([]);
  });

  it("stand once each, also where the kept one is an old name of a place", () => {
    for (const language of ["en", "de"] as const) {
      const offered = zoneChoices(language, "Asia/Calcutta", ["Asia/Kolkata", "Europe/Kyiv", "UTC"]);
      expect(offered.map(({ value }) => value).toSorted()).toEqual(["Asia/Calcutta", "Europe/Kyiv", "UTC"]);
      const all = zoneChoices(language, "");
      expect(new Set(all.map(({ label }) => label)).size).toBe(all.length);
      expect(all.length).toBeGreaterThan(400);
    }
  });

  it("tell the time of a zone in the page's language behind its distance from UTC", () => {
    const winter = new Date("2026-12-01T00:00:00Z");
    expect(zoneNotes("de", winter)("Europe/Berlin")).toBe("UTC+1, Mitteleuropäische Zeit");
    expect(zoneNotes("en", winter)("Europe/Berlin")).toBe("UTC+1, Central European Time");
    expect(zoneNotes("de", winter)("Etc/GMT+5")).toBe("UTC\u22125");
    expect(zoneNotes("de", winter)("Nowhere/Else")).toBe("");
  });

  it("say their distance from UTC in summer and in winter", () => {
    expect(zoneOffset("Europe/Berlin", new Date("2026-07-01T00:00:00Z"))).toBe("UTC+2");
    expect(zoneOffset("Europe/Berlin", new Date("2026-12-01T00:00:00Z"))).toBe("UTC+1");
    expect(zoneOffset("America/St_Johns", new Date("2026-12-01T00:00:00Z"))).toBe("UTC\u22123:30");
    expect(zoneOffset("Nowhere/Else")).toBe("");
  });
});

describe("languages of results", () => {
  it("are many, each has a name in both languages of the page, and the server takes every one", () => {
    for (const language of ["en", "de"] as const) {
      const offered = languageChoices(language, "");
      expect(offered.length).toBeGreaterThan(100);
      expect(offered.filter(({ value, label }) => value === label)).toEqual([]);
      expect(new Set(offered.map(({ label }) => label)).size).toBe(offered.length);
      expect(offered.filter(({ value }) => !languageTag.safeParse(value).success)).toEqual([]);
    }
  });

  it("are named in the page's language and keep an unusual choice", () => {
    expect(languageChoices("de", "gsw")).toContainEqual({ value: "en", label: "Englisch" });
    expect(languageChoices("de", "gsw").filter(({ value }) => value === "gsw")).toHaveLength(1);
    expect(languageChoices("en", "en", ["de", "en"]).map(({ value }) => value)).toEqual(["en", "de"]);
  });
});
