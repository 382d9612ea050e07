import { oc } from "@orpc/contract";
import { z } from "zod";
import { coins, text } from "#src/kit/schemas.ts";

export const card = z.object({
  label: z.string(),
  localeKey: z.string(),
  workflowName: z.string(),
  key: z.string(),
  path: z.string(),
  mainCategory: z.enum(["entrepreneurship", "workLife", "privateLife"]),
  categories: z.array(z.string()),
  isProductionReady: z.boolean(),
  icon: z.string(),
  coins,
});

export const engineNotice = z.object({
  kind: z.enum(["model", "draft"]),
  /** English, for programs; pages build their own from provider and model. */
  label: z.string(),
  provider: z.string(),
  model: z.string(),
  /** Why this engine: `engine.reason.<code>`. */
  reasonCode: z.string(),
});

/** Values of a form, by field; which fields there are, the workflow says. */
export const formValues = z.record(text(80, 1), z.json());
/** Name of a workflow in a path, long form. */
export const workflowName = text(80, 1);

const route = (path: `/${string}`, summary: string) => oc.route({ method: "GET", path, summary, tags: ["workflows"] });

export const workflowsContract = {
  listWorkflows: route("/workflows", "The catalogue with prices").output(z.object({ workflows: z.array(card) })),
  getWorkflow: route(
    "/workflows/{workflowName}",
    "Card, form as JSON Schema, and a complete example; the last two are null while a workflow is not live",
  )
    .input(z.object({ workflowName }))
    .output(z.object({ card, form: z.record(z.string(), z.json()).nullable(), example: formValues.nullable() })),
  getEngine: route("/workflows/engine", "Which engine writes on this installation, and why").output(
    z.object({ engine: engineNotice }),
  ),
};
