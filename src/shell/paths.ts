/** Every path of the pages, specification section 2. Workflow pages have theirs in the catalogue. */
export const paths = {
  home: "/",
  app: "/_app",
  signIn: "/pioneers/signin",
  dashboard: "/dashboard",
  calendar: "/calendar",
  settings: "/settings",
  coins: "/settings/coins",
  workflows: "/workflows",
  project: (projectId: string): string => `/pioneer/workflow/projects/${encodeURIComponent(projectId)}`,
  kitchen: "/_kitchen",
} as const;

/** Where a visitor without a session is sent: back to `callbackUrl` after signing in. */
export const signInFor = (callbackUrl: string): string =>
  `${paths.signIn}?${new URLSearchParams({ error: "SessionRequired", callbackUrl })}`;

/**
 * Path to go on to after signing in. Only our own origin: anything else leads to the dashboard.
 * @param origin `https://host` of this page
 */
export function wayBack(callbackUrl: string | null | undefined, origin: string): string {
  if (!callbackUrl) return paths.dashboard;
  try {
    const url = new URL(callbackUrl, origin);
    const path = `${url.pathname}${url.search}${url.hash}`;
    const isOwn = url.origin === origin && !path.startsWith("//") && url.pathname !== paths.signIn;
    return isOwn && url.pathname !== paths.home ? path : paths.dashboard;
  } catch {
    return paths.dashboard;
  }
}
