import type { Fact } from "#src/testing/specification/fact.ts";
import { facts } from "#src/testing/specification/facts.ts";
import type { Edit } from "./edit.ts";

/** A test by its file and its title. */
export interface Target {
  file: string;
  title: string;
}

const suites: Record<Fact["check"]["place"], string> = {
  server: "src/testing/specification.test.ts",
  browser: "src/testing/specification.browser.test.ts",
};

/**
 * The test that must turn red.
 * @throws Error when the edit names no row of the specification that is proven today
 */
export function targetOf({ name, caughtBy }: Edit): Target {
  if ("test" in caughtBy) return { file: caughtBy.file, title: caughtBy.test };
  const fact = facts.find(({ says }) => says === caughtBy.row);
  if (!fact) throw new Error(`${name}: the specification has no row "${caughtBy.row}"`);
  if (fact.waitsFor) throw new Error(`${name}: the row "${caughtBy.row}" waits and proves nothing yet`);
  // The browser's suite names the section in each title, the other one in its groups.
  const title = fact.check.place === "browser" ? `Specification, section ${fact.section}: ${fact.says}` : fact.says;
  return { file: suites[fact.check.place], title };
}

export const isBrowserTest = ({ file }: Target): boolean => file.endsWith(".browser.test.ts");
