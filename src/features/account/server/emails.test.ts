import fc from "fast-check";
import { expect, test } from "vitest";
import { email as schema } from "#src/kit/schemas.ts";
import { emailKey } from "./emails.ts";

test.each([
  ["info@münchen.example", "info@xn--mnchen-3ya.example"],
  ["Jörg@Example.com", "jo\u0308rg@example.COM"],
  ["почта@ПРИМЕР.example", "почта@xn--e1afmkfd.example"],
  ["anna@STRASSE.example", "ANNA@strasse.example"],
])("%s and %s are one address", (one, other) => {
  expect(schema.safeParse(one).success && schema.safeParse(other).success).toBe(true);
  expect(emailKey(one)).toBe(emailKey(other));
});

test.each(["joerg@example.com", "jorg@example.com", "jörg@exämple.com"])("jörg@example.com is not %s", (other) =>
  expect(emailKey(other)).not.toBe(emailKey("jörg@example.com")),
);

test("a key is an address, and the key of itself", () => {
  const part = fc.stringMatching(/^[\p{L}\p{N}]{1,12}$/u);
  const address = fc
    .tuple(part, part, fc.constantFrom("de", "example", "рф", "公司"))
    .map(([a, b, c]) => `${a}@${b}.${c}`);
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), address), (typed) => {
      if (!schema.safeParse(typed).success) return;
      const key = emailKey(typed);
      expect(emailKey(key)).toBe(key);
      expect(emailKey(typed.normalize("NFD"))).toBe(key);
      expect(key).toBe(key.toLowerCase());
    }),
    { numRuns: 500 },
  );
});

test.each([
  'a"b@example.com',
  "a b@example.com",
  "a@example.com,b@example.com",
  "a@example.com\r\nBcc: b@example.com",
  "<a@example.com>",
  "a@b",
  "a@127.0.0.1",
  ".a@example.com",
  "a..b@example.com",
  "a.@example.com",
  "a@-x.example",
  "a@example.com\u202e",
  "a\u200b@example.com",
  "a@b@example.com",
])("%j is no address", (typed) => expect(schema.safeParse(typed).success).toBe(false));
