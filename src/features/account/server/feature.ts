import type { FeatureManifest } from "#src/platform/feature.ts";
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
    verification: { nobody: "values of a sign-in that is under way" },
  },
  migrations: accountMigrations,
} satisfies FeatureManifest;
