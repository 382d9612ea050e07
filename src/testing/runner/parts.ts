import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { cards } from "#src/features/workflows/catalogue/cards.ts";

/** What `npm test` is asked for. */
export interface Plan {
  /** Whether types, lint and the other static checks run. */
  checks: boolean;
  /** Test files, from the root of the repository; empty when none runs. */
  files: string[];
  /** Passed on to Vitest as they are. */
  options: string[];
}

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
const isBrowserTest = (path: string): boolean => path.endsWith(".browser.test.ts");

/** Every test file, from the root of the repository. */
export function testFilesOf(root: string): string[] {
  return readdirSync(`${root}/src`, { recursive: true, encoding: "utf8" })
    .map((path) => `src/${path.replaceAll("\\", "/")}`)
    .filter(isTest)
    .toSorted();
}

/** Names that have a meaning beside those of files: folders with tests in them, features first. */
export function partsOf(files: string[]): { features: string[]; folders: string[]; workflows: string[] } {
  const folders = new Set(files.flatMap((file) => /^src\/(kit|server|shell|testing)\//.exec(file)?.[1] ?? []));
  const features = new Set(files.flatMap((file) => /^src\/features\/([^/]+)\//.exec(file)?.[1] ?? []));
  const workflows = cards.map(({ key }) => key);
  return {
    features: [...features].toSorted(),
    folders: [...folders].toSorted(),
    workflows: workflows.filter((key) => files.some((file) => file.includes(`/catalogue/${key}`))),
  };
}

/**
 * The part of the suite that arguments name: nothing for all of it, `check`, `unit`, `browser`, a feature, a folder, a
 * workflow, or a part of the path of test files. Several are added up; `unit` and `browser` narrow the others.
 * Everything from the first option on is Vitest's.
 * @throws Error in words for the person at the terminal when a part is unknown
 */
export function planOf(args: string[], files: string[]): Plan {
  const first = args.findIndex((arg) => arg.startsWith("-"));
  const [names, options] = first < 0 ? [args, []] : [args.slice(0, first), args.slice(first)];
  const places = names.filter((name) => !["check", "unit", "browser"].includes(name));
  const chosen = places.length === 0 ? files : [...new Set(places.flatMap((place) => filesOf(place, files)))];
  const isWanted = (file: string): boolean => {
    const kind = isBrowserTest(file) ? "browser" : "unit";
    return names.includes(kind) || !(names.includes("unit") || names.includes("browser"));
  };
  const isCheckAlone = names.length > 0 && names.every((name) => name === "check");
  return {
    checks: names.includes("check") || (names.length === 0 && options.length === 0),
    files: isCheckAlone ? [] : chosen.filter(isWanted),
    options,
  };
}

function filesOf(place: string, files: string[]): string[] {
  const { features, folders } = partsOf(files);
  // Paths are written as the terminal completes them; a line may follow.
  const path = place.replaceAll("\\", "/").replace(/^\.\//, "").replace(/:\d+$/, "").replace(/\/$/, "");
  const inFolder = (folder: string): string[] => files.filter((file) => file.startsWith(`${folder}/`));
  if (features.includes(path)) return inFolder(`src/features/${path}`);
  if (folders.includes(path)) return inFolder(`src/${path}`);
  const whole = files.filter((file) => file === path);
  if (whole.length > 0) return whole;
  if (inFolder(path).length > 0) return inFolder(path);
  const key = path.replace(/Workflow$/, "").toLowerCase();
  const found = files.filter((file) => file.toLowerCase().includes(key));
  if (found.length > 0) return found;
  throw new Error(`There is no part "${place}" of the tests. ${describeParts(files)}`);
}

/** The parts that exist, in words for the terminal. */
export function describeParts(files: string[]): string {
  const { features, folders, workflows } = partsOf(files);
  const examples = files
    .filter(isBrowserTest)
    .slice(0, 2)
    .map((file) => basename(file));
  return [
    "Parts are:",
    "  check, unit, browser",
    `  features: ${features.join(", ")}`,
    `  folders: ${folders.join(", ")}`,
    `  workflows: ${workflows.join(", ")}`,
    `  files, by a part of their path: ${examples.join(", ")}, …`,
  ].join("\n");
}
