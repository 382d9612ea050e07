import type { FeatureManifest } from "#src/platform/feature.ts";
import { mailHandlers } from "./handlers.ts";
import { mailboxRoutes } from "./routes.ts";
import { mailMigrations } from "./schema.ts";

export const mailFeature = {
  name: "mail",
  handlers: { mail: mailHandlers },
  routes: mailboxRoutes,
  // What a guest was sent holds the token of the guest's answer, in folded lines.
  tables: { mail: { owner: "user_id", withheld: ["calendar_body", "unsubscribe_url"] } },
  migrations: mailMigrations,
} satisfies FeatureManifest;
