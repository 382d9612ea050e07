import { describe, expect, it } from "vitest";
import { emailProblem, passwordBars } from "./credentials.ts";

describe("an e-mail address", () => {
  it.each(["mara@radwerk-brandt.de", " a.b+c@mail.example.co.uk "])("is fine: %s", (email) =>
    expect(emailProblem(email)).toBeUndefined(),
  );
  it.each([
    ["", "email.required"],
    ["   ", "email.required"],
    ["mara", "email.invalid"],
    ["@radwerk.de", "email.invalid"],
    ["mara@rad@werk.de", "email.invalid"],
    ["mara brandt@radwerk.de", "email.invalid"],
    ["jonas@albrecht", "email.noEnding"],
    ["jonas@albrecht.", "email.noEnding"],
    ["jonas@.de", "email.noEnding"],
  ])("is refused with a reason: %j", (email, problem) => expect(emailProblem(email)).toBe(problem));
});

describe("the password meter", () => {
  it("fills with length alone", () => {
    expect([0, 1, 4, 5, 9, 10, 11, 12, 40].map((length) => passwordBars("x".repeat(length)))).toEqual([
      0, 1, 1, 2, 2, 3, 3, 4, 4,
    ]);
  });

  it("counts characters as people do", () => expect(passwordBars("🚲".repeat(9))).toBe(2));
});
