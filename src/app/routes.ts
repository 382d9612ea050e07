import { cards, formPathOf } from "#src/features/workflows/catalogue/cards.ts";
import { paths } from "#src/ui/client/paths.ts";

/** A page as the router, the head of its HTML, the way to it and the palette know it. */
export interface PageRoute {
  /** Without a language; `$name` stands for one part. */
  path: string;
  /** Module below src/ that exports the page's component, which has the file's name. */
  module: string;
  /** Texts that are there before the page is drawn: those that came later would take the page away once more. */
  texts: readonly string[];
  /** The same where the address asks for the example result, which a workflow's page shows in place of its form. */
  exampleTexts?: readonly string[];
  /** Message key of its name, in the way to it and in the palette. */
  name?: string;
  /** The page above it. */
  parent?: string;
  /** Offered by the palette. */
  inPalette?: true;
  /** Whom it is for; everybody with a session unless told. */
  access?: "everybody" | "developers";
}

/** What surrounds the pages of somebody who is signed in. */
export const shell = { module: "app/AuthenticatedPages.tsx", texts: ["shell", "workflows"] } as const;

/** Pages behind the sign-in and open ones, but for the sign-in page, which stands alone (startSignIn.tsx). */
export const pageRoutes: readonly PageRoute[] = [
  {
    path: paths.dashboard,
    module: "features/dashboard/web/DashboardPage.tsx",
    texts: ["dashboard", "workflows", "statement"],
    name: "shell:nav.dashboard",
    inPalette: true,
  },
  {
    path: paths.content,
    module: "features/outcomes/web/ContentPage.tsx",
    texts: ["content", "workflows"],
    name: "shell:nav.content",
    inPalette: true,
  },
  {
    path: paths.calendar,
    module: "app/CalendarRoute.tsx",
    texts: ["calendar", "workflows", "sharing"],
    name: "shell:nav.calendar",
    inPalette: true,
  },
  { path: paths.leads, module: "app/LeadsRoute.tsx", texts: ["leads"], name: "shell:nav.leads", inPalette: true },
  {
    path: paths.projects,
    module: "features/projects/web/ProjectsPage.tsx",
    texts: ["projects", "workflows"],
    name: "shell:nav.projects",
    inPalette: true,
  },
  {
    path: paths.runs,
    module: "app/RunsRoute.tsx",
    texts: ["runs", "workflows", "engine", "messages"],
    name: "shell:nav.runs",
    parent: paths.projects,
    inPalette: true,
  },
  {
    path: paths.workflows,
    module: "app/WorkflowsRoute.tsx",
    texts: ["catalogue", "workflows"],
    name: "shell:nav.workflows",
    inPalette: true,
  },
  {
    path: paths.deleted,
    module: "features/deletions/web/DeletedPage.tsx",
    texts: ["deleted"],
    name: "shell:nav.deleted",
    inPalette: true,
  },
  {
    path: paths.settings,
    module: "app/SettingsRoute.tsx",
    texts: ["settings", "workflows", "engine", "sharing"],
    name: "shell:nav.settings",
    inPalette: true,
  },
  {
    path: paths.coins,
    module: "app/CoinsRoute.tsx",
    texts: ["coins", "levels", "payments", "statement", "workflows"],
    name: "shell:nav.coins",
    parent: paths.settings,
    inPalette: true,
  },
  ...(["checkout", "portal", "receipt"] as const).map((page): PageRoute => ({
    path: paths[page],
    module: `features/payments/web/${{ checkout: "Checkout", portal: "Portal", receipt: "Receipt" }[page]}Page.tsx`,
    texts: ["levels", "payments", "workflows"],
    name: `shell:nav.${page}`,
    parent: paths.coins,
  })),
  {
    path: paths.invites,
    module: "features/invites/web/InvitesPage.tsx",
    texts: ["invites", "messages"],
    name: "shell:nav.invites",
    inPalette: true,
  },
  {
    path: paths.operator,
    module: "features/operator/web/OperatorPage.tsx",
    texts: ["operator", "engine", "runs", "workflows"],
    name: "shell:nav.operator",
  },
  {
    path: paths.welcome,
    module: "features/onboarding/web/WelcomePage.tsx",
    texts: ["welcome", "settings", "workflows"],
    name: "shell:nav.welcome",
  },
  {
    path: paths.compare,
    module: "features/projects/web/ComparePage.tsx",
    texts: ["compare", "projects", "workflows"],
    name: "shell:nav.compare",
    parent: paths.projects,
  },
  {
    path: `${paths.project("")}$projectId`,
    module: "app/ProjectRoute.tsx",
    texts: ["projects", "reading", "run", "workflows", "engine", "messages"],
  },
  ...cards.map((card): PageRoute => ({
    path: formPathOf(card),
    module: "app/WorkflowRoute.tsx",
    texts: card.isProductionReady
      ? ["workflow", "workflows", "engine", "levels", "messages", `workflow.${card.key}`]
      : ["catalogue", "workflows"],
    exampleTexts: ["catalogue", "projects", "workflows", `workflow.${card.key}`],
  })),
  ...(["terms", "privacy"] as const).map((page): PageRoute => ({
    path: paths[page],
    module: "app/PublicRoute.tsx",
    texts: ["legal", "shell", "workflows"],
    name: `common:foot.${page}`,
    access: "everybody",
  })),
  {
    path: paths.example("$key"),
    module: "app/PublicRoute.tsx",
    texts: ["legal", "shell", "workflows"],
    access: "everybody",
  },
  { path: paths.invitation, module: "app/InvitationRoute.tsx", texts: ["sharing"], access: "everybody" },
  { path: paths.kitchen, module: "app/KitchenPage.tsx", texts: [], access: "developers" },
];

/** What a page needs of texts at an address with this query. */
export const textsFor = ({ texts, exampleTexts }: PageRoute, search: object): readonly string[] =>
  "example" in search && exampleTexts ? exampleTexts : texts;

/** The pages that the palette offers by name. */
export const palettePages = pageRoutes.flatMap(({ path, name, inPalette }) =>
  inPalette && name ? { path, name } : [],
);

/** Addresses that lead to the dashboard. */
export const toDashboard: readonly string[] = [paths.home, paths.app];
