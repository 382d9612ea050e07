import type { FeatureManifest } from "#src/platform/feature.ts";
import { purgeEvents } from "./events.ts";
import { accountHandlers } from "./handlers.ts";
import { exportPicture } from "./picture.ts";
import { accountRoutes } from "./routes.ts";
import { accountMigrations } from "./schema.ts";

export const accountFeature = {
  name: "account",
  handlers: { account: accountHandlers },
  routes: (deps, sessionOf) => accountRoutes({ ...deps, sessionOf }),
  tables: {
    user: { owner: "id" },
    session: { owner: "user_id", withheld: ["token_hash"] },
    account: { owner: "user_id", withheld: ["password", "access_token", "refresh_token", "id_token"] },
    passkey: { owner: "user_id", withheld: ["public_key"] },
    account_link: { owner: "user_id", withheld: ["token_hash"] },
    account_picture: { owner: "user_id", withheld: ["bytes"] },
    account_event: { owner: "user_id" },
    second_factor: { owner: "user_id", withheld: ["secret", "last_step"] },
    recovery_code: { owner: "user_id", withheld: ["code_hash"] },
    link_request: { nobody: "addresses that asked for a link, until the next turn of the job" },
    verification: { nobody: "values of a sign-in that is under way" },
  },
  migrations: accountMigrations,
  exports: { files: exportPicture },
  retention: [{ of: "account events", purge: (now, limit, { db }) => purgeEvents(now, limit, db) }],
} satisfies FeatureManifest;
