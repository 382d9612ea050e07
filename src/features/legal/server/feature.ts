import type { FeatureManifest } from "#src/platform/feature.ts";
import { legalRoutes } from "./routes.ts";

export const legalFeature = {
  name: "legal",
  routes: ({ legalTexts }) => legalRoutes(legalTexts),
} satisfies FeatureManifest;
