import type { FeatureManifest } from "#src/platform/feature.ts";
import { supportHandlers } from "./handlers.ts";
import { supportRoutes } from "./routes.ts";

export const supportFeature = {
  name: "support",
  handlers: { support: supportHandlers },
  routes: supportRoutes,
} satisfies FeatureManifest;
