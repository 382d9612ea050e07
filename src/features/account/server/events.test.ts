import fc from "fast-check";
import { expect, test } from "vitest";
import { coarseAddress } from "./events.ts";

test.each([
  ["203.0.113.7", "203.0.113.x"],
  ["::ffff:203.0.113.7", "203.0.113.x"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::"],
  ["2001:0db8:0001::9", "2001:db8:1::"],
  ["nonsense", null],
  ["", null],
])("tells %s as %s", (address, coarse) => expect(coarseAddress(address)).toBe(coarse));

test("never tells the host", () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.integer({ min: 0, max: 255 }), (address, last) => {
      const beside = `${address.split(".").slice(0, 3).join(".")}.${last}`;
      expect(coarseAddress(address)).toBe(coarseAddress(beside));
    }),
  );
});
