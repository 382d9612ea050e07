import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button, IconButton } from "#src/ui/Button.tsx";
import { Checkbox } from "#src/ui/Checkbox.tsx";
import { DateInput } from "#src/ui/DateInput.tsx";
import { Field } from "#src/ui/Field.tsx";
import { type Bound, fieldsWith, useBound, useError, useRows } from "#src/ui/forms/FormField.tsx";
import type { Form } from "#src/ui/forms/useServerForm.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { NumberInput } from "#src/ui/NumberInput.tsx";
import { Segment } from "#src/ui/Segment.tsx";
import { Select } from "#src/ui/Select.tsx";
import { TagInput } from "#src/ui/TagInput.tsx";
import { TextArea, TextInput } from "#src/ui/TextInput.tsx";
import { leadStages, legalBases } from "../rules.ts";
import type { LeadFormValues } from "./leadForm.ts";
import cx from "./LeadForm.module.css";

type LeadFields = Form<LeadFormValues>;

/** Columns of the contract at most. */
const ownLimit = 50;

function OwnFields({ form }: { form: LeadFields }) {
  const { t } = useTranslation(["leads", "common"]);
  const { rows, keyOf, append, remove } = useRows(form, "ownFields");
  return (
    <Field label={t("field.ownFields")} group error={useError(form, "ownFields")}>
      {rows.map((_row, at) => (
        <div className={cx("lead-own")} key={keyOf(at)}>
          <OwnText form={form} name={`ownFields.${at}.name`} label={t("field.ownName", { number: at + 1 })} />
          <OwnText form={form} name={`ownFields.${at}.value`} label={t("field.ownValue", { number: at + 1 })} />
          <IconButton label={t("field.removeOwn", { number: at + 1 })} onClick={() => remove(at)}>
            <Icon of={X} size={14} />
          </IconButton>
        </div>
      ))}
      {rows.length < ownLimit ? (
        <Button size="small" icon={<Icon of={Plus} size={14} />} onClick={() => append({ name: "", value: "" })}>
          {t("field.addOwn")}
        </Button>
      ) : null}
    </Field>
  );
}

function OwnText({ form, name, label }: { form: LeadFields; name: string; label: string }) {
  const { value, ...bound } = useBound(form, name);
  return <TextInput {...bound} value={String(value ?? "")} id={undefined} aria-label={label} />;
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="field-group">
      <legend className="h2">{title}</legend>
      {children}
    </fieldset>
  );
}

/** Everything a person may say about a lead, in groups. */
export function LeadFormFields({ form }: { form: LeadFields }) {
  const { t } = useTranslation("leads");
  const field = fieldsWith(form, (name) => t(`field.${name}`));
  const line = (bound: Bound<string>) => <TextInput {...bound} inputMode="text" autoComplete="off" />;
  const day = (bound: Bound<string>) => <DateInput {...bound} />;
  const words = (maxLength: number) => (bound: Bound<string[]>) => (
    <TagInput {...bound} maxLength={maxLength} max={30} />
  );
  return (
    <>
      <Group title={t("panel.who")}>
        {field("name", { required: true }, (bound) => (
          <TextInput {...bound} inputMode="text" autoComplete="off" data-first />
        ))}
        {field("kind", { group: true }, (bound) => (
          <Segment
            {...bound}
            size="small"
            choices={(["org", "person"] as const).map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
        ))}
        <div className="field-pair">
          {field("contact", line)}
          {field("category", line)}
        </div>
        {field("owner", line)}
      </Group>
      <Group title={t("panel.reach")}>
        {field("email", words(254))}
        {field("phone", words(40))}
        {field("website", (bound) => (
          <TextInput {...bound} inputMode="url" autoComplete="off" />
        ))}
      </Group>
      <Group title={t("panel.where")}>
        {field("street", line)}
        <div className="field-pair">
          {field("zip", line)}
          {field("city", line)}
          {field("country", line)}
          {field("position", { hint: t("field.positionHint") }, line)}
        </div>
      </Group>
      <Group title={t("panel.sale")}>
        <div className="field-pair">
          {field("stage", (bound) => (
            <Select {...bound} choices={leadStages.map((value) => ({ value, label: t(`stage.${value}`) }))} />
          ))}
          {field("score", { hint: t("field.scoreHint") }, (bound) => (
            <NumberInput {...bound} />
          ))}
        </div>
        {field("tags", words(60))}
        {field("nextStep", line)}
        <div className="field-pair">
          {field("nextStepOn", day)}
          {field("lastContactOn", day)}
        </div>
      </Group>
      <Group title={t("panel.law")}>
        {field("legalBasis", (bound) => (
          <Select
            {...bound}
            choices={legalBases.map((value) => ({
              value,
              label: t(`legal.${value}`),
            }))}
          />
        ))}
        <Barred form={form} />
      </Group>
      <Group title={t("panel.notes")}>
        {field("notes", (bound) => (
          <TextArea {...bound} rows={4} />
        ))}
        <OwnFields form={form} />
      </Group>
    </>
  );
}

function Barred({ form }: { form: LeadFields }) {
  const { t } = useTranslation("leads");
  const { value, onChange } = useBound(form, "doNotContact");
  return (
    <Checkbox checked={value === true} onChange={onChange} hint={t("field.doNotContactHint")}>
      {t("field.doNotContact")}
    </Checkbox>
  );
}
