import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { outcomeStatus } from "./contract.ts";
import {
  characterLimit,
  contentTypes,
  contentTypesOf,
  isContentType,
  isPlatform,
  outcomeStatuses,
  platforms,
  platformTakes,
  writerOf,
} from "./rules.ts";

test("defines the content types of each platform as specified", () => {
  expect(platforms.map((platform) => [platform, ...contentTypesOf[platform]])).toEqual([
    ["Facebook", 1, 2, 3],
    ["Instagram", 20, 2, 1, 30],
    ["X (Twitter)", 3, 1, 2],
    ["TikTok", 41, 42],
    ["YouTube", 40, 50, 3],
    ["LinkedIn", 1, 100, 3, 2],
    ["Reddit", 3, 1, 10],
    ["Threads", 3, 1],
    ["Bluesky", 3, 1],
  ]);
  expect(platformTakes("Reddit", 100)).toBe(false);
  expect(contentTypes.every((code) => platforms.some((platform) => platformTakes(platform, code)))).toBe(true);
  expect(platforms.every((platform) => characterLimit[platform] >= 280)).toBe(true);
});

test("recognizes valid platforms and content types only", () => {
  expect([
    isPlatform("LinkedIn"),
    isPlatform("linkedin"),
    isPlatform(null),
    isContentType(41),
    isContentType("41"),
    isContentType(4),
  ]).toEqual([true, false, false, true, false, false]);
});

test("uses the same content item statuses as the contract", () => {
  expect(outcomeStatus.options).toEqual([...outcomeStatuses]);
});

test.each(["en", "de"])("translates every label key (%s)", (language) => {
  const file = join(import.meta.dirname, "../../ui/i18n", language, "workflows.json");
  const texts = JSON.parse(readFileSync(file, "utf8")) as Record<string, Record<string, string>>;
  const keys = [
    ...contentTypes.map((code) => `workflows:contentTypes.${code}`),
    ...platforms.map((platform) => `workflows:platforms.${platform}`),
    ...outcomeStatuses.map((status) => `workflows:outcomeStatuses.${status}`),
  ];
  const missing = keys.filter((key) => {
    const [group = "", name = ""] = key.replace("workflows:", "").split(/\.(.*)/s);
    return typeof texts[group]?.[name] !== "string";
  });
  expect(missing).toEqual([]);
});

test("knows which workflow writes an item", () => {
  const writers = [100, 2, 20, 40, 41, 42, 50, 1, 3, 10, 30].map((contentType) =>
    writerOf({ contentType, kind: "post" }).replace("Writer", ""),
  );
  expect(writers).toEqual(["blogArticle", ...Array(6).fill("videoScript"), ...Array(4).fill("socialPost")]);
  expect(["article", "video", "mail"].map((kind) => writerOf({ contentType: null, kind }))).toEqual([
    "blogArticleWriter",
    "videoScriptWriter",
    "socialPostWriter",
  ]);
});
