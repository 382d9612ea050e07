import { describe, expect, it } from "vitest";
import { hashPassword, isPassword } from "./password.ts";

describe("passwords", () => {
  it("are kept as argon2id with the figures of OWASP, salted", async () => {
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

  it("are the same in every spelling of a character", async () => {
    expect(await isPassword(await hashPassword("Ma\u00df f\u00fcr Ma\u00df"), "Ma\u00df fu\u0308r Ma\u00df")).toBe(
      true,
    );
  });

  it("do not fit a stored value that is no hash", async () => {
    for (const stored of ["", "correct horse battery", "$argon2id$v=19$m=19456,t=2,p=1$x$y"])
      expect(await isPassword(stored, "correct horse battery")).toBe(false);
  });

  it("send the two hundred and fifth who comes at once away, and serve all others", async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 205 }, () => isPassword("no hash", "x")));
    expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBe(204);
    expect(outcomes.at(-1)).toMatchObject({ status: "rejected", reason: { status: 503 } });
    expect(await isPassword("no hash", "x")).toBe(false);
  });
});
