import type { FeatureManifest } from "#src/platform/feature.ts";
import { analyticsRoutes } from "./routes.ts";

export const consentFeature = { name: "consent", routes: analyticsRoutes } satisfies FeatureManifest;
