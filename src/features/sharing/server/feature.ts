import type { FeatureManifest } from "#src/platform/feature.ts";
import { sharingHandlers } from "./handlers.ts";
import { sharingRoutes } from "./routes.ts";
import { revokeFeeds } from "./usecases.ts";
import { sharingMigrations } from "./schema.ts";

export const sharingFeature = {
  name: "sharing",
  handlers: { sharing: sharingHandlers },
  routes: sharingRoutes,
  tables: {
    invitation: { owner: "user_id", withheld: ["token_hash"] },
    calendar_feed: { owner: "user_id", withheld: ["token_hash"] },
  },
  migrations: sharingMigrations,
  takenBack: revokeFeeds,
} satisfies FeatureManifest;
