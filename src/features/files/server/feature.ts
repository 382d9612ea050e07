import type { FeatureManifest } from "#src/platform/feature.ts";
import { fileRoutes } from "./routes.ts";
import { fileMigrations } from "./schema.ts";
import { exportFiles, purgeUnusedFiles } from "./usecases.ts";

export const filesFeature = {
  name: "files",
  routes: fileRoutes,
  tables: { file: { owner: "user_id" }, snapshot: { owner: "user_id" } },
  migrations: fileMigrations,
  exports: { files: exportFiles },
  retention: [{ of: "left", purge: (_, limit, deps) => purgeUnusedFiles(limit, deps) }],
} satisfies FeatureManifest;
