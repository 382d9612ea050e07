import type { FeatureManifest } from "#src/platform/feature.ts";
import { coinsHandlers } from "./handlers.ts";
import { coinMigrations } from "./schema.ts";
import { grantWelcome } from "./usecases.ts";

export const coinsFeature = {
  name: "coins",
  handlers: { coins: coinsHandlers },
  tables: {
    coin_account: { owner: "owner", outlivesAccount: true },
    coin_transaction: { owner: "owner", outlivesAccount: true },
    coin_entry: { partOf: "coin_transaction", by: "transaction_id" },
    coin_hold: { owner: "owner", outlivesAccount: true },
    coin_quote: { owner: "owner", outlivesAccount: true },
  },
  migrations: coinMigrations,
  welcome: ({ id }, trx, deps) => grantWelcome(id, trx, deps),
} satisfies FeatureManifest;
