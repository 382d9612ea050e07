import { existsSync, readFileSync } from "node:fs";
import { basename, join, posix } from "node:path";
import { expect, test } from "vitest";
import { type OwnImport, filesBelow, findCycle, ownImports, root, sources } from "./sourceTree.ts";

/**
 * The house rules that a linter cannot say, docs/architecture.md: who may import whom, what files are called, and
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

type Room = "kit" | "pure" | "server" | "web" | "shell" | "house" | "testing";
interface Place {
  room: Room;
  /** Empty outside of the features. */
  feature: string;
  /** Path inside the room. */
  file: string;
}

function placeOf(path: string): Place {
  const inFeature = /^src\/features\/([^/]+)\/(?:(server|web)\/)?(.*)$/.exec(path);
  if (inFeature) {
    const [, feature = "", room, file = ""] = inFeature;
    return { feature, room: room === "server" || room === "web" ? room : "pure", file };
  }
  const [, top = "", ...rest] = path.split("/");
  const room = top === "kit" || top === "shell" || top === "testing" ? top : "house";
  return { feature: "", room, file: rest.join("/") };
}

/** What other features may call in a feature's server, beside `usecases.ts`. */
const serverDoors: Record<string, string[]> = {
  files: ["storage.ts", "extract.ts", "cleanText.ts", "plainText.ts", "zip.ts"],
};
/** What a feature's server may call in src/server; types are free. */
const houseDoors = new Set(["jobs.ts", "deletion.ts", "ceiling.ts", "effect.ts"]);
/** What other features' pages may know of a feature's, beside `store.ts`. */
const webDoors: Record<string, string[]> = {
  account: ["useSession.ts", "useKeptDraft.ts", "credentials.ts"],
  settings: ["FavoriteStar.tsx"],
  documents: [
    "DocumentMarks.tsx",
    "DocumentNotes.tsx",
    "GapCounter.tsx",
    "documentDrafts.ts",
    "editing.ts",
    "DocumentView.tsx",
    "ExportMenu.tsx",
    "GrowingField.tsx",
    "RevisionDiff.tsx",
    "RevisionEvidence.tsx",
    "SectionEditing.tsx",
    "TimedText.tsx",
    "WordDiffChoice.tsx",
    "documentDiff.ts",
    "documentDrafts.ts",
    "evidenceDiff.ts",
    "keyFigures.ts",
    "readDocument.ts",
    "readDraft.ts",
    "DocumentOutline.tsx",
    "DocumentSources.tsx",
    "FindBar.tsx",
    "OpenQuestions.tsx",
    "outline.ts",
    "reading.ts",
    "sectionActions.ts",
  ],
  runs: [
    "DraftNotice.tsx",
    "NextSteps.tsx",
    "PricePanel.tsx",
    "Proposals.tsx",
    "ResultReturn.tsx",
    "RunEnded.tsx",
    "RunView.tsx",
    "StartProblem.tsx",
    "activity.ts",
    "startIntent.ts",
    "startedRun.ts",
    "useProposals.ts",
    "useQuote.ts",
    "useStart.ts",
  ],
  calendar: ["dayNames.ts"],
  schedules: ["ScheduleDialog.tsx", "ScheduleList.tsx"],
  workflows: ["formProblems.ts", "WorkflowDefaults.tsx"],
};
/** What a feature's pages may use of src/shell; types are free. */
const shellDoors = new Set([
  "api.ts",
  "paths.ts",
  "wayBack.ts",
  "toastFailure.ts",
  "toldLater.ts",
  "theme.ts",
  "copyText.ts",
]);
const isShellDoor = (file: string): boolean => /^(ui|i18n)\//.test(file) || shellDoors.has(file);

/** Why an import is against the rules, or undefined. */
function objection({ from, to, typeOnly }: OwnImport): string | undefined {
  const [a, b] = [placeOf(from), placeOf(to)];
  if (b.room === "testing") return "tests are imported by tests only";
  if (b.room === "kit") return undefined;
  switch (a.room) {
    case "kit":
      return "kit imports nothing of ours";
    case "pure":
      return b.room === "pure" ? undefined : "contracts, rules and the catalogue import kit and each other only";
    case "server":
      if (b.room === "pure" || (b.room === "server" && b.feature === a.feature)) return undefined;
      if (b.room === "server") {
        const isDoor = typeOnly || b.file === "usecases.ts" || serverDoors[b.feature]?.includes(b.file);
        return isDoor ? undefined : "another feature's server is called by its usecases.ts";
      }
      if (b.room === "house")
        return typeOnly || houseDoors.has(b.file) ? undefined : "src/server is handed in, not imported";
      return "a server knows no page";
    case "web":
      if (b.room === "pure" || (b.room === "web" && b.feature === a.feature)) return undefined;
      if (b.room === "web")
        return b.file === "store.ts" || webDoors[b.feature]?.includes(b.file)
          ? undefined
          : "another feature's pages are known by their store.ts";
      if (b.room === "shell")
        return typeOnly || isShellDoor(b.file) ? undefined : "of the shell, a page uses ui/, i18n, api and paths";
      return "a page knows no server";
    case "shell":
      if (b.room === "pure" || b.room === "web" || b.room === "shell" || typeOnly) return undefined;
      // Runs inside the build, where it turns the contract into what the browser needs of it.
      return from === "src/app/build/contractPlugin.ts" ? undefined : "the shell knows no server";
    case "house":
      return b.room === "web" || b.room === "shell" ? "the server knows no page" : undefined;
    case "testing":
      return undefined;
  }
}

test("imports follow the allowed directions", () => {
  const broken = imports.flatMap((it) => {
    const reason = objection(it);
    return reason ? [`${it.from} → ${it.to}: ${reason}`] : [];
  });
  expect(broken).toEqual([]);
});

/** Inside a server, nobody calls upwards. Files without a role of their own stand between use cases and repository. */
const layers = ["handlers.ts", "routes.ts", "usecases.ts", "", "repository.ts", "schema.ts", "table.ts"];
const layerOf = (file: string): number => {
  const known = layers.indexOf(file);
  return known >= 0 ? known : layers.indexOf("");
};

test("server code calls from handlers to use cases to repository to table", () => {
  const broken = imports.filter(({ from, to, typeOnly }) => {
    const [a, b] = [placeOf(from), placeOf(to)];
    const isTop = b.file === "handlers.ts" || b.file === "routes.ts";
    const isRepository = a.file === "repository.ts" || a.file === "table.ts" || a.file === "schema.ts";
    if (typeOnly || a.room !== "server" || b.room !== "server" || a.feature !== b.feature) return false;
    return isTop || (isRepository && layerOf(b.file) < layerOf(a.file) && layers.includes(b.file));
  });
  expect(broken.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

test.each(["server", "web"] as const)("features have no circular dependencies (%s)", (room) => {
  const edges = new Map<string, Set<string>>();
  for (const { from, to, typeOnly } of imports) {
    const [a, b] = [placeOf(from), placeOf(to)];
    // Handlers, routes and components are the outer ring: no other feature calls them, so they close no circle.
    const isOuter = a.file === "handlers.ts" || a.file === "routes.ts" || /Routes\.ts$|\.tsx$/.test(a.file);
    if (typeOnly || isOuter || a.room !== room || b.room !== room || a.feature === b.feature) continue;
    const next = edges.get(a.feature) ?? new Set<string>();
    edges.set(a.feature, next.add(b.feature));
  }
  expect(findCycle(edges)).toBeUndefined();
});

const drawers = /^(utils?|helpers?|misc|common|shared|lib|types|constants|services?|manager|functions|stuff)$/i;
/** Files of a feature's own folder: what both sides know. */
const pureFiles = new Set([
  "contract.ts",
  "rules.ts",
  "blockTexts.ts",
  "document.ts",
  "edits.ts",
  "workflow.ts",
  "apis.ts",
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
  const { room, feature, file } = placeOf(path.replace(/(\.browser)?\.test\.(tsx?)$/, ".$2"));
  const name = basename(file).replace(/\.\w+$/, "");
  if (path.split("/").some((part) => drawers.test(part.replace(/\.\w+$/, "")))) return "a drawer, not a name";
  if (feature === "") return undefined;
  if (file.endsWith(".tsx") && room !== "web") return "components live in web/";
  if (room === "pure") {
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
