import { useEffect, useMemo, useState } from "react";
import { useSelector } from "react-redux";
import { selectSettings } from "#src/features/settings/web/store.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { useForm, useRest } from "#src/ui/forms/useServerForm.ts";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import type { WorkflowCard } from "../workflow.ts";
import { FormSettingProvider } from "./fields/FormContext.ts";
import { FormFieldRow } from "./fields/FormFieldRow.tsx";
import { canBeDefault, defaultsIn, savedDefaults, ownValues } from "./formDefaults.ts";
import { type FormField, type FormValues, withValues } from "./formModel.ts";
import type { FormSchema } from "./formSchema.ts";
import { checkForm } from "./formState.ts";
import { useFormTexts } from "./formTexts.ts";
import { useProblemSentence } from "./useProblemSentence.ts";
import { loadWorkflow, useLoaded } from "./useWorkflow.ts";
import cx from "#src/features/settings/web/SettingsPage.module.css";

export interface WorkflowDefaultsProps {
  card: WorkflowCard;
  /** What the settings keep for this workflow. */
  values: FormValues;
  /** Keeps other ones. @returns false when that was refused */
  onChange: (values: FormValues) => Promise<boolean>;
}

/** Fields of a workflow's form as defaults of a person: what differs from the form's own is kept, once typing rests. */
export function WorkflowDefaults(props: WorkflowDefaultsProps) {
  const { t } = useTranslation(["workflow", "common"]);
  const [page, retry] = useLoaded(`defaults:${props.card.workflowName}`, (signal) =>
    loadWorkflow(props.card.workflowName, signal),
  );
  if (page.state === "loading") return <SkeletonRows rows={4} height={60} columns="124px 1fr" />;
  if (page.state === "failed") {
    return <RetryAlert title={t("page.failed")} onRetry={retry} />;
  }
  return <Fields {...props} fields={page.value.fields} schema={page.value.schema} />;
}

/** Rest after the last key before a default is kept, ms. */
const restMs = 700;
const noFiles = (): void => undefined;

function Fields({
  card,
  values,
  onChange,
  fields,
  schema,
}: WorkflowDefaultsProps & { fields: FormField[]; schema: FormSchema }) {
  const { t } = useTranslation("workflow");
  const texts = useFormTexts(card.key);
  const sentence = useProblemSentence(fields, texts);
  const settings = useSelector(selectSettings).value;
  const [own] = useState(() => ownValues(fields, settings, card.workflowName));
  const [first] = useState(() => withValues(fields, own, savedDefaults(fields, settings, card.workflowName)));
  const offered = useMemo(() => fields.filter(canBeDefault), [fields]);
  /** What is wrong with defaults; a form that is not filled in yet is not. */
  const problemsIn = (all: FormValues) => {
    const changed = defaultsIn(fields, all, own);
    const checked = checkForm(schema, all);
    return checked.ok ? [] : checked.problems.filter(({ path: [name] }) => Object.hasOwn(changed, String(name)));
  };
  const form = useForm<FormValues, FormValues>({
    defaultValues: first,
    sentence,
    check: (all) => {
      const problems = problemsIn(all);
      return problems.length === 0 ? { ok: true, value: all } : { ok: false, problems };
    },
  });
  // What is typed is told at once: nothing is sent that would do so.
  useEffect(() => form.showAll(), [form]);
  const keep = (all: FormValues): void => {
    const bad = new Set(problemsIn(all).map(({ path: [name] }) => String(name)));
    const next = Object.fromEntries(Object.entries(defaultsIn(fields, all, own)).filter(([name]) => !bad.has(name)));
    if (JSON.stringify(next) !== JSON.stringify(values)) void onChange(next);
  };
  useRest(form, restMs, keep);
  const setting = useMemo(() => ({ form, texts, required: new Set<string>(), onRefusedFiles: noFiles }), [form, texts]);

  return (
    <FormSettingProvider value={setting}>
      {offered.map((field) => (
        <FormFieldRow key={field.name} field={field} />
      ))}
      <p className={cx("settings-row")}>
        <Button
          size="small"
          variant="quiet"
          disabled={Object.keys(values).length === 0}
          onClick={() => {
            form.reset(own);
            form.showAll();
            void onChange({});
          }}
        >
          {t("defaults.reset")}
        </Button>
      </p>
    </FormSettingProvider>
  );
}
