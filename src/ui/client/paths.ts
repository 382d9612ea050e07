/** Every path of the pages, specification section 2. Workflow pages have theirs in the catalogue. */
export const paths = {
  home: "/",
  app: "/_app",
  signIn: "/pioneers/signin",
  dashboard: "/dashboard",
  content: "/content",
  calendar: "/calendar",
  leads: "/leads",
  settings: "/settings",
  welcome: "/welcome",
  coins: "/settings/coins",
  checkout: "/settings/coins/checkout",
  portal: "/settings/coins/portal",
  receipt: "/settings/coins/receipt",
  workflows: "/workflows",
  projects: "/pioneer/workflow/projects",
  runs: "/projects/runs",
  compare: "/projects/compare",
  /** What was deleted within a day, in all areas. */
  deleted: "/deleted",
  invites: "/community/pioneers/invites",
  project: (projectId: string): string => `/pioneer/workflow/projects/${encodeURIComponent(projectId)}`,
  /** What a run of a workflow's example brings; `key` is the short name. For everybody. */
  example: (key: string): string => `/examples/${key}`,
  /** What the link in an invitation to an appointment opens; the token stands behind `#`. For everybody. */
  invitation: "/invitation",
  operator: "/operator",
  terms: "/terms",
  privacy: "/privacy",
  kitchen: "/_kitchen",
} as const;

/** Where a visitor without a session is sent: back to `callbackUrl` after signing in. */
export const signInFor = (callbackUrl: string): string =>
  `${paths.signIn}?${new URLSearchParams({ error: "SessionRequired", callbackUrl })}`;
