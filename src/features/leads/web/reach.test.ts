import fc from "fast-check";
import { expect, test } from "vitest";
import { mailHref, phoneHref } from "./reach.ts";

test("a link of mail has one recipient and no header, whatever the address holds", () => {
  expect(mailHref("deniz+rad@kiezkorb.example")).toBe("mailto:deniz+rad@kiezkorb.example");
  expect(mailHref("a@b.example?bcc=c@d.example")).toBe("mailto:a@b.example%3Fbcc%3Dc@d.example");
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (address) => {
      expect(mailHref(address)).not.toMatch(/[?&,\s]/);
    }),
  );
});

test("a link of a phone number dials its digits", () => {
  expect(phoneHref("+49 (0)341 / 555-02 88")).toBe("tel:+493415550288");
  expect(phoneHref("0341 555 02 88")).toBe("tel:03415550288");
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (number) => {
      expect(phoneHref(number)).toMatch(/^tel:\+?\d*$/);
    }),
  );
});
