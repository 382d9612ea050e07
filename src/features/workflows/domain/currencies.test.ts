import { expect, test } from "vitest";
import { moneyText } from "./currencies.ts";

test("signs stand where readers of the language expect them", () => {
  expect(moneyText(6400.4, "EUR", "en")).toBe("6,400\u00a0€");
  expect(moneyText(-6400, "GBP", "en")).toBe("−£6,400");
  expect(moneyText(6400, "USD", "de")).toBe("6.400\u00a0$");
  expect(moneyText(-6400, "CHF", "en")).toBe("−CHF\u00a06,400");
  expect(moneyText(1240.5, "CHF", "de", 2)).toBe("1.240,50\u00a0CHF");
});
