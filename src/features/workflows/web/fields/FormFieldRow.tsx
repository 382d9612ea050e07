import type { ReactNode } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import type { JsonValue } from "#src/kit/schemas.ts";
import { Field } from "#src/ui/Field.tsx";
import { useBound, useError, useValue } from "#src/ui/forms/FormField.tsx";
import { isShown, type FormField } from "../formModel.ts";
import { FilesField } from "./FilesField.tsx";
import { LeadsField } from "./LeadsField.tsx";
import { type FormLimits, useFormSetting } from "./FormContext.ts";
import { PillarsField, pillarsOf } from "./PillarsField.tsx";
import { RowsField } from "./RowsField.tsx";
import { ValueControl } from "./ValueControl.tsx";
import cx from "./RowsField.module.css";

interface RowProps {
  field: FormField;
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
export function FormFieldRow({ field }: RowProps) {
  const rule = field.ui.showWhen;
  return rule === undefined ? <Row field={field} /> : <Conditional field={field} on={rule.field} />;
}

function Conditional({ field, on }: RowProps & { on: string }) {
  const value = useValue(useFormSetting().form, on);
  return isShown(field, { [on]: (value ?? null) as JsonValue }) ? <Row field={field} /> : null;
}

/** What the person's level does not include of a field. */
function noteOf({ name, ui, maxItems = 10 }: FormField, limits: FormLimits | undefined): ReactNode {
  if (limits === undefined) return null;
  if (name === "depth") return limits.deep;
  return ui.widget === "files" && limits.attachments.most < maxItems ? limits.attachments.note : null;
}

function Row({ field }: RowProps) {
  const { form, texts, required, limits } = useFormSetting();
  const { t } = useTranslation("workflow");
  const hasRows = rowWidgets.has(field.ui.widget);
  const error = useError(form, field.name, hasRows);
  const isGroup = groupWidgets.has(field.ui.widget);
  const help = texts.help(field);
  return (
    <Field
      layout="row"
      label={texts.label(field)}
      hint={field.ui.widget === "pillars" ? <PillarHint name={field.name} help={help} /> : help}
      note={noteOf(field, limits)}
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
        <PillarsField field={field} />
      ) : hasRows ? (
        <RowsField
          field={field}

          addLabel={field.ui.widget === "channels" ? t("rows.addChannel") : t("rows.add")}
        />
      ) : (
        <Single field={field} />
      )}
    </Field>
  );
}

function Single({ field }: RowProps) {
  const bound = useBound(useFormSetting().form, field.name);
  const value = (bound.value ?? null) as JsonValue;
  if (field.ui.widget === "files") return <FilesField field={field} value={value} onChange={bound.onChange} />;
  if (field.ui.widget === "leads") return <LeadsField value={value} onChange={bound.onChange} />;
  return <ValueControl field={field} value={value} onChange={bound.onChange} onBlur={bound.onBlur} name={field.name} />;
}

function PillarHint({ name, help }: { name: string; help: string | undefined }) {
  const { t } = useTranslation("common");
  const rows = useValue(useFormSetting().form, name);
  const total = pillarsOf(rows).reduce((sum, { percent }) => sum + percent, 0);
  return (
    <>
      <span className="num">{t("field.pillarTotal", { total })}</span>
      {help ? <span className={cx("pillar-help")}>{help}</span> : null}
    </>
  );
}
