import { describe, expect, test } from "vitest";
import { emailProblem, passwordBars } from "./credentials.ts";

describe("email validation", () => {
  test.each(["mara@radwerk-brandt.de", " a.b+c@mail.example.co.uk "])("accepts %s", (email) =>
    expect(emailProblem(email)).toBeUndefined(),
  );
  test.each([
    ["", "email.required"],
    ["   ", "email.required"],
    ["mara", "email.invalid"],
    ["@radwerk.de", "email.invalid"],
    ["mara@rad@werk.de", "email.invalid"],
    ["mara brandt@radwerk.de", "email.invalid"],
    ["jonas@albrecht", "email.noEnding"],
    ["jonas@albrecht.", "email.noEnding"],
    ["jonas@.de", "email.noEnding"],
  ])("rejects %j with a reason", (email, problem) => expect(emailProblem(email)).toBe(problem));
});

describe("password meter", () => {
  test("depends on the length alone", () => {
    expect([0, 1, 4, 5, 9, 10, 11, 12, 40].map((length) => passwordBars("x".repeat(length)))).toEqual([
      0, 1, 1, 2, 2, 3, 3, 4, 4,
    ]);
  });

  test("counts an emoji as one character", () => expect(passwordBars("🚲".repeat(9))).toBe(2));
});
