import { expect, test } from "vitest";
import { formatDateAtTime, formatShortDate, formatShortDateTime } from "./formatShortDate.ts";

const instant = "2026-11-23T07:12:00Z";

test("A date and its time are written as people of each language write them, in the zone of the person", () => {
  expect(formatShortDate(instant, "en", "Europe/Berlin")).toBe("23 Nov 2026");
  expect(formatShortDate(instant, "de", "Europe/Berlin")).toBe("23.11.2026");
  expect(formatShortDateTime(instant, "en", "Europe/Berlin")).toBe("23 Nov 2026, 08:12");
  expect(formatShortDateTime(instant, "de", "Europe/Berlin")).toBe("23.11.2026, 08:12");
  expect(formatDateAtTime(instant, "en", "Europe/Berlin")).toBe("23 Nov 2026 at 08:12");
  expect(formatDateAtTime(instant, "de", "Europe/Berlin")).toBe("23.11.2026 um 08:12 Uhr");
  expect(formatShortDateTime("2026-11-23T23:30:00Z", "en", "Asia/Tokyo")).toBe("24 Nov 2026, 08:30");
});
