import { createRootRoute, createRoute, createRouter, lazyRouteComponent, notFound, Outlet, redirect } from "@tanstack/react-router";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { ErrorPage } from "./ErrorPage.tsx";
import { preloadTexts } from "./i18n/index.ts";
import { NotFoundPage } from "./NotFoundPage.tsx";
import { paths } from "./paths.ts";
import { ShellLayout } from "./ShellLayout.tsx";
import { PageSkeleton } from "./ShellSkeleton.tsx";
import { ToastPlace } from "./ToastPlace.tsx";

function Root() {
  return (
    <>
      <Outlet />
      <ToastPlace />
    </>
  );
}

const root = createRootRoute({ component: Root, errorComponent: ErrorPage, notFoundComponent: NotFoundPage });

const signIn = createRoute({
  getParentRoute: () => root,
  path: paths.signIn,
  loader: () => preloadTexts("account"),
  component: lazyRouteComponent(() => import("#src/features/account/web/SignInPage.tsx"), "SignInPage"),
});

/** Pages that need a session, inside of the shell. */
const own = createRoute({ getParentRoute: () => root, id: "own", component: ShellLayout });

const toDashboard = (path: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to: paths.dashboard, replace: true });
    },
  });

const dashboard = createRoute({
  getParentRoute: () => own,
  path: paths.dashboard,
  loader: () => preloadTexts("dashboard"),
  component: lazyRouteComponent(() => import("./DashboardPage.tsx"), "DashboardPage"),
});

const calendar = createRoute({
  getParentRoute: () => own,
  path: paths.calendar,
  component: lazyRouteComponent(() => import("./CalendarPage.tsx"), "CalendarPage"),
});

const settings = createRoute({
  getParentRoute: () => own,
  path: paths.settings,
  loader: () => preloadTexts("settings"),
  component: lazyRouteComponent(() => import("#src/features/settings/web/SettingsPage.tsx"), "SettingsPage"),
});

const coins = createRoute({
  getParentRoute: () => own,
  path: paths.coins,
  loader: () => preloadTexts("coins"),
  component: lazyRouteComponent(() => import("#src/features/coins/web/CoinsPage.tsx"), "CoinsPage"),
});

const catalogue = createRoute({
  getParentRoute: () => own,
  path: paths.workflows,
  component: lazyRouteComponent(() => import("./WorkflowsPage.tsx"), "WorkflowsPage"),
});

const workflow = createRoute({
  getParentRoute: () => own,
  path: `${paths.workflows}/$`,
  loader: ({ location }) => {
    if (!cards.some((card) => card.path === location.pathname && card.isProductionReady)) throw notFound();
  },
  component: lazyRouteComponent(() => import("./WorkflowRoute.tsx"), "WorkflowRoute"),
});

const project = createRoute({
  getParentRoute: () => own,
  path: `${paths.project("")}$projectId`,
  component: lazyRouteComponent(() => import("./ProjectRoute.tsx"), "ProjectRoute"),
});

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
      kitchen,
      own.addChildren([dashboard, calendar, settings, coins, catalogue, workflow, project]),
    ]),
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPreload: "intent",
    scrollRestoration: true,
    trailingSlash: "never",
  });
}
