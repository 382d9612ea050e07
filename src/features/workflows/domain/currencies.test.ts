import { expect, test } from "vitest";
import { moneyText } from "./currencies.ts";

test("signs stand where readers of the language expect them", () => {
  expect(moneyText(6400.4, "EUR", "en")).toBe("6,400\u00a0€");
  expect(moneyText(-6400, "GBP", "en")).toBe("−£6,400");
  expect(moneyText(6400, "USD", "de")).toBe("6.400\u00a0$");
});
