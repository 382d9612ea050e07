import { erasedByRow } from "#src/platform/deletion.ts";
import type { FeatureManifest } from "#src/platform/feature.ts";
import { outcomesHandlers } from "./handlers.ts";
import { outcomeBoardSchema, outcomeEverydaySchema, outcomeResultSchema, outcomeSchema } from "./schema.ts";

export const outcomesFeature = {
  name: "outcomes",
  handlers: { outcomes: outcomesHandlers },
  tables: { outcome: { owner: "user_id" } },
  migrations: {
    "0001_first": outcomeSchema,
    "0002_everyday": outcomeEverydaySchema,
    "0010_content": outcomeBoardSchema,
    "0014_results": outcomeResultSchema,
  },
  softDeleted: [erasedByRow("outcome")],
} satisfies FeatureManifest;
