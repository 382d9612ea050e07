import { type Control, useController, useFormState, useWatch } from "react-hook-form";
import { useTranslation } from "#src/ui/i18n/index.ts";
import type { JsonValue } from "#src/kit/schemas.ts";
import { Field } from "#src/ui/Field.tsx";
import { isShown, type FormField } from "../formModel.ts";
import { FilesField } from "./FilesField.tsx";
import { LeadsField } from "./LeadsField.tsx";
import { useFormSetting } from "./FormContext.ts";
import { PillarsField, pillarsOf } from "./PillarsField.tsx";
import { firstProblem, ownProblem, problemsAt } from "./problems.ts";
import { RowsField } from "./RowsField.tsx";
import { ValueControl } from "./ValueControl.tsx";
import "./RowsField.css";

export interface FormFieldRowProps {
  field: FormField;
  control: Control;
}

/** Several controls under one name: the label names the group. */
const groupWidgets: ReadonlySet<string> = new Set([
  "segment",
  "multi",
  "period",
  "table",
  "channels",
  "pillars",
  "files",
  "leads",
]);
const rowWidgets: ReadonlySet<string> = new Set(["table", "channels", "pillars"]);

/** One field of the form as a row of the ledger, while the form's other values call for it. */
export function FormFieldRow({ field, control }: FormFieldRowProps) {
  const rule = field.ui.showWhen;
  return rule === undefined ? (
    <Row field={field} control={control} />
  ) : (
    <Conditional field={field} control={control} on={rule.field} />
  );
}

function Conditional({ field, control, on }: FormFieldRowProps & { on: string }) {
  const value = useWatch({ control, name: on });
  return isShown(field, { [on]: value ?? null }) ? <Row field={field} control={control} /> : null;
}

function Row({ field, control }: FormFieldRowProps) {
  const { texts, required } = useFormSetting();
  const { errors } = useFormState({ control, name: field.name });
  const { t } = useTranslation("workflow");
  const problems = problemsAt(errors, field.name);
  const hasRows = rowWidgets.has(field.ui.widget);
  const error = hasRows ? ownProblem(problems) : firstProblem(problems);
  const isGroup = groupWidgets.has(field.ui.widget);
  const help = texts.help(field);
  return (
    <Field
      layout="row"
      label={texts.label(field)}
      hint={field.ui.widget === "pillars" ? <PillarHint control={control} name={field.name} help={help} /> : help}
      error={error}
      group={isGroup}
      required={required.has(field.name)}
      optional={
        !required.has(field.name) &&
        !isGroup &&
        field.ui.group === "main" &&
        field.ui.widget !== "toggle" &&
        field.ui.widget !== "stepper" &&
        field.ui.widget !== "select"
      }
    >
      {field.ui.widget === "pillars" ? (
        <PillarsField field={field} control={control} />
      ) : hasRows ? (
        <RowsField
          field={field}
          control={control}
          addLabel={field.ui.widget === "channels" ? t("rows.addChannel") : t("rows.add")}
        />
      ) : (
        <Single field={field} control={control} />
      )}
    </Field>
  );
}

function Single({ field, control }: FormFieldRowProps) {
  const { field: bound } = useController({ control, name: field.name });
  const value = (bound.value ?? null) as JsonValue;
  if (field.ui.widget === "files") return <FilesField field={field} value={value} onChange={bound.onChange} />;
  if (field.ui.widget === "leads") return <LeadsField value={value} onChange={bound.onChange} />;
  return <ValueControl field={field} value={value} onChange={bound.onChange} onBlur={bound.onBlur} name={field.name} />;
}

function PillarHint({ control, name, help }: { control: Control; name: string; help: string | undefined }) {
  const { t } = useTranslation("common");
  const rows: unknown = useWatch({ control, name });
  const total = pillarsOf(rows).reduce((sum, { percent }) => sum + percent, 0);
  return (
    <>
      <span className="num">{t("field.pillarTotal", { total })}</span>
      {help ? <span className="pillar-help">{help}</span> : null}
    </>
  );
}
