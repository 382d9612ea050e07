import type { z } from "zod";
import { workflowKeyOf } from "../rules.ts";
import type { CommonForm } from "../workflow.ts";

/** The form of a workflow: its fields and their rules, in one schema. */
export interface FormSchema extends Pick<z.ZodType<CommonForm>, "safeParse" | "_zod"> {
  /** Whether a complete form says enough for a price: without it the server would refuse one. */
  hasContext?: ((values: CommonForm) => boolean) | undefined;
}

/** Only the fields of each workflow: prompts, sections and checks stay on the server. */
const forms = import.meta.glob<FormSchema>("../catalogue/*/form.ts", { import: "form" });
const contexts = import.meta.glob<FormSchema["hasContext"]>("../catalogue/*/form.ts", { import: "hasContext" });

/** The rules of a workflow's form, loaded with its page. */
export async function formSchemaOf(workflowName: string): Promise<FormSchema> {
  const path = `../catalogue/${workflowKeyOf(workflowName) ?? ""}/form.ts`;
  const load = forms[path];
  if (load === undefined) throw new Error(`No form for ${workflowName}`);
  const [form, hasContext] = await Promise.all([load(), contexts[path]?.()]);
  return { _zod: form._zod, safeParse: form.safeParse.bind(form), hasContext };
}
