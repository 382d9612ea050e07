import type { FeatureManifest } from "#src/platform/feature.ts";
import { imageRoutes } from "./routes.ts";

export const imagesFeature = {
  name: "images",
  routes: ({ images }) => imageRoutes(images),
} satisfies FeatureManifest;
