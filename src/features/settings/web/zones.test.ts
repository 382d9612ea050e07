import { describe, expect, it } from "vitest";
import { goalLanguages } from "./goalLanguages.ts";
import { zonesByRegion } from "./zones.ts";

describe("time zones to choose from", () => {
  it("stand under their region, with UTC and the kept one even if this browser does not know them", () => {
    expect(zonesByRegion("Antarctica/Troll", ["Europe/Berlin", "America/Argentina/Salta", "Europe/Athens"])).toEqual([
      { region: "America", zones: ["America/Argentina/Salta"] },
      { region: "Antarctica", zones: ["Antarctica/Troll"] },
      { region: "Europe", zones: ["Europe/Athens", "Europe/Berlin"] },
      { region: "UTC", zones: ["UTC"] },
    ]);
  });
});

describe("result languages", () => {
  it("are named in the interface's language and keep an unusual choice", () => {
    const offered = goalLanguages("gsw", "de");
    expect(offered).toContainEqual({ value: "en", label: "Englisch" });
    expect(offered.filter(({ value }) => value === "gsw")).toHaveLength(1);
  });
});
