import { expect, test } from "vitest";
import { firstParts } from "./firstParts.ts";

const parts = firstParts();

test("preloads the shell, the page and their texts for an authenticated page", () => {
  const dashboard = parts["/dashboard"];
  expect(dashboard?.modules).toContain("app/AuthenticatedPages.tsx");
  expect(dashboard?.modules.length).toBe(3);
  expect(dashboard?.texts).toEqual(expect.arrayContaining(["common", "shell", "workflows", "dashboard"]));
  expect(parts["/"]).toBe(dashboard);
});

test("preloads neither router nor shell for the sign-in page", () => {
  expect(parts["/pioneers/signin"]?.modules).toEqual(["app/startSignIn.tsx"]);
  expect(parts["/pioneers/signin"]?.texts).toContain("account");
});

test("preloads only the shell for other pages", () => {
  expect(parts["*"]?.modules).toEqual(["app/startPages.tsx", "app/AuthenticatedPages.tsx"]);
});
