import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { useController, useFieldArray, useFormContext } from "react-hook-form";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button, IconButton } from "#src/ui/Button.tsx";
import { Checkbox } from "#src/ui/Checkbox.tsx";
import { DateInput } from "#src/ui/DateInput.tsx";
import { Field } from "#src/ui/Field.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { NumberInput } from "#src/ui/NumberInput.tsx";
import { Segment } from "#src/ui/Segment.tsx";
import { Select } from "#src/ui/Select.tsx";
import { TagInput } from "#src/ui/TagInput.tsx";
import { TextArea, TextInput } from "#src/ui/TextInput.tsx";
import { leadStages } from "../rules.ts";
import type { LeadFormValues } from "./leadForm.ts";
import "./LeadForm.css";

/** Names of the form whose values are of one kind. */
type NameOf<Value> = {
  [Name in keyof LeadFormValues]: LeadFormValues[Name] extends Value ? Name : never;
}[keyof LeadFormValues];

const useLeadField = <Name extends keyof LeadFormValues>(name: Name) => {
  const { control } = useFormContext<LeadFormValues>();
  const { field, fieldState } = useController({ control, name });
  return { field, error: fieldState.error?.message };
};

interface PlainFieldProps<Name> {
  name: Name;
  hint?: string;
  required?: boolean;
  type?: "text" | "url";
  /** True where typing begins. */
  isFirst?: boolean;
}

function TextField({ name, hint, required = false, type = "text", isFirst = false }: PlainFieldProps<NameOf<string>>) {
  const { t } = useTranslation("leads");
  const { register, getFieldState, formState } = useFormContext<LeadFormValues>();
  const { error } = getFieldState(name, formState);
  return (
    <Field label={t(`field.${name}`)} hint={hint} required={required} error={error?.message}>
      <TextInput {...register(name)} inputMode={type} autoComplete="off" data-first={isFirst || undefined} />
    </Field>
  );
}

function WordsField({ name, maxLength }: { name: "email" | "phone" | "tags"; maxLength: number }) {
  const { t } = useTranslation("leads");
  const { field, error } = useLeadField(name);
  return (
    <Field label={t(`field.${name}`)} error={error}>
      <TagInput value={field.value} onChange={field.onChange} onBlur={field.onBlur} maxLength={maxLength} max={30} />
    </Field>
  );
}

function DayField({ name }: { name: "lastContactOn" | "nextStepOn" }) {
  const { t } = useTranslation("leads");
  const { field, error } = useLeadField(name);
  return (
    <Field label={t(`field.${name}`)} error={error}>
      <DateInput value={field.value} onChange={field.onChange} onBlur={field.onBlur} />
    </Field>
  );
}

function ChoiceField({ name, choices }: { name: "stage" | "legalBasis"; choices: { value: string; label: string }[] }) {
  const { t } = useTranslation("leads");
  const { field, error } = useLeadField(name);
  return (
    <Field label={t(`field.${name}`)} error={error}>
      <Select value={field.value} onChange={field.onChange} onBlur={field.onBlur} choices={choices} />
    </Field>
  );
}

function KindField() {
  const { t } = useTranslation("leads");
  const { field } = useLeadField("kind");
  return (
    <Field label={t("field.kind")} group>
      <Segment
        size="small"
        value={field.value}
        onChange={field.onChange}
        choices={[
          { value: "org", label: t("kind.org") },
          { value: "person", label: t("kind.person") },
        ]}
      />
    </Field>
  );
}

function ScoreField() {
  const { t } = useTranslation("leads");
  const { field, error } = useLeadField("score");
  return (
    <Field label={t("field.score")} hint={t("field.scoreHint")} error={error}>
      <NumberInput value={field.value} onChange={field.onChange} onBlur={field.onBlur} />
    </Field>
  );
}

function BarredField() {
  const { t } = useTranslation("leads");
  const { field } = useLeadField("doNotContact");
  return (
    <Checkbox checked={field.value} onChange={field.onChange} hint={t("field.doNotContactHint")}>
      {t("field.doNotContact")}
    </Checkbox>
  );
}

function NotesField() {
  const { t } = useTranslation("leads");
  const { register, getFieldState, formState } = useFormContext<LeadFormValues>();
  const { error } = getFieldState("notes", formState);
  return (
    <Field label={t("field.notes")} error={error?.message}>
      <TextArea {...register("notes")} rows={4} />
    </Field>
  );
}

/** Columns of the contract at most. */
const ownLimit = 50;

function OwnFields() {
  const { t } = useTranslation(["leads", "common"]);
  const { control, register, getFieldState, formState } = useFormContext<LeadFormValues>();
  const { fields, append, remove } = useFieldArray({ control, name: "ownFields" });
  const { error } = getFieldState("ownFields", formState);
  return (
    <Field label={t("field.ownFields")} group error={error?.message ?? error?.root?.message}>
      {fields.map((field, at) => (
        <div className="lead-own" key={field.id}>
          <TextInput
            {...register(`ownFields.${at}.name`)}
            id={undefined}
            aria-label={t("field.ownName", { number: at + 1 })}
          />
          <TextInput
            {...register(`ownFields.${at}.value`)}
            id={undefined}
            aria-label={t("field.ownValue", { number: at + 1 })}
          />
          <IconButton label={t("field.removeOwn", { number: at + 1 })} onClick={() => remove(at)}>
            <Icon of={X} size={14} />
          </IconButton>
        </div>
      ))}
      {fields.length < ownLimit ? (
        <Button size="small" icon={<Icon of={Plus} size={14} />} onClick={() => append({ name: "", value: "" })}>
          {t("field.addOwn")}
        </Button>
      ) : null}
    </Field>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="lead-group">
      <legend className="h2">{title}</legend>
      {children}
    </fieldset>
  );
}

/** Everything a person may say about a lead, in groups. */
export function LeadFormFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation("leads");
  return (
    <>
      <Group title={t("panel.who")}>
        <TextField name="name" required isFirst={isNew} />
        <KindField />
        <div className="lead-pair">
          <TextField name="contact" />
          <TextField name="category" />
        </div>
        <TextField name="owner" />
      </Group>
      <Group title={t("panel.reach")}>
        <WordsField name="email" maxLength={254} />
        <WordsField name="phone" maxLength={40} />
        <TextField name="website" type="url" />
      </Group>
      <Group title={t("panel.where")}>
        <TextField name="street" />
        <div className="lead-pair">
          <TextField name="zip" />
          <TextField name="city" />
          <TextField name="country" />
          <TextField name="position" hint={t("field.positionHint")} />
        </div>
      </Group>
      <Group title={t("panel.sale")}>
        <div className="lead-pair">
          <ChoiceField name="stage" choices={leadStages.map((value) => ({ value, label: t(`stage.${value}`) }))} />
          <ScoreField />
        </div>
        <WordsField name="tags" maxLength={60} />
        <TextField name="nextStep" />
        <div className="lead-pair">
          <DayField name="nextStepOn" />
          <DayField name="lastContactOn" />
        </div>
      </Group>
      <Group title={t("panel.law")}>
        <ChoiceField
          name="legalBasis"
          choices={(["consent", "existingCustomer", "legitimateInterest", "none"] as const).map((value) => ({
            value,
            label: t(`legal.${value}`),
          }))}
        />
        <BarredField />
      </Group>
      <Group title={t("panel.notes")}>
        <NotesField />
        <OwnFields />
      </Group>
    </>
  );
}
