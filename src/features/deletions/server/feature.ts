import type { FeatureManifest } from "#src/platform/feature.ts";
import { deletionsHandlers } from "./handlers.ts";

export const deletionsFeature = {
  name: "deletions",
  handlers: { deletions: deletionsHandlers },
} satisfies FeatureManifest;
