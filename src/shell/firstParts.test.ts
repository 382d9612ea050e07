import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { firstPartsOf } from "./firstParts.ts";

const parts = firstPartsOf(readFileSync(join(import.meta.dirname, "router.tsx"), "utf8"));

test("a page of a signed-in person needs the shell, its own part and both their texts", () => {
  const dashboard = parts["/dashboard"];
  expect(dashboard?.modules).toContain("shell/OwnPages.tsx");
  expect(dashboard?.modules.length).toBe(3);
  expect(dashboard?.texts).toEqual(expect.arrayContaining(["common", "shell", "workflows", "dashboard"]));
  expect(parts["/"]).toBe(dashboard);
});

test("the sign-in page does without router and shell", () => {
  expect(parts["/pioneers/signin"]?.modules).toEqual(["shell/startSignIn.tsx"]);
  expect(parts["/pioneers/signin"]?.texts).toContain("account");
});

test("every other page has the shell alone", () => {
  expect(parts["*"]?.modules).toEqual(["shell/startPages.tsx", "shell/OwnPages.tsx"]);
});
