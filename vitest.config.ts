import { defineConfig } from "vitest/config";
import { LongestFirst } from "./src/testing/runner/longestFirst.ts";
import { cssModules } from "./src/app/build/cssModules.ts";
import { contractPlugin } from "./src/app/build/contractPlugin.ts";

export default defineConfig({
  // The browser's client reads its routes from the contract, and components their classes, in tests as in the build.
  plugins: [contractPlugin(), cssModules],
  test: {
    css: { include: [/\.module\.css$/] },
    globalSetup: ["src/testing/databaseSetup.ts"],
    pool: "forks",
    maxWorkers: 2,
    fileParallelism: true,
    sequence: { sequencer: LongestFirst },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          // No test replaces a module, and what a file imports takes longer than many a file of tests.
          isolate: false,
          environment: "node",
          include: ["src/**/*.test.{ts,tsx}"],
          exclude: ["src/**/*.browser.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          environment: "node",
          include: ["src/**/*.browser.test.ts"],
          // One process, and in it one Chromium, runs one file after the other: both are dear to start.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A page on a busy machine takes its time; what never comes still fails.
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
