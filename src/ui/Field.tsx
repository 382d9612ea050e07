import { CircleAlert } from "lucide-react";
import { createContext, type ReactNode, useContext, useId, useState } from "react";
import { useTranslation } from "./i18n/index.ts";
import { Icon } from "./Icon.tsx";

interface FieldTies {
  id: string;
  label: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
  disabled: boolean;
  /** An input that cannot read what was typed says so here; a message from the form goes first. */
  report: (problem: string | undefined) => void;
}

const FieldContext = createContext<FieldTies | undefined>(undefined);

/** Attributes that tie an input to the field around it; an input outside of a field needs its own label. */
export interface InputTies {
  id?: string | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
  "aria-required"?: true | undefined;
  disabled?: boolean | undefined;
}

/** For our own inputs: what ties them to their field. Groups use `labelId`, single inputs `attributes`. */
export function useFieldTies(): {
  attributes: InputTies;
  labelId: string | undefined;
  /** Words of the label, for sentences about the field. */
  label: string;
  invalid: boolean;
  report: (problem: string | undefined) => void;
} {
  const ties = useContext(FieldContext);
  if (!ties) return { attributes: {}, labelId: undefined, label: "", invalid: false, report: () => undefined };
  return {
    attributes: {
      id: ties.id,
      "aria-describedby": ties.describedBy,
      "aria-invalid": ties.invalid || undefined,
      "aria-required": ties.required || undefined,
      ...(ties.disabled ? { disabled: true } : {}),
    },
    labelId: ties.labelId,
    label: ties.label,
    invalid: ties.invalid,
    report: ties.report,
  };
}

export interface FieldProps {
  label: string;
  /** One sentence of help: beside the label in a row, under the input in a stack. */
  hint?: ReactNode;
  /** What is known about the answer, always under the input: "2 files: …". */
  note?: ReactNode;
  /** The sentence of what is wrong; also marks the input. */
  error?: string | undefined;
  /** `row` is a ledger row with the label at the left, `stack` has the label above. Phones always stack. */
  layout?: "row" | "stack";
  /** True for several controls under one name (segment, ticks, period): the label names the group. */
  group?: boolean;
  required?: boolean;
  /** Writes "optional" beside the label. */
  optional?: boolean;
  disabled?: boolean;
  children: ReactNode;
}

/** Label, input, help and error of one question, tied together for assistive technology. */
export function Field(props: FieldProps) {
  const {
    label,
    hint,
    note,
    error,
    layout = "stack",
    group = false,
    required = false,
    optional = false,
    disabled = false,
  } = props;
  const { t } = useTranslation();
  const id = useId();
  const [ownProblem, report] = useState<string>();
  const message = error ?? ownProblem;
  const describedBy =
    [hint ? `${id}-hint` : "", note ? `${id}-note` : "", message ? `${id}-error` : ""].filter(Boolean).join(" ") ||
    undefined;
  const ties: FieldTies = {
    id,
    label,
    labelId: `${id}-label`,
    describedBy,
    invalid: Boolean(message),
    required,
    disabled,
    report,
  };
  const help = hint ? (
    <span className="hint" id={`${id}-hint`}>
      {hint}
    </span>
  ) : null;
  const name = (
    <>
      {label}
      {optional ? <span className="field-optional"> {t("word.optional")}</span> : null}
    </>
  );
  return (
    <div
      className={layout === "row" ? "field field-row" : "field"}
      data-required={required || undefined}
      {...(group ? groupTies(ties) : {})}
    >
      <div className="field-label">
        {group ? (
          <span id={ties.labelId}>{name}</span>
        ) : (
          <label id={ties.labelId} htmlFor={id}>
            {name}
          </label>
        )}
        {layout === "row" ? help : null}
      </div>
      <div className="field-body">
        <FieldContext value={ties}>{props.children}</FieldContext>
        {message ? (
          <p className="field-error" id={`${id}-error`}>
            <Icon of={CircleAlert} size={14} />
            <span>{message}</span>
          </p>
        ) : null}
        {layout === "stack" ? help : null}
        {note ? (
          <span className="hint" id={`${id}-note`}>
            {note}
          </span>
        ) : null}
      </div>
    </div>
  );
}

const groupTies = (ties: FieldTies) =>
  ({ role: "group", "aria-labelledby": ties.labelId, "aria-describedby": ties.describedBy }) as const;
