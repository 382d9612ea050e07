import type { FeatureManifest } from "#src/platform/feature.ts";
import { purgeEvents } from "./events.ts";
import { accountHandlers } from "./handlers.ts";
import { accountRoutes } from "./routes.ts";
import { accountMigrations } from "./schema.ts";

export const accountFeature = {
  name: "account",
  handlers: { account: accountHandlers },
  routes: (deps, sessionOf) => accountRoutes({ ...deps, sessionOf }),
  tables: {
    user: { owner: "id" },
    session: { owner: "user_id" },
    account: { owner: "user_id" },
    account_link: { owner: "user_id" },
    account_picture: { owner: "user_id" },
    account_event: { owner: "user_id" },
    second_factor: { owner: "user_id" },
    recovery_code: { owner: "user_id" },
    link_request: { nobody: "addresses that asked for a link, until the next turn of the job" },
    verification: { nobody: "values of a sign-in that is under way" },
  },
  migrations: accountMigrations,
  retention: [{ of: "account events", purge: (now, limit, { db }) => purgeEvents(now, limit, db) }],
} satisfies FeatureManifest;
