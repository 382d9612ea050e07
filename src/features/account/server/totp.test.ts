import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stepAt, stepOfCode, toBase32, totpCode, totpUri } from "./totp.ts";

/* RFC 6238, appendix B: time in seconds, and the code for each algorithm. */
const vectors: [number, string, string, string][] = [
  [59, "94287082", "46119246", "90693936"],
  [1111111109, "07081804", "68084774", "25091201"],
  [1111111111, "14050471", "67062674", "99943326"],
  [1234567890, "89005924", "91819424", "93441116"],
  [2000000000, "69279037", "90698825", "38618901"],
  [20000000000, "65353130", "77737706", "47863826"],
];
const seed = (bytes: number): Buffer => Buffer.from("1234567890".repeat(7).slice(0, bytes));

test.each(vectors)("gives the codes of RFC 6238 at %i s", (seconds, sha1, sha256, sha512) => {
  const step = stepAt(new Date(seconds * 1000));
  expect(totpCode(seed(20), step, { digits: 8 })).toBe(sha1);
  expect(totpCode(seed(32), step, { digits: 8, algorithm: "sha256" })).toBe(sha256);
  expect(totpCode(seed(64), step, { digits: 8, algorithm: "sha512" })).toBe(sha512);
});

describe("a typed code", () => {
  const secret = fc.uint8Array({ minLength: 20, maxLength: 20 });
  const second = fc.integer({ min: 300, max: 4_000_000_000 });

  test("belongs to the present step or the one beside it, and to no other", () => {
    fc.assert(
      fc.property(secret, second, fc.integer({ min: -4, max: 4 }), (bytes, seconds, away) => {
        const now = new Date(seconds * 1000);
        const code = totpCode(bytes, stepAt(now) + away);
        const found = stepOfCode(bytes, code, now);
        const isClose = Math.abs(away) <= 1;
        // Two steps share a code once in a million; then the later one counts.
        if (isClose) expect(found).toBeGreaterThanOrEqual(stepAt(now) + away);
        else if (found !== null) expect(totpCode(bytes, found)).toBe(code);
      }),
    );
  });

  test("is no other text", () => {
    const now = new Date(59_000);
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const known = [0, 1, 2].map((step) => totpCode(seed(20), step));
        expect(stepOfCode(seed(20), typed, now) !== null).toBe(known.includes(typed));
      }),
    );
  });
});

test("writes secrets as RFC 4648 does, without padding", () => {
  const words: [string, string][] = [
    ["", ""],
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foob", "MZXW6YQ"],
    ["fooba", "MZXW6YTB"],
    ["foobar", "MZXW6YTBOI"],
  ];
  expect(words.map(([plain]) => toBase32(Buffer.from(plain)))).toEqual(words.map(([, coded]) => coded));
});

test("names issuer and account in the link for apps", () => {
  expect(totpUri(Buffer.from("foobar"), "jörg+a@example.com")).toBe(
    "otpauth://totp/Pioneer:j%C3%B6rg%2Ba%40example.com?secret=MZXW6YTBOI&issuer=Pioneer",
  );
});
