import { useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { MultiCheck } from "#src/ui/Checkbox.tsx";
import { Field } from "#src/ui/Field.tsx";
import { NumberInput } from "#src/ui/NumberInput.tsx";
import { Segment } from "#src/ui/Segment.tsx";
import { Select } from "#src/ui/Select.tsx";
import { TagInput } from "#src/ui/TagInput.tsx";
import { TextInput } from "#src/ui/TextInput.tsx";
import { leadSorts, leadStages, reaches } from "../rules.ts";
import { type LeadSearch, leadSearch } from "./leadSearch.ts";
import cx from "./LeadForm.module.css";

export interface LeadFilterFormProps {
  search: LeadSearch;
  onDone: (search: LeadSearch) => void;
}

/** All filters at once; they take effect together, as one step of the history. */
export function LeadFilterForm({ search, onDone }: LeadFilterFormProps) {
  const { t } = useTranslation(["leads", "common"]);
  const [draft, setDraft] = useState(search);
  const put = (change: Partial<LeadSearch>): void => setDraft((before) => ({ ...before, ...change }));
  const isScoreWrong = isOutside(draft.minScore, 0, 100);
  const isQuietWrong = isOutside(draft.quietDays, 1, 3650);
  const limits = (min: number, max: number) =>
    `${t("common:validation.wholeNumber", { path: "" }).trim()} (${min}–${max})`;
  return (
    <form
      className={cx("lead-filter print-hidden")}
      onSubmit={(event) => {
        event.preventDefault();
        // Read as an address would be: what is out of bounds is no filter.
        if (!isScoreWrong && !isQuietWrong) onDone(leadSearch.read({ ...leadSearch.write(draft) }));
      }}
    >
      <Field label={t("key.stage")} group>
        <MultiCheck
          value={draft.stage}
          onChange={(stage) => put({ stage })}
          choices={leadStages.map((value) => ({ value, label: t(`stage.${value}`) }))}
        />
      </Field>
      <Field label={t("key.has")} group>
        <MultiCheck
          value={draft.has}
          onChange={(has) => put({ has })}
          choices={reaches.map((value) => ({ value, label: t(`reach.${value}`) }))}
        />
      </Field>
      <Field label={t("key.tag")}>
        <TagInput value={draft.tag} onChange={(tag) => put({ tag })} max={20} maxLength={60} />
      </Field>
      <div className="field-pair">
        <Field label={t("key.city")}>
          <TextInput value={draft.city} maxLength={120} onChange={(event) => put({ city: event.target.value })} />
        </Field>
        <Field label={t("key.category")}>
          <TextInput
            value={draft.category}
            maxLength={120}
            onChange={(event) => put({ category: event.target.value })}
          />
        </Field>
        <Field label={t("filterMinScore")} error={isScoreWrong ? limits(0, 100) : undefined}>
          <NumberInput
            value={draft.minScore ?? null}
            onChange={(minScore) => put({ minScore: minScore ?? undefined })}
          />
        </Field>
        <Field label={t("filterQuiet")} error={isQuietWrong ? limits(1, 3650) : undefined}>
          <NumberInput
            value={draft.quietDays ?? null}
            unit={t("quietUnit")}
            onChange={(quietDays) => put({ quietDays: quietDays ?? undefined })}
          />
        </Field>
      </div>
      <Field label={t("key.doNotContact")} group>
        <Segment
          size="small"
          value={draft.doNotContact === undefined ? "any" : draft.doNotContact ? "yes" : "no"}
          onChange={(answer) => put({ doNotContact: answer === "any" ? undefined : answer === "yes" })}
          choices={[
            { value: "any", label: t("any") },
            { value: "yes", label: t("yes") },
            { value: "no", label: t("no") },
          ]}
        />
      </Field>
      <Field label={t("sort.label")}>
        <Select
          value={draft.sort}
          onChange={(sort) => put({ sort: leadSorts.find((known) => known === sort) ?? draft.sort })}
          choices={leadSorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
        />
      </Field>
      <Button type="submit" variant="outline" full>
        {t("showLeads")}
      </Button>
    </form>
  );
}

const isOutside = (value: number | undefined, min: number, max: number): boolean =>
  value !== undefined && !(Number.isInteger(value) && value >= min && value <= max);
