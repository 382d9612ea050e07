import { describe, expect, test } from "vitest";
import { hashPassword, isPassword } from "./password.ts";

describe("passwords", () => {
  test("are stored as salted argon2id hashes with the OWASP parameters", async () => {
    const [one, two] = await Promise.all([
      hashPassword("correct horse battery"),
      hashPassword("correct horse battery"),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect([await isPassword(one, "correct horse battery"), await isPassword(one, "Correct horse battery")]).toEqual([
      true,
      false,
    ]);
  });

  test("match across Unicode normalization forms", async () => {
    expect(await isPassword(await hashPassword("Ma\u00df f\u00fcr Ma\u00df"), "Ma\u00df fu\u0308r Ma\u00df")).toBe(
      true,
    );
  });

  test("never match a stored value that is not a hash", async () => {
    for (const stored of ["", "correct horse battery", "$argon2id$v=19$m=19456,t=2,p=1$x$y"])
      expect(await isPassword(stored, "correct horse battery")).toBe(false);
  });

  test("are verified for 204 concurrent requests, and the next one is rejected with 503", async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 205 }, () => isPassword("no hash", "x")));
    expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBe(204);
    expect(outcomes.at(-1)).toMatchObject({ status: "rejected", reason: { status: 503 } });
    expect(await isPassword("no hash", "x")).toBe(false);
  });
});
