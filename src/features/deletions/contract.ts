import { oc } from "@orpc/contract";
import { z } from "zod";
import { id, instant } from "#src/kit/schemas.ts";
import { deletedKinds } from "./rules.ts";

const deletedRecord = z.object({
  kind: z.enum(deletedKinds),
  id,
  title: z.string().describe("empty where the record has no name of its own"),
  workflow: z.string().nullable().describe("of projects; stands for a missing name"),
  deletedAt: instant,
});
export type DeletedRecord = z.infer<typeof deletedRecord>;

export const deletionsContract = {
  listDeleted: oc
    .route({
      method: "GET",
      path: "/deleted",
      summary: "Own records deleted within the last 24 hours, newest first; each area restores its own",
      tags: ["deletions"],
    })
    .input(z.strictObject({}))
    .output(
      z.object({
        records: z.array(deletedRecord),
        hasMore: z.boolean().describe("whether older ones were left out; they follow when newer ones are restored"),
      }),
    ),
};
