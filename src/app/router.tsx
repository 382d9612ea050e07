import {
  type AsyncRouteComponent,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  useLocation,
} from "@tanstack/react-router";
import { Consent } from "./AfterPaint.tsx";
import { ConnectionNotice } from "./ConnectionNotice.tsx";
import { ErrorPage } from "./ErrorPage.tsx";
import { preloadTexts } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { localeRewrite } from "./routeLanguage.ts";
import { type PageRoute, pageRoutes, shell, textsFor, toDashboard } from "./routes.ts";
import { PageSkeleton } from "./ShellSkeleton.tsx";
import { ToastRegion } from "./ToastRegion.tsx";

function Root() {
  return (
    <>
      <ConnectionNotice />
      <Outlet />
      <ToastRegion />
      <Consent pathname={useLocation().pathname} />
    </>
  );
}

const NotFoundRegion = lazyRouteComponent(() => import("./NotFoundRegion.tsx"), "NotFoundRegion");

const root = createRootRoute({ component: Root, errorComponent: ErrorPage, notFoundComponent: NotFoundRegion });

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
  loader: () => preloadTexts(...shell.texts),
  component: lazyRouteComponent(() => import("./AuthenticatedPages.tsx"), "AuthenticatedPages"),
});

const redirectToDashboard = (path: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      // oxlint-disable-next-line typescript/only-throw-error -- the router knows a redirect by its being thrown
      throw redirect({ to: paths.dashboard, replace: true });
    },
  });

/** Parts that hold a page, by their path. */
const parts = import.meta.glob<Record<string, AsyncRouteComponent<unknown>>>([
  "/src/features/*/web/*Page.tsx",
  "!/src/features/account/web/SignInPage.tsx",
  "/src/app/*Route.tsx",
  "!/src/app/SignInRoute.tsx",
  "/src/app/KitchenPage.tsx",
]);

const componentOf = ({ module }: PageRoute) => {
  const load = parts[`/src/${module}`];
  if (!load) throw new Error(`src/${module} is named in routes.ts and is no page`);
  return lazyRouteComponent(load, module.slice(module.lastIndexOf("/") + 1, -".tsx".length));
};

const routeOf = (page: PageRoute) =>
  createRoute({
    getParentRoute: () => (page.access ? root : own),
    path: page.path,
    loader: ({ location: { search } }) => preloadTexts(...textsFor(page, search)),
    component: componentOf(page),
  });

/** All pages. Each comes as its own part when it is first opened. */
export function createPages() {
  return createRouter({
    routeTree: root.addChildren([
      ...toDashboard.map(redirectToDashboard),
      signIn,
      ...pageRoutes.filter(({ access }) => access).map(routeOf),
      own.addChildren(pageRoutes.filter(({ access }) => !access).map(routeOf)),
    ]),
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundRegion,
    defaultPreload: "intent",
    scrollRestoration: true,
    trailingSlash: "never",
    rewrite: localeRewrite(),
  });
}
