import { useEffect, useRef, useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { MultiCheck } from "#src/ui/Checkbox.tsx";
import { Field } from "#src/ui/Field.tsx";
import { NumberInput } from "#src/ui/NumberInput.tsx";
import { Segment } from "#src/ui/Segment.tsx";
import { TagInput } from "#src/ui/TagInput.tsx";
import { TextInput } from "#src/ui/TextInput.tsx";
import { leadStages, reaches } from "../rules.ts";
import { type LeadFilter, type LeadSearch, leadSearch } from "./leadSearch.ts";
import cx from "./LeadForm.module.css";

/** Rest after the last key before typed filters apply, ms. */
const restMs = 300;

export interface LeadFilterFormProps {
  search: LeadSearch;
  /** `replace` where each key would be a step back. */
  onSearch: (search: LeadSearch, options?: { replace?: boolean }) => void;
}

/** All filters; each applies at once, typed ones after a rest. */
export function LeadFilterForm({ search, onSearch }: LeadFilterFormProps) {
  const { t } = useTranslation(["leads", "common"]);
  // What is typed and does not apply yet.
  const [typed, setTyped] = useState<Partial<LeadFilter>>({});
  const draft = { ...search, ...typed };
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<(() => void) | undefined>(undefined);
  const latest = useRef(search);
  latest.current = search;
  // Whoever closes the form while a filter rests has meant it.
  useEffect(() => () => waiting.current?.(), []);
  const apply = (change: Partial<LeadFilter>, replace = false): void =>
    // Read as an address would be: what is out of bounds is no filter.
    onSearch(leadSearch.read({ ...leadSearch.write({ ...latest.current, ...change }) }), { replace });
  const type = (change: Partial<LeadFilter>): void => {
    const next = { ...typed, ...change };
    setTyped(next);
    clearTimeout(timer.current);
    waiting.current = () => {
      clearTimeout(timer.current);
      waiting.current = undefined;
      if (isOutside(next.minScore, 0, 100) || isOutside(next.quietDays, 1, 3650)) return;
      apply(next, true);
      setTyped({});
    };
    timer.current = setTimeout(() => waiting.current?.(), restMs);
  };
  const limits = (min: number, max: number) =>
    `${t("common:validation.wholeNumber", { path: "" }).trim()} (${min}–${max})`;
  return (
    <form
      className={cx("lead-filter print-hidden")}
      onSubmit={(event) => {
        event.preventDefault();
        waiting.current?.();
      }}
    >
      <Field label={t("key.stage")} group>
        <MultiCheck
          value={draft.stage}
          onChange={(stage) => apply({ ...typed, stage })}
          choices={leadStages.map((value) => ({ value, label: t(`stage.${value}`) }))}
        />
      </Field>
      <Field label={t("key.has")} group>
        <MultiCheck
          value={draft.has}
          onChange={(has) => apply({ ...typed, has })}
          choices={reaches.map((value) => ({ value, label: t(`reach.${value}`) }))}
        />
      </Field>
      <Field label={t("key.tag")}>
        <TagInput value={draft.tag} onChange={(tag) => apply({ ...typed, tag })} max={20} maxLength={60} />
      </Field>
      <div className="field-pair">
        <Field label={t("key.city")}>
          <TextInput value={draft.city} maxLength={120} onChange={(event) => type({ city: event.target.value })} />
        </Field>
        <Field label={t("key.category")}>
          <TextInput
            value={draft.category}
            maxLength={120}
            onChange={(event) => type({ category: event.target.value })}
          />
        </Field>
        <Field label={t("filterMinScore")} error={isOutside(draft.minScore, 0, 100) ? limits(0, 100) : undefined}>
          <NumberInput
            value={draft.minScore ?? null}
            onChange={(minScore) => type({ minScore: minScore ?? undefined })}
          />
        </Field>
        <Field label={t("filterQuiet")} error={isOutside(draft.quietDays, 1, 3650) ? limits(1, 3650) : undefined}>
          <NumberInput
            value={draft.quietDays ?? null}
            unit={t("quietUnit")}
            onChange={(quietDays) => type({ quietDays: quietDays ?? undefined })}
          />
        </Field>
      </div>
      <Field label={t("key.doNotContact")} group>
        <Segment
          size="small"
          value={draft.doNotContact === undefined ? "any" : draft.doNotContact ? "yes" : "no"}
          onChange={(answer) => apply({ ...typed, doNotContact: answer === "any" ? undefined : answer === "yes" })}
          choices={[
            { value: "any", label: t("any") },
            { value: "yes", label: t("yes") },
            { value: "no", label: t("no") },
          ]}
        />
      </Field>
    </form>
  );
}

const isOutside = (value: number | undefined, min: number, max: number): boolean =>
  value !== undefined && !(Number.isInteger(value) && value >= min && value <= max);
