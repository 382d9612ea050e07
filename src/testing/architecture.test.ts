import { existsSync, readFileSync } from "node:fs";
import { basename, join, posix } from "node:path";
import { expect, test } from "vitest";
import { type OwnImport, filesBelow, findCycle, ownImports, root, sources } from "./sourceTree.ts";

/**
 * Rules of the structure that a linter cannot hold, see docs/architecture.md: who may import whom, what files are called, and
 * that what the documents name exists. Each test answers with the lines that break its rule.
 */

const files = sources();
const isTest = (path: string): boolean =>
  /\.test\.tsx?$/.test(path) ||
  path.startsWith("src/testing/") ||
  path.includes("/conformance/") ||
  path.endsWith("Fixture.ts");
const product = files.filter(({ path }) => !isTest(path));
const imports = product.flatMap(({ path, text }) => ownImports(path, text));

/**
 * Layers, lowest first. A file imports from its own layer and the ones below, types included; folders of one layer do
 * not import each other, features apart.
 */
const layers: readonly (readonly string[])[] = [["kit"], ["platform", "ui"], ["features"], ["server", "app"]];
/** Folders of one side beside `features/<name>/server` and `features/<name>/web`. */
const sides: Record<"server" | "web", readonly string[]> = { server: ["platform", "server"], web: ["ui", "app"] };

interface ModuleLocation {
  /** First folder below src. */
  folder: string;
  /** Empty outside of the features. */
  feature: string;
  /** Pure files run on both sides. */
  side: "pure" | "server" | "web";
  /** Path inside its folder, or inside the side of its feature. */
  file: string;
}

function locationOf(path: string): ModuleLocation {
  const inFeature = /^src\/features\/([^/]+)\/(?:(server|web)\/)?(.*)$/.exec(path);
  if (inFeature) {
    const [, feature = "", side, file = ""] = inFeature;
    return { folder: "features", feature, side: side === "server" || side === "web" ? side : "pure", file };
  }
  const [, folder = "", ...rest] = path.split("/");
  const side = (["server", "web"] as const).find((one) => sides[one].includes(folder));
  return { folder, feature: "", side: side ?? "pure", file: rest.join("/") };
}

const layerOf = (folder: string): number => layers.findIndex((layer) => layer.includes(folder));

/** Which features may import which, by the side of the importing file. Adding one needs a reason. */
const featureEdges: Record<ModuleLocation["side"], Record<string, string>> = {
  pure: {
    coins: "workflows",
    dashboard: "calendar coins outcomes projects runs",
    operator: "account",
    payments: "account",
    projects: "documents runs workflows",
    reminders: "workflows",
    runs: "calendar documents workflows",
    settings: "outcomes workflows",
    sharing: "calendar",
    start: "documents",
    workflows: "calendar documents leads outcomes support",
  },
  server: {
    account: "coins files images mail",
    calendar: "outcomes projects workflows",
    dashboard: "calendar projects settings",
    insights: "account leads",
    invites: "account coins mail payments runs",
    leads: "workflows",
    legal: "workflows",
    operator: "account coins workflows",
    outcomes: "projects",
    payments: "account coins mail",
    projects: "account documents files runs settings workflows",
    reminders: "mail settings sharing workflows",
    runs: "account coins documents files outcomes projects settings workflows",
    schedules: "account projects runs settings workflows",
    settings: "account workflows",
    sharing: "account calendar mail settings",
    start: "workflows",
    support: "images mail",
    workflows: "calendar documents files leads settings",
  },
  web: {
    account: "workflows",
    calendar: "account outcomes projects settings",
    coins: "settings workflows",
    dashboard: "account calendar coins leads outcomes projects runs settings workflows",
    deletions: "settings workflows",
    insights: "settings workflows",
    invites: "account settings",
    leads: "documents settings workflows",
    onboarding: "account coins settings workflows",
    outcomes: "projects settings workflows",
    operator: "account settings workflows",
    payments: "account coins settings support workflows",
    projects: "account documents files runs schedules settings workflows",
    runs: "account calendar coins documents leads outcomes payments projects schedules settings workflows",
    schedules: "account settings workflows",
    settings: "account outcomes workflows",
    sharing: "calendar settings",
    start: "documents legal runs workflows",
    support: "account images",
    workflows: "documents files leads outcomes projects runs settings support",
  },
};

/** What other features may call in a feature's server, beside `usecases.ts`. */
const serverDoors: Record<string, string[]> = {
  account: ["requests.ts", "levelRefusal.ts"],
  calendar: ["appointment.ts", "icalendar.ts"],
  files: ["body.ts", "extract.ts", "cleanText.ts", "plainText.ts", "zip.ts"],
  mail: [
    "templates/account.ts",
    "templates/invitation.ts",
    "templates/invite.ts",
    "templates/receipt.ts",
    "templates/reminder.ts",
  ],
  workflows: ["exampleResult.ts", "switches.ts"],
};

/** Why an import is against the rules, or undefined. */
function objection({ from, to, typeOnly }: OwnImport): string | undefined {
  const [a, b] = [locationOf(from), locationOf(to)];
  if (isTest(to)) return "tests are imported by tests only";
  const [lower, upper] = [layerOf(b.folder), layerOf(a.folder)];
  if (lower < 0 || upper < 0) return "is in no layer";
  if (lower > upper) return "imports from a higher layer";
  if (lower === upper && a.folder !== b.folder) return "folders of one layer do not import each other";
  if (b.side !== "pure" && a.side !== b.side)
    return a.side === "pure" ? "pure files run on both sides" : "server and browser do not import each other";
  if (a.feature === "" || b.feature === "" || a.feature === b.feature) return undefined;
  if (!(featureEdges[a.side][a.feature] ?? "").split(" ").includes(b.feature))
    return `features/${a.feature} may not import features/${b.feature} (${a.side})`;
  const isDoor =
    b.side !== "server" || typeOnly || b.file === "usecases.ts" || serverDoors[b.feature]?.includes(b.file);
  return isDoor ? undefined : "another feature's server is called by its usecases.ts";
}

test("imports follow the allowed directions", () => {
  const broken = imports.flatMap((it) => {
    const reason = objection(it);
    return reason ? [`${it.from} → ${it.to}: ${reason}`] : [];
  });
  expect(broken).toEqual([]);
});

test("every allowed edge between features is used", () => {
  const used = new Set(
    imports.flatMap(({ from, to }) => {
      const [a, b] = [locationOf(from), locationOf(to)];
      return a.feature !== "" && b.feature !== "" ? [`${a.side} ${a.feature} ${b.feature}`] : [];
    }),
  );
  const allowed = Object.entries(featureEdges).flatMap(([side, edges]) =>
    Object.entries(edges).flatMap(([from, list]) => list.split(" ").map((to) => `${side} ${from} ${to}`)),
  );
  expect(allowed.filter((edge) => !used.has(edge))).toEqual([]);
});

/** Inside a server, nobody calls upwards. Files without a role of their own stand between use cases and repository. */
const roles = ["feature.ts", "handlers.ts", "routes.ts", "usecases.ts", "", "repository.ts", "schema.ts", "table.ts"];
const rankOf = (file: string): number => {
  const known = roles.indexOf(file);
  return known >= 0 ? known : roles.indexOf("");
};

test("server code calls from the manifest to handlers to use cases to repository to table", () => {
  const broken = imports.filter(({ from, to, typeOnly }) => {
    const [a, b] = [locationOf(from), locationOf(to)];
    const isTop = a.file !== "feature.ts" && (b.file === "handlers.ts" || b.file === "routes.ts");
    const isRepository = a.file === "repository.ts" || a.file === "table.ts" || a.file === "schema.ts";
    if (typeOnly || a.side !== "server" || a.feature === "" || a.feature !== b.feature || b.side !== "server")
      return false;
    return (
      isTop || b.file === "feature.ts" || (isRepository && rankOf(b.file) < rankOf(a.file) && roles.includes(b.file))
    );
  });
  expect(broken.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

test.each(["pure", "server", "web"] as const)("features have no circular dependencies (%s)", (side) => {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [a, b] = [locationOf(from), locationOf(to)];
    if (a.feature === "" || b.feature === "" || a.feature === b.feature || a.side !== side || b.side !== side) continue;
    const next = edges.get(a.feature) ?? new Set<string>();
    edges.set(a.feature, next.add(b.feature));
  }
  expect(findCycle(edges)).toBeUndefined();
});

test("the kit knows no framework", () => {
  const framework = /from "(react|react-dom|react-redux|@reduxjs\/toolkit|@tanstack\/[\w-]+|hono|kysely|pg)(\/[^"]*)?"/;
  const broken = product.filter(({ path, text }) => path.startsWith("src/kit/") && framework.test(text));
  expect(broken.map(({ path }) => path)).toEqual([]);
});

const drawers = /^(utils?|helpers?|misc|common|shared|lib|types|constants|services?|manager|functions|stuff)$/i;
/** Files of a feature's own folder: what both sides know. */
const pureFiles = new Set([
  "contract.ts",
  "rules.ts",
  "rights.ts",
  "blockTexts.ts",
  "document.ts",
  "edits.ts",
  "workflow.ts",
  "apis.ts",
  "facts.ts",
  "engine.ts",
  "rendering.ts",
  "csv.ts",
  "exportParts.ts",
  "exportWords.ts",
  "htmlExport.ts",
  "plainText.ts",
]);
/** Folders of what both sides know, one level deep; the catalogue has one for each workflow. */
const pureFolders = /^(?:kit|domain|catalogue(?:\/[a-z]\w*)?)\/[a-z]\w*\.ts$/;

function misnamed(path: string): string | undefined {
  const { side, feature, file } = locationOf(path.replace(/(\.browser)?\.test\.(tsx?)$/, ".$2"));
  const name = basename(file).replace(/\.\w+$/, "");
  if (path.split("/").some((part) => drawers.test(part.replace(/\.\w+$/, "")))) return "a drawer, not a name";
  if (feature === "") return undefined;
  if (file.endsWith(".tsx") && side !== "web") return "components live in web/";
  if (side === "pure") {
    const isCatalogue = pureFolders.test(file) && feature === "workflows";
    const isWholeTest = path.endsWith(".test.ts") && /^[a-z]\w*\.ts$/.test(file);
    return pureFiles.has(file) || isCatalogue || isWholeTest ? undefined : `not one of ${[...pureFiles].join(", ")}`;
  }
  if (file.split("/").length > 2) return "at most one folder deep";
  if (file.endsWith(".tsx"))
    return /^[A-Z]\w*$/.test(name) || path.includes(".test.") ? undefined : "components are written in PascalCase";
  return /^[a-z]\w*$|^[A-Z]\w*Context$/.test(name) ? undefined : "files are written in camelCase";
}

test("files of a feature are named by their role", () => {
  const broken = files
    .filter(({ path }) => !path.includes("/conformance/"))
    .flatMap(({ path }) => {
      const reason = misnamed(path);
      return reason ? [`${path}: ${reason}`] : [];
    });
  expect(broken).toEqual([]);
});

test("a feature with handlers has a contract, and one with a repository has a table", () => {
  const present = new Set(files.map(({ path }) => path));
  const needs: [string, string][] = [
    ["server/handlers.ts", "contract.ts"],
    ["server/repository.ts", "server/table.ts"],
  ];
  const broken = [...present].flatMap((path) =>
    needs.flatMap(([has, wants]) =>
      path.startsWith("src/features/") && path.endsWith(`/${has}`) && !present.has(path.replace(has, wants))
        ? [`${path} without ${wants}`]
        : [],
    ),
  );
  expect(broken).toEqual([]);
});

test("no file re-exports from another, except a feature's use cases", () => {
  const passesOn = /^export\s+(type\s+)?(\*|\{[^}]*\})\s*(as\s+\w+\s*)?from\s*["'](\.|#src)/m;
  const passesAll = /^export\s+(type\s+)?\*/m;
  const broken = product.filter(({ path, text }) =>
    (path.endsWith("/server/usecases.ts") ? passesAll : passesOn).test(text),
  );
  expect(broken.map(({ path }) => path)).toEqual([]);
});

/** Readers of the environment: the settings, the entry, and what builds the environment of a child process. */
const environmentReaders = new Set([
  "src/platform/config.ts",
  "src/server/main.ts",
  "src/platform/database/cluster.ts",
  "src/platform/database/watchdog.ts",
]);

test("the environment is read in one place", () => {
  const broken = product.filter(({ path, text }) => text.includes("process.env") && !environmentReaders.has(path));
  expect(broken.map(({ path }) => path)).toEqual([]);
});

test("no test mocks a module", () => {
  const call = new RegExp(String.raw`\bvi\s*\.\s*(mock|doMock|hoisted)\(`);
  expect(files.filter(({ text }) => call.test(text)).map(({ path }) => path)).toEqual([]);
});

test("every path that the documentation names exists", () => {
  const documents = [
    ...filesBelow("docs", (path) => path.endsWith(".md")),
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CHANGELOG.md",
  ];
  const broken = documents
    .filter((path) => existsSync(join(root, path)))
    .flatMap((path) =>
      namedPaths(path, readFileSync(join(root, path), "utf8"))
        .filter((named) => !existsSync(join(root, named)))
        .map((named) => `${path} names ${named}`),
    );
  expect(broken).toEqual([]);
});

/** Paths of the checkout in a document: in backticks when they start at its top, and relative links. */
function namedPaths(document: string, text: string): string[] {
  const quoted = [...text.matchAll(/`((?:src|scripts|docs|bench|\.ci)\/[\w./-]*\w)`/g)].map(([, path = ""]) => path);
  const linked = [...text.matchAll(/\]\((?!\w+:|#)([^)\s#]+)/g)].map(([, path = ""]) =>
    posix.join(posix.dirname(document), path),
  );
  return [...quoted, ...linked];
}
