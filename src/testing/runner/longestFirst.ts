import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest, from the root of the sources: one that comes last keeps a single worker busy. */
const longest = [
  "testing/specification.browser.test.ts",
  "app/pages.en.browser.test.ts",
  "app/menus.en.browser.test.ts",
  "features/settings/settings.browser.test.ts",
  "features/leads/web/leads.browser.test.ts",
  "testing/hostileTexts.test.ts",
  "features/workflows/suite.test.ts",
  "features/workflows/randomEdits.test.ts",
  "features/workflows/hostilePages.test.ts",
  "testing/security/texts.test.ts",
  "features/runs/takeover.test.ts",
  "platform/database/openDatabase.test.ts",
  "testing/security.test.ts",
  "features/files/hostileFiles.test.ts",
  "features/files/server/extract.test.ts",
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = longest.findIndex((path) => moduleId.replaceAll("\\", "/").endsWith(`/src/${path}`));
  return rank < 0 ? longest.length : rank;
};

/** The order of Vitest, by size where nothing is known, with the longest files of each project first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) =>
      a.project.name === b.project.name ? rankOf(a) - rankOf(b) : sorted.indexOf(a) - sorted.indexOf(b),
    );
  }
}
