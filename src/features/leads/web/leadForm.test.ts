import { describe, expect, test } from "vitest";
import { dayOf as dayIn } from "#src/ui/format.ts";
import { lead as leadSchema, leadChanges, newLead, type Lead } from "../contract.ts";
import { leadsCsv } from "./leadCsv.ts";
import { checkChange, checkLead, fieldsAsSeen, emptyForm, formOf, type LeadFormValues } from "./leadForm.ts";

const zone = "Europe/Berlin";
const dayOf = (instant: string): string => instant.slice(0, 10);
const kept: Lead = leadSchema.parse({
  ...newLead.parse({
    name: "Kiezkorb Lieferservice",
    email: ["deniz@kiezkorb.example"],
    address: { city: "Leipzig" },
    lat: 51.3397,
    lon: -12.3731,
    lastContactAt: "2026-11-20T08:30:00.000Z",
    customFields: { fleet: "14 bikes" },
    osmTags: { shop: "bicycle" },
  }),
  id: "01a1fd92-0000-7000-8000-000000000001",
  projectId: null,
  runId: null,
  dateCreated: "2026-11-01T08:00:00.000Z",
  dateUpdated: "2026-11-01T08:00:00.000Z",
});

const placesOf = (values: Partial<LeadFormValues>): unknown[] => {
  const checked = checkLead({ ...emptyForm, name: "Somebody", ...values }, zone);
  return checked.ok ? [] : checked.problems.map(({ path: [name] }) => name);
};

describe("lead form", () => {
  test("reports no changes when untouched", () => {
    const form = formOf(kept, dayOf);
    expect(checkChange(form, form, zone)).toEqual({ ok: true, value: {} });
  });

  test("sends only changed fields, and the time of the last contact only when its day changed", () => {
    const before = formOf(kept, dayOf);
    const after = { ...before, city: "Halle", score: 70, nextStepOn: "2026-12-01" };
    const checked = checkChange(before, after, zone);
    const changes = checked.ok ? checked.value : {};
    expect(changes).toEqual({
      score: 70,
      nextStepOn: "2026-12-01",
      address: { street: "", zip: "", city: "Halle", country: "" },
    });
    expect(leadChanges.safeParse(changes).success).toBe(true);
    expect(fieldsAsSeen(kept, changes)).toEqual({ score: null, nextStepOn: null, address: kept.address });
  });

  test("judges a changed field alone, whatever is wrong with the others", () => {
    const before = { ...formOf(kept, dayOf), website: "nowhere" };
    expect(checkChange(before, { ...before, owner: "Mara" }, zone)).toEqual({ ok: true, value: { owner: "Mara" } });
    const wrong = checkChange(before, { ...before, name: " ", score: 101 }, zone);
    expect(wrong.ok ? [] : wrong.problems.map(({ path: [name] }) => name)).toEqual(["name", "score"]);
  });

  test.each(["Pacific/Kiritimati", "Pacific/Auckland", "Asia/Kathmandu", "Pacific/Honolulu", "Etc/GMT+12"])(
    "keeps the day of the last contact in %s",
    (place) => {
      const checked = checkLead({ ...emptyForm, name: "Somebody", lastContactOn: "2026-01-05" }, place);
      const instant = (checked.ok && checked.value.lastContactAt) || "";
      expect(dayIn(instant, place)).toBe("2026-01-05");
      const [, row = ""] = leadsCsv([{ ...kept, lastContactAt: instant }], (key) => key, place).split("\r\n");
      expect(row).toContain(",2026-01-05,");
    },
  );

  test.each<[string, Partial<LeadFormValues>, string]>([
    ["a name of blanks", { name: "  " }, "name"],
    ["an address of mail that is none", { email: ["a@b.example", "nobody"] }, "email"],
    ["a web address without a place", { website: "nowhere" }, "website"],
    ["a score over the top", { score: 101 }, "score"],
    ["a score that is no number", { score: Number.NaN }, "score"],
    ["a position with one figure", { position: "51.3" }, "position"],
    ["a position beside the globe", { position: "91, 12" }, "position"],
    ["a city that is too long", { city: "x".repeat(121) }, "city"],
    ["a day that is none", { lastContactOn: "soon" }, "lastContactOn"],
    ["a day that the calendar does not have", { lastContactOn: "2026-02-30" }, "lastContactOn"],
    ["a next step on no day", { nextStepOn: "soon" }, "nextStepOn"],
    ["an own field without a name", { ownFields: [{ name: " ", value: "x" }] }, "ownFields"],
    [
      "two own fields of one name",
      {
        ownFields: [
          { name: "a", value: "1" },
          { name: "a ", value: "2" },
        ],
      },
      "ownFields",
    ],
  ])("rejects %s at the field concerned", (_what, values, place) => {
    expect(placesOf(values)).toContain(place);
  });

  test("accepts a URL without a scheme, coordinates separated by a space and an empty custom field", () => {
    const values = {
      ...emptyForm,
      name: " Somebody ",
      website: "kiezkorb.example/de",
      position: "51.34 12.37",
      ownFields: [{ name: "", value: "" }],
    };
    const checked = checkLead(values, zone);
    expect(checked).toMatchObject({
      ok: true,
      value: { name: "Somebody", website: "https://kiezkorb.example/de", lat: 51.34, lon: 12.37, customFields: {} },
    });
  });
});
