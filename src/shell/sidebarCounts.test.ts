import { expect, test } from "vitest";
import { mostCounted } from "#src/features/dashboard/contract.ts";
import { countsTo, shownCount } from "./sidebarCounts.ts";

test("counts say where the server stopped counting", () => {
  expect(countsTo).toBe(mostCounted);
  expect(shownCount(0, "en")).toBe("0");
  expect(shownCount(9_999, "de")).toBe("9.999");
  expect(shownCount(countsTo, "en")).toBe("10,000+");
});
