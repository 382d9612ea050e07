import type { z } from "zod";
import { workflowKeyOf } from "../rules.ts";
import type { CommonForm } from "../workflow.ts";

/** The rules of a form: all of a Zod schema that a page needs. */
export interface FormSchema extends Pick<z.ZodType<CommonForm>, "safeParse"> {
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
  return { safeParse: form.safeParse.bind(form), hasContext };
}
