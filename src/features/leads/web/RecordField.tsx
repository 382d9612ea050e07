import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import type { LeadFormValues } from "./leadForm.ts";
import type { RecordEditing, SeenLead } from "./useRecordEditing.ts";
import cx from "./LeadRecord.module.css";

export interface FieldEditor<Value> {
  value: Value;
  onChange: (next: Value) => void;
  /** Name for screen readers. */
  label: string;
  attributes: { "aria-invalid"?: true; "aria-describedby"?: string };
}

export interface RecordFieldProps<Name extends keyof LeadFormValues> {
  record: RecordEditing;
  name: Name;
  /** The value at rest; nothing for an empty one. */
  shown: ReactNode;
  /** What stands beside it and is not part of the button, such as a link. */
  beside?: ReactNode;
  /** Several lines: Enter breaks the line, Ctrl Enter saves. */
  isLong?: boolean;
  children: (editor: FieldEditor<LeadFormValues[Name]>) => ReactNode;
}

/** One field of a record, edited in place: Enter or leaving it saves, Escape restores. */
export function RecordField<Name extends keyof LeadFormValues>(props: RecordFieldProps<Name>) {
  const { record, name, shown, beside, isLong = false, children } = props;
  const { t } = useTranslation("leads");
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<{ value: LeadFormValues[Name] }>();
  const [problem, setProblem] = useState<string>();
  // A list takes the word being typed as it loses the focus: the newest value is older than the rendering.
  const latest = useRef(typed);
  const isSaving = useRef(false);
  /** What the typing began with; undefined once the server has answered, since the newest is then what was seen. */
  const begun = useRef<SeenLead>(undefined);
  const put = (next: { value: LeadFormValues[Name] } | undefined): void => {
    latest.current = next;
    setTyped(next);
  };
  const label = t(`field.${name}`);
  const begin = (): void => {
    begun.current = record;
    put({ value: record.values[name] });
    setTimeout(() => place.current?.querySelector<HTMLElement>("input, textarea, button")?.focus());
  };
  const end = (returnFocus: boolean): void => {
    put(undefined);
    setProblem(undefined);
    if (returnFocus) setTimeout(() => place.current?.querySelector("button")?.focus());
  };
  const save = async (returnFocus: boolean): Promise<void> => {
    const now = latest.current;
    if (!now || isSaving.current) return;
    isSaving.current = true;
    const failed = await record.save(name, now.value, begun.current);
    isSaving.current = false;
    if (!failed || failed.isStale) begun.current = undefined;
    if (failed === undefined) {
      // What was typed while the server answered is not thrown away.
      if (latest.current === now) end(returnFocus);
    } else setProblem(failed.words);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      end(true);
    } else if (event.key === "Enter" && !event.defaultPrevented && (!isLong || event.ctrlKey || event.metaKey)) {
      if (event.target instanceof HTMLButtonElement) return;
      event.preventDefault();
      void save(true);
    }
  };
  const onBlur = (event: FocusEvent): void => {
    if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return;
    void save(false);
  };
  return (
    <div className={cx("record-row")} ref={place}>
      <span className={cx("record-label")}>{label}</span>
      {typed ? (
        <div className={cx("record-editor")} data-keeps-escape onKeyDown={onKeyDown} onBlur={onBlur}>
          {children({
            value: typed.value,
            onChange: (value) => put({ value }),
            label,
            attributes: problem === undefined ? {} : { "aria-invalid": true, "aria-describedby": `${id}-problem` },
          })}
          {problem === undefined ? null : (
            <p className={cx("record-problem")} id={`${id}-problem`} role="alert">
              {problem}
            </p>
          )}
        </div>
      ) : (
        <div className={cx("record-rest")}>
          <button type="button" className={cx("record-value")} onClick={begin}>
            {shown || <span className={cx("record-none")}>{t("record.add")}</span>}
            <span className="sr-only"> {t("record.edit", { name: label })}</span>
          </button>
          {beside}
        </div>
      )}
    </div>
  );
}
