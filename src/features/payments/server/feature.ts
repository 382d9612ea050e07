import type { FeatureManifest } from "#src/platform/feature.ts";
import { paymentsHandlers } from "./handlers.ts";
import { paymentRoutes } from "./routes.ts";
import { paymentMigrations } from "./schema.ts";

export const paymentsFeature = {
  name: "payments",
  handlers: { payments: paymentsHandlers },
  routes: (deps) => paymentRoutes(deps),
  tables: {
    payment_item: { nobody: "packs and plans of the installation" },
    coupon: { nobody: "coupons of the installation" },
    payment_customer: { owner: "user_id" },
    payment_order: { owner: "user_id", outlivesAccount: true },
    payment_plan: { owner: "user_id", outlivesAccount: true },
    payment_event: { nobody: "what the provider told, by order; names nobody" },
    payment_receipt_counter: { nobody: "the last receipt of each year" },
  },
  migrations: paymentMigrations,
} satisfies FeatureManifest;
