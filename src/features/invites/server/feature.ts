import type { FeatureManifest } from "#src/platform/feature.ts";
import { invitesHandlers } from "./handlers.ts";
import { inviteRoutes } from "./routes.ts";
import { inviteMigrations } from "./schema.ts";
import { purgeInvites, welcomeInvited } from "./usecases.ts";

export const invitesFeature = {
  name: "invites",
  handlers: { invites: invitesHandlers },
  routes: inviteRoutes,
  tables: {
    invite_link: { owner: "user_id" },
    invite: { owner: "user_id" },
    referral: { owner: "user_id", outlivesAccount: true },
  },
  migrations: inviteMigrations,
  retention: [{ of: "invites", purge: (_before, limit, deps) => purgeInvites(deps.now(), limit, deps.db) }],
  welcome: welcomeInvited,
} satisfies FeatureManifest;
