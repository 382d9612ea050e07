import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Which part of the pages a module comes in: each part is one request. Modules are named by the beginning of their path
 * below `src`, so that a folder names all that is in it; `!` leaves some of them out, and a longer name brings some of
 * those back. `parts.test.ts` holds the names against the files. What stands in no part comes with whoever needs it.
 */

/** What the sign-in page shares with the others. */
const base = [
  "app/AfterPaint.",
  "app/ConnectionNotice.",
  "app/ShellFoot.",
  "app/ToastRegion.",
  "features/account/web/credentials.",
  "features/account/web/sessionForms.",
  "features/account/web/useSession.",
  "features/consent/web/store.",
  "features/support/web/Support",
  "features/support/web/TeamCards.",
  "features/workflows/rules.",
  "kit/boundedCache.",
  "kit/time/zoned.",
  "kit/webStorage.",
  "ui/Alert.",
  "ui/Button.",
  "ui/Field.",
  "ui/Icon.",
  "ui/LanguageLinks.",
  "ui/Ledger.",
  "ui/Mark.",
  "ui/Tabs.",
  "ui/TextInput.",
  "ui/client/api.",
  "ui/client/toastFailure.",
  "ui/client/useAnswer.",
  "ui/createIcon.",
  "ui/format.",
  "ui/forms/",
  "!ui/forms/UnsavedGuard.",
  "!ui/forms/checkBy.",
  "ui/toastStore.",
  "ui/valueStore.",
];
/** What all pages but the one to sign in need beside it: together it compresses better than as ten small parts. */
const own = [
  "app/AuthenticatedPages.",
  "app/ShellLayout.",
  "app/router.",
  "app/startPages.",
  "features/dashboard/web/DashboardLedger.",
  "features/dashboard/web/DashboardPage.",
  "features/dashboard/web/DashboardSteps.",
  "features/dashboard/web/DashboardToday.",
];
/** A page with what opens beside it; what two of them import goes with the first. */
export const pageParts: Readonly<Record<string, readonly string[]>> = {
  signIn: ["features/account/web/CodeField."],
  work: [
    "features/dashboard/web/DashboardDueLeads.",
    "features/dashboard/web/DashboardPlanned.",
    "features/dashboard/web/DashboardRecent.",
    "features/dashboard/web/DashboardStart.",
    "features/dashboard/web/DashboardWaiting.",
    "features/dashboard/web/GapsLink.",
  ],
  catalogue: [
    "app/WorkflowsRoute.",
    "features/workflows/web/CataloguePreview.",
    "features/workflows/web/TellMe.",
    "features/workflows/web/WorkflowGets.",
    "features/workflows/web/WorkflowsPage.",
    "features/workflows/web/readExample.",
  ],
  leads: ["app/LeadsRoute.", "features/leads/web/", "features/insights/web/", "!features/insights/web/OutreachList."],
  // The marks of items and entries stand on the dashboard, too.
  content: ["features/outcomes/web/", "!features/outcomes/web/ItemMarks."],
  calendar: [
    "app/CalendarRoute.",
    "features/calendar/web/",
    "!features/calendar/web/EntryPanel.",
    "!features/calendar/web/EntryFields.",
    "!features/calendar/web/EntryTies.",
    "!features/calendar/web/FamilyMark.",
    "!features/calendar/web/familyIcons.",
  ],
  settings: [
    "app/SettingsRoute.",
    "features/settings/web/",
    "features/onboarding/web/",
    // Operators confirm who they are as well.
    "!features/settings/web/ConfirmHost.",
    "!features/settings/web/confirmed.",
  ],
  runs: [
    "app/RunsRoute.",
    "features/runs/web/Runs",
    "features/runs/web/runs",
    "features/runs/web/runSearch.",
    "features/runs/web/useRunPages.",
    "features/runs/web/useRunsExport.",
    "features/schedules/web/",
  ],
  projects: [
    "features/projects/web/ProjectRowMenu.",
    "features/projects/web/Projects",
    "features/projects/web/comparePair.",
    "features/projects/web/projectSearch.",
    "features/projects/web/useProjectActions.",
    "features/projects/web/useProjectPages.",
  ],
  documents: [
    "features/documents/web/Blocks.",
    "features/documents/web/Chart.",
    "features/documents/web/ClaimText.",
    "features/documents/web/Document",
    "features/documents/web/TableFrame.",
    "features/documents/web/TimedText.",
    "features/documents/web/chartFigures.",
    "features/documents/web/claimText.",
    "features/documents/web/keyFigures.",
    "features/documents/web/outline.",
    "features/documents/web/readDocument.",
    "features/documents/web/readDraft.",
    "features/documents/web/reading.",
    "features/documents/web/tableFit.",
    "features/documents/web/tableLayout.",
    "features/documents/web/useRoomNote.",
    "features/projects/web/CompareBar.",
    "features/projects/web/CompareFigures.",
    "features/projects/web/ComparePage.",
  ],
};
/** What several pages share, where two of them need it. Writers and editors of documents come alone. */
const shared = [
  "app/",
  "features/",
  "kit/",
  "ui/",
  "!features/documents/web/",
  "!features/projects/web/",
  "!features/runs/web/",
  "!features/workflows/web/",
  "!features/workflows/catalogue/",
];
/** Texts that are needed together: each file alone would be a round trip of a slow connection. */
export const textParts: Readonly<Record<string, readonly string[]>> = {
  "texts-coins": ["coins", "payments"],
  texts: ["common", "workflows", "shell", "dashboard", "statement", "support", "legal"],
  "texts-work": [
    "messages",
    "run",
    "runs",
    "workflow",
    "reading",
    "projects",
    "compare",
    "catalogue",
    "schedules",
    "engine",
    "levels",
  ],
};

/** All parts of code, for their test. */
export const parts = { base, own, ...pageParts, shared };

const root = fileURLToPath(new URL("../../", import.meta.url));
const pathOf = (id: string): string =>
  relative(root, id.split("?", 1)[0] ?? "")
    .split(sep)
    .join("/");

/** @param path of a module below `src`; the longest name that it begins with decides */
export function isIn(part: readonly string[], path: string): boolean {
  const [nearest = "!"] = part
    .filter((name) => path.startsWith(name.replace("!", "")))
    .toSorted((a, b) => b.replace("!", "").length - a.replace("!", "").length);
  return !nearest.startsWith("!");
}

const isOfPage = (path: string): boolean => Object.values(pageParts).some((modules) => isIn(modules, path));

/** Packages whose modules come in a part, wherever they are installed; a name may go on into the package. */
const libraries = {
  /** Every page needs them: one part, which stays in the cache while our own code moves on. */
  vendor: ["react/", "react-dom/", "scheduler/"],
  own: [
    "@reduxjs/",
    "redux/",
    "redux-thunk/",
    "react-redux/",
    "use-sync-external-store/",
    "@tanstack/history/",
    "@tanstack/query-core/",
    "@tanstack/react-query/",
    "@tanstack/react-router/",
    "@tanstack/react-store/",
    "@tanstack/router-core/",
    "@tanstack/store/",
    // What guards unsaved words comes with the forms that have some.
    "!@tanstack/react-router/dist/esm/useBlocker.",
  ],
  base: ["lucide-react/dist/esm/icons/x."],
  shared: [
    "radix-ui/",
    "@radix-ui/",
    "@floating-ui/",
    "aria-hidden/",
    "react-remove-scroll/",
    "@tanstack/react-virtual/",
    "lucide-react/dist/esm/icons/",
  ],
  forms: ["zod/"],
};
const isOf = (library: keyof typeof libraries, id: string): boolean => {
  const inside = id.split(sep).join("/").split("/node_modules/");
  return inside.length > 1 && isIn(libraries[library], inside.at(-1) ?? "");
};

/** What forms are checked with, the texts of a workflow's form and the icons of all workflows. */
const isOfForms = (path: string): boolean =>
  /^(?:kit\/schemas|features\/\w+\/contract|ui\/i18n\/workflowTexts|features\/workflows\/web\/CardIcon)\.tsx?$/.test(
    path,
  );
/** Sheets of shared components are small, and a request each way costs more than they do. */
const isSheet = (path: string): boolean => /^(?:ui|app\/palette)\/\w+(?:\.module)?\.css$/.test(path);

/** @returns the name of the part of texts that a file of texts comes in, null for any other module */
function textsOf(id: string): string | null {
  const [, language, name = ""] = /^ui\/i18n\/(en|de)\/(\w+)\.json$/.exec(pathOf(id)) ?? [];
  const part = language && Object.keys(textParts).find((one) => textParts[one]?.includes(name));
  return part ? `${part}-${language}` : null;
}

/** The groups of the build, the first of them having the last word. */
export const groups = [
  { name: "vendor", priority: 5, test: (id: string) => isOf("vendor", id) },
  { name: "entry", priority: 4, tags: ["$initial" as const] },
  { name: textsOf, debugName: "texts", priority: 3 },
  {
    name: "base",
    priority: 2.5,
    test: (id: string) => isOf("base", id) || isIn(base, pathOf(id)),
  },
  {
    name: "own",
    priority: 1,
    test: (id: string) => isOf("own", id) || isIn(own, pathOf(id)) || isSheet(pathOf(id)),
  },
  { name: "forms", priority: 0.8, test: (id: string) => isOf("forms", id) || isOfForms(pathOf(id)) },
  {
    name: "shared",
    priority: 0.7,
    test: (id: string) =>
      isOf("shared", id) || (isIn(shared, pathOf(id)) && !id.endsWith(".json") && !isOfPage(pathOf(id))),
    minShareCount: 2,
  },
  ...Object.entries(pageParts).map(([name, modules], at) => ({
    name,
    priority: 0.5 - at / 100,
    test: (id: string) => isIn(modules, pathOf(id)),
  })),
];
