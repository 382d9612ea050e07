import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  useLocation,
} from "@tanstack/react-router";
import { cards, formPathOf } from "#src/features/workflows/catalogue/cards.ts";
import { Consent } from "./AfterPaint.tsx";
import { ConnectionNotice } from "./ConnectionNotice.tsx";
import { ErrorPage } from "./ErrorPage.tsx";
import { preloadTexts } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { localeRewrite } from "./routeLanguage.ts";
import { PageSkeleton } from "./ShellSkeleton.tsx";
import { ToastPlace } from "./ToastPlace.tsx";

function Root() {
  return (
    <>
      <ConnectionNotice />
      <Outlet />
      <ToastPlace />
      <Consent pathname={useLocation().pathname} />
    </>
  );
}

const NotFoundPlace = lazyRouteComponent(() => import("./NotFoundPlace.tsx"), "NotFoundPlace");

const root = createRootRoute({ component: Root, errorComponent: ErrorPage, notFoundComponent: NotFoundPlace });

/** A page of its own without the router (startSignIn.tsx): any way to it leaves this one. */
const signIn = createRoute({
  getParentRoute: () => root,
  path: paths.signIn,
  beforeLoad: ({ preload }) => {
    if (preload) return undefined;
    location.reload();
    return new Promise<void>(() => undefined);
  },
});

/** Pages that need a session, inside of the shell. The shell and the stores are a part of their own. */
const own = createRoute({
  getParentRoute: () => root,
  id: "own",
  loader: () => preloadTexts("shell", "workflows"),
  component: lazyRouteComponent(() => import("./AuthenticatedPages.tsx"), "AuthenticatedPages"),
});

const toDashboard = (path: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      // oxlint-disable-next-line typescript/only-throw-error -- the router knows a redirect by its being thrown
      throw redirect({ to: paths.dashboard, replace: true });
    },
  });

const dashboard = createRoute({
  getParentRoute: () => own,
  path: paths.dashboard,
  loader: () => preloadTexts("dashboard", "workflows", "statement"),
  component: lazyRouteComponent(() => import("#src/features/dashboard/web/DashboardPage.tsx"), "DashboardPage"),
});

const calendar = createRoute({
  getParentRoute: () => own,
  path: paths.calendar,
  loader: () => preloadTexts("calendar", "workflows"),
  component: lazyRouteComponent(() => import("#src/features/calendar/web/CalendarPage.tsx"), "CalendarPage"),
});

const content = createRoute({
  getParentRoute: () => own,
  path: paths.content,
  loader: () => preloadTexts("content", "workflows"),
  component: lazyRouteComponent(() => import("#src/features/outcomes/web/ContentPage.tsx"), "ContentPage"),
});

const leads = createRoute({
  getParentRoute: () => own,
  path: paths.leads,
  loader: () => preloadTexts("leads"),
  component: lazyRouteComponent(() => import("./LeadsRoute.tsx"), "LeadsRoute"),
});

const settings = createRoute({
  getParentRoute: () => own,
  path: paths.settings,
  loader: () => preloadTexts("settings", "workflows", "engine"),
  component: lazyRouteComponent(() => import("./SettingsRoute.tsx"), "SettingsRoute"),
});

const welcome = createRoute({
  getParentRoute: () => own,
  path: paths.welcome,
  loader: () => preloadTexts("welcome", "settings", "workflows"),
  component: lazyRouteComponent(() => import("#src/features/onboarding/web/WelcomePage.tsx"), "WelcomePage"),
});

const coins = createRoute({
  getParentRoute: () => own,
  path: paths.coins,
  loader: () => preloadTexts("coins", "statement", "workflows"),
  component: lazyRouteComponent(() => import("#src/features/coins/web/CoinsPage.tsx"), "CoinsPage"),
});

const invites = createRoute({
  getParentRoute: () => own,
  path: paths.invites,
  loader: () => preloadTexts("invites"),
  component: lazyRouteComponent(() => import("./InvitesPage.tsx"), "InvitesPage"),
});

const catalogue = createRoute({
  getParentRoute: () => own,
  path: paths.workflows,
  loader: () => preloadTexts("catalogue", "workflows"),
  component: lazyRouteComponent(() => import("./WorkflowsRoute.tsx"), "WorkflowsRoute"),
});

const workflows = cards.map((card) =>
  createRoute({
    getParentRoute: () => own,
    path: formPathOf(card),
    // Texts that came with a part of the form would take away the whole page until they are there.
    loader: ({ location: { search } }) =>
      "example" in search
        ? preloadTexts("catalogue", "projects", "workflows", `workflow.${card.key}`)
        : card.isProductionReady
          ? preloadTexts("workflow", "workflows", "engine", "messages", `workflow.${card.key}`)
          : preloadTexts("catalogue", "workflows"),
    component: lazyRouteComponent(() => import("./WorkflowRoute.tsx"), "WorkflowRoute"),
  }),
);

const projects = createRoute({
  getParentRoute: () => own,
  path: paths.projects,
  loader: () => preloadTexts("projects", "workflows"),
  component: lazyRouteComponent(() => import("#src/features/projects/web/ProjectsPage.tsx"), "ProjectsPage"),
});

const runs = createRoute({
  getParentRoute: () => own,
  path: paths.runs,
  loader: () => preloadTexts("runs", "workflows", "engine", "messages"),
  component: lazyRouteComponent(() => import("./RunsRoute.tsx"), "RunsRoute"),
});

const compare = createRoute({
  getParentRoute: () => own,
  path: paths.compare,
  loader: () => preloadTexts("compare", "projects", "workflows"),
  component: lazyRouteComponent(() => import("#src/features/projects/web/ComparePage.tsx"), "ComparePage"),
});

const project = createRoute({
  getParentRoute: () => own,
  path: `${paths.project("")}$projectId`,
  loader: () => preloadTexts("projects", "reading", "run", "workflows", "engine", "messages"),
  component: lazyRouteComponent(() => import("./ProjectRoute.tsx"), "ProjectRoute"),
});

/** Open to everybody. */
const open = [paths.terms, paths.privacy, paths.example("$key")].map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    loader: () => preloadTexts("legal", "shell", "workflows"),
    component: lazyRouteComponent(() => import("./PublicRoute.tsx"), "PublicRoute"),
  }),
);

const kitchen = createRoute({
  getParentRoute: () => root,
  path: paths.kitchen,
  component: lazyRouteComponent(() => import("./KitchenPage.tsx"), "KitchenPage"),
});

/** All pages. Each comes as its own part when it is first opened. */
export function createPages() {
  return createRouter({
    routeTree: root.addChildren([
      toDashboard(paths.home),
      toDashboard(paths.app),
      signIn,
      ...open,
      kitchen,
      own.addChildren([
        dashboard,
        content,
        calendar,
        leads,
        settings,
        welcome,
        coins,
        invites,
        catalogue,
        ...workflows,
        projects,
        runs,
        compare,
        project,
      ]),
    ]),
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPlace,
    defaultPreload: "intent",
    scrollRestoration: true,
    trailingSlash: "never",
    rewrite: localeRewrite(),
  });
}
