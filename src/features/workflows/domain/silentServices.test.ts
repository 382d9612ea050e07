import { expect, test } from "vitest";
import { silenceHints } from "./silentServices.ts";

const ted = { service: "ted", reason: "unreachable" };
const search = { service: "searxng", reason: "limited" };

test("advises to try again when services failed, and says which", () => {
  expect(silenceHints([ted, search], "en")).toEqual([
    "TED and SearXNG web search didn’t respond. Try again in a few minutes.",
  ]);
  expect(silenceHints([ted, ted], "de")).toEqual([
    "TED hat nicht geantwortet. Versuchen Sie es in einigen Minuten noch einmal.",
  ]);
  expect(silenceHints([search, ted], "de")).toEqual([
    "SearXNG-Websuche und TED haben nicht geantwortet. Versuchen Sie es in einigen Minuten noch einmal.",
  ]);
});

test("has nothing to advise when all answered, or nothing was set up", () => {
  expect(silenceHints([], "en")).toEqual([]);
  expect(silenceHints([{ service: "brave", reason: "notConfigured" }], "en")).toEqual([]);
});
