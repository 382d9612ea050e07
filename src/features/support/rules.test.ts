import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { email } from "#src/kit/schemas.ts";
import { isEmailAddress, isShown } from "./rules.ts";

describe("email check of the request form", () => {
  test("accepts exactly the addresses that the server accepts", () => {
    const nearly = fc
      .tuple(fc.emailAddress(), fc.nat(), fc.constantFrom("", " ", ".", "@", "ä", "\n", "'", "-", "x"))
      .map(([address, at, put]) => {
        const place = at % (address.length + 1);
        return address.slice(0, place) + put + address.slice(place);
      });
    fc.assert(
      fc.property(fc.oneof(nearly, fc.emailAddress(), fc.string({ maxLength: 12 })), (typed) => {
        expect([typed, isEmailAddress(typed)]).toEqual([typed, email.safeParse(typed).success]);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("support popup", () => {
  test("opens by default on wide screens where it covers no work area", () => {
    const shown = (path: string) => isShown("untouched", path, true);
    expect(["/dashboard", "/settings", "/settings/coins", "/workflows", "/de/dashboard"].filter(shown)).toHaveLength(5);
    const busy = [
      "/workflows/book/writing",
      "/pioneer/workflow/projects/1",
      "/calendar",
      "/leads",
      "/content",
      "/de/leads",
      "/welcome",
      "/pioneers/signin",
    ];
    expect(busy.filter(shown)).toEqual([]);
  });

  test("starts closed on small screens, opens on every page on request and stays closed once dismissed", () => {
    expect(isShown("untouched", "/dashboard", false)).toBe(false);
    for (const path of ["/dashboard", "/leads"])
      for (const isRoomy of [true, false]) {
        expect(isShown("open", path, isRoomy)).toBe(true);
        expect(isShown("closed", path, isRoomy)).toBe(false);
      }
  });
});
