import fc from "fast-check";
import { expect, test } from "vitest";
import { welcomeLedger } from "./welcomeLedger.ts";

test("the usual 500 coins leave 90", () => {
  const { lines, left } = welcomeLedger(500);
  expect(lines.map(({ coins, isReturned }) => (isReturned ? 0 : coins))).toEqual([300, 0, 60, 50]);
  expect(left).toBe(90);
});

test("any number of coins adds up, and nothing is spent that is not there", () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), (coins) => {
      const { lines, left } = welcomeLedger(coins);
      let balance = coins;
      for (const line of lines) {
        expect(line.coins).toBeLessThanOrEqual(balance);
        if (!line.isReturned) balance -= line.coins;
      }
      expect(left).toBe(balance);
      expect(left).toBeGreaterThanOrEqual(0);
    }),
  );
});
