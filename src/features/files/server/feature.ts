import type { FeatureManifest } from "#src/platform/feature.ts";
import { fileRoutes } from "./routes.ts";
import { fileLengthSchema, fileRetentionSchema, fileSchema } from "./schema.ts";
import { purgeLeft } from "./usecases.ts";

export const filesFeature = {
  name: "files",
  routes: fileRoutes,
  tables: { file: { owner: "user_id" }, snapshot: { owner: "user_id" } },
  migrations: { "0001_first": fileSchema, "0007_retention": fileRetentionSchema, "0012_recordings": fileLengthSchema },
  retention: [{ of: "left", purge: (_, limit, deps) => purgeLeft(limit, deps) }],
} satisfies FeatureManifest;
