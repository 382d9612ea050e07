import { Copy, Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Button, IconButton } from "#src/ui/Button.tsx";
import { Checkbox } from "#src/ui/Checkbox.tsx";
import { DateInput } from "#src/ui/DateInput.tsx";
import { formatShortDate } from "#src/ui/formatShortDate.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { NumberInput } from "#src/ui/NumberInput.tsx";
import { Select } from "#src/ui/Select.tsx";
import { TagInput } from "#src/ui/TagInput.tsx";
import { TextArea, TextInput } from "#src/ui/TextInput.tsx";
import { useCopy } from "#src/ui/useCopy.ts";
import { legalBases } from "../rules.ts";
import type { LeadFormValues, OwnField } from "./leadForm.ts";
import { mailHref, phoneHref } from "./reach.ts";
import { RecordField } from "./RecordField.tsx";
import type { RecordEditing } from "./useRecordEditing.ts";
import cx from "./LeadRecord.module.css";

interface PartProps {
  record: RecordEditing;
}

/** Names of fields by the kind of their value. */
type NameOf<Value> = {
  [Name in keyof LeadFormValues]: LeadFormValues[Name] extends Value ? Name : never;
}[keyof LeadFormValues];

export function Line({ record, name, beside }: PartProps & { name: NameOf<string>; beside?: ReactNode }) {
  return (
    <RecordField record={record} name={name} shown={record.values[name]} beside={beside}>
      {({ value, onChange, label, attributes }) => (
        <TextInput
          {...attributes}
          aria-label={label}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </RecordField>
  );
}

function Day({ record, name }: PartProps & { name: "nextStepOn" | "lastContactOn" }) {
  const language = useLanguage();
  return (
    <RecordField record={record} name={name} shown={formatShortDate(record.values[name], language)}>
      {({ value, onChange, label }) => <DateInput label={label} value={value} onChange={onChange} />}
    </RecordField>
  );
}

/** Mail addresses or phone numbers, each a link beside the way to change them. */
function Reach({ record, name }: PartProps & { name: "email" | "phone" }) {
  const { t } = useTranslation("leads");
  const copy = useCopy();
  const hrefOf = name === "email" ? mailHref : phoneHref;
  const values = record.values[name];
  return (
    <RecordField
      record={record}
      name={name}
      shown={values.length > 0 ? t("record.change") : ""}
      beside={
        <ul className={cx("record-reach")}>
          {values.map((value) => (
            <li key={value}>
              <a className="link" href={hrefOf(value)}>
                {value}
              </a>
              <IconButton label={t("record.copy", { value })} onClick={() => void copy(value)}>
                <Icon of={Copy} size={14} />
              </IconButton>
            </li>
          ))}
        </ul>
      }
    >
      {({ value, onChange, label }) => (
        <TagInput label={label} value={value} onChange={onChange} max={10} maxLength={name === "email" ? 254 : 40} />
      )}
    </RecordField>
  );
}

function Choice({
  record,
  name,
  choices,
}: PartProps & { name: "kind" | "legalBasis"; choices: { value: string; label: string }[] }) {
  const { t } = useTranslation("leads");
  const label = t(`field.${name}`);
  return (
    <div className={cx("record-row")}>
      <span className={cx("record-label")}>{label}</span>
      <Select
        className={cx("record-select")}
        label={label}
        value={record.values[name]}
        choices={choices}
        onChange={(value) => void record.save(name, value as LeadFormValues[typeof name])}
      />
    </div>
  );
}

/** How to reach the lead: what is looked for first. */
export function ContactFields({ record }: PartProps) {
  const { t } = useTranslation("leads");
  const { website } = record.values;
  return (
    <section className={cx("record-group")} aria-label={t("record.contact")}>
      <h3>{t("record.contact")}</h3>
      <Line record={record} name="contact" />
      <Reach record={record} name="phone" />
      <Reach record={record} name="email" />
      <Line
        record={record}
        name="website"
        beside={
          website ? (
            <a className="link" href={website} target="_blank" rel="noreferrer">
              {t("record.open")}
            </a>
          ) : null
        }
      />
    </section>
  );
}

const ownLimit = 50;

function OwnFields({ record }: PartProps) {
  const { t } = useTranslation("leads");
  const fields = record.values.ownFields;
  const shown = fields.map(({ name, value }) => `${name}: ${value}`).join(", ");
  return (
    <RecordField record={record} name="ownFields" shown={shown}>
      {({ value, onChange }) => {
        const put = (at: number, next: Partial<OwnField>): void =>
          onChange(value.map((field, index) => (index === at ? { ...field, ...next } : field)));
        return (
          <div className={cx("record-own")}>
            {value.map((field, at) => (
              <div key={at}>
                <TextInput
                  aria-label={t("field.ownName", { number: at + 1 })}
                  maxLength={60}
                  value={field.name}
                  onChange={(event) => put(at, { name: event.target.value })}
                />
                <TextInput
                  aria-label={t("field.ownValue", { number: at + 1 })}
                  maxLength={1000}
                  value={field.value}
                  onChange={(event) => put(at, { value: event.target.value })}
                />
                <IconButton
                  label={t("field.removeOwn", { number: at + 1 })}
                  onClick={() => onChange(value.filter((_, index) => index !== at))}
                >
                  <Icon of={X} size={14} />
                </IconButton>
              </div>
            ))}
            {value.length < ownLimit ? (
              <Button
                size="small"
                icon={<Icon of={Plus} size={14} />}
                onClick={() => onChange([...value, { name: "", value: "" }])}
              >
                {t("field.addOwn")}
              </Button>
            ) : null}
          </div>
        );
      }}
    </RecordField>
  );
}

/** Everything a person may say about a lead, each field edited where it stands. */
export function DetailFields({ record }: PartProps) {
  const { t } = useTranslation("leads");
  const kinds = (["org", "person"] as const).map((value) => ({ value, label: t(`kind.${value}`) }));
  const bases = legalBases.map((value) => ({ value, label: t(`legal.${value}`) }));
  const group = (title: string, fields: ReactNode) => (
    <section className={cx("record-group")} aria-label={title}>
      <h3>{title}</h3>
      {fields}
    </section>
  );
  return (
    <>
      <ContactFields record={record} />
      {group(
        t("panel.sale"),
        <>
          <Line record={record} name="nextStep" />
          <Day record={record} name="nextStepOn" />
          <RecordField record={record} name="score" shown={record.values.score ?? ""}>
            {({ value, onChange, label }) => <NumberInput label={label} value={value} onChange={onChange} />}
          </RecordField>
          <RecordField record={record} name="tags" shown={record.values.tags.join(", ")}>
            {({ value, onChange, label }) => (
              <TagInput label={label} value={value} onChange={onChange} max={30} maxLength={60} />
            )}
          </RecordField>
          <Day record={record} name="lastContactOn" />
          <Line record={record} name="owner" />
        </>,
      )}
      {group(
        t("panel.who"),
        <>
          <Choice record={record} name="kind" choices={kinds} />
          <Line record={record} name="category" />
        </>,
      )}
      {group(
        t("panel.where"),
        <>
          <Line record={record} name="street" />
          <Line record={record} name="zip" />
          <Line record={record} name="city" />
          <Line record={record} name="country" />
          <Line record={record} name="position" />
        </>,
      )}
      {group(
        t("panel.law"),
        <>
          <Choice record={record} name="legalBasis" choices={bases} />
          <Checkbox
            checked={record.values.doNotContact}
            onChange={(isOn) => void record.save("doNotContact", isOn)}
            hint={t("field.doNotContactHint")}
          >
            {t("field.doNotContact")}
          </Checkbox>
        </>,
      )}
      {group(
        t("panel.notes"),
        <>
          <RecordField record={record} name="notes" isLong shown={record.values.notes}>
            {({ value, onChange, label, attributes }) => (
              <TextArea
                {...attributes}
                aria-label={label}
                rows={4}
                maxLength={8000}
                value={value}
                onChange={(event) => onChange(event.target.value)}
              />
            )}
          </RecordField>
          <OwnFields record={record} />
        </>,
      )}
    </>
  );
}
