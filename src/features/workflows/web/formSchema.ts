import type { z } from "zod";
import { workflowKeyOf } from "../rules.ts";
import type { CommonForm } from "../workflow.ts";

/** The rules of a form: all of a Zod schema that a page needs. */
export type FormSchema = Pick<z.ZodType<CommonForm>, "safeParse">;

/** Only the fields of each workflow: prompts, sections and checks stay on the server. */
const forms = import.meta.glob<FormSchema>("../catalogue/*/form.ts", { import: "form" });

/** The rules of a workflow's form, loaded with its page. */
export async function formSchemaOf(workflowName: string): Promise<FormSchema> {
  const load = forms[`../catalogue/${workflowKeyOf(workflowName) ?? ""}/form.ts`];
  if (load === undefined) throw new Error(`No form for ${workflowName}`);
  return load();
}
