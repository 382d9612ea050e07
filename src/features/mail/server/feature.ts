import type { FeatureManifest } from "#src/platform/feature.ts";
import { mailHandlers } from "./handlers.ts";
import { mailboxRoutes } from "./routes.ts";
import { mailMigrations } from "./schema.ts";

export const mailFeature = {
  name: "mail",
  handlers: { mail: mailHandlers },
  routes: mailboxRoutes,
  tables: { mail: { owner: "user_id" } },
  migrations: mailMigrations,
} satisfies FeatureManifest;
