import { expect, test } from "vitest";
import { deviceOf } from "./sessions.ts";

test.each<[string, string | null, string[]]>([
  [
    "Firefox on Windows",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
    ["Firefox", "Windows"],
  ],
  [
    "Edge on a Mac",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Edg/142.0",
    ["Edge", "macOS"],
  ],
  [
    "Safari on an iPhone",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1",
    ["Safari", "iPhone"],
  ],
  [
    "Chrome on Android",
    "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36",
    ["Chrome", "Android"],
  ],
  ["a program", "curl/8.9", []],
  ["nobody", null, []],
])("names the device of a session: %s", (_what, userAgent, words) => {
  expect(deviceOf(userAgent)).toEqual(words);
});
