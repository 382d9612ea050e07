import { useMemo, useRef } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { dayOf } from "#src/ui/format.ts";
import type { FormProblem } from "#src/ui/forms/problems.ts";
import { useSentence } from "#src/ui/forms/useSentence.ts";
import type { Lead, LeadChanges } from "../contract.ts";
import { checkChange, fieldsAsSeen, formOf, type LeadFormValues } from "./leadForm.ts";
import type { LeadActions } from "./useLeadActions.ts";

/** Fields whose sentence says how they are written, whatever is wrong with them. */
export const sentences: Readonly<Record<string, string>> = {
  position: "leads:positionWrong",
  ownFields: "leads:ownFieldWrong",
  lastContactOn: "common:validation.date",
  nextStepOn: "common:validation.date",
};

export interface RecordEditing {
  lead: Lead;
  /** The lead as its fields hold it. */
  values: LeadFormValues;
  zone: string;
  /** Saves one field. @returns why it was not saved, in words; undefined when it is */
  save: <Name extends keyof LeadFormValues>(name: Name, value: LeadFormValues[Name]) => Promise<string | undefined>;
  /** Saves fields of the contract. @returns as `save` */
  change: (fields: LeadChanges) => Promise<string | undefined>;
}

/** The fields of a record and the way to save each. A refused value stays in its field with the reason. */
export function useRecordEditing(lead: Lead, actions: LeadActions, zone: string): RecordEditing {
  const { t } = useTranslation(["leads", "common"]);
  const words = useSentence((name) => t(`leads:field.${name}`));
  const values = useMemo(() => formOf(lead, (instant) => dayOf(instant, zone)), [lead, zone]);
  const latest = useRef({ lead, values });
  latest.current = { lead, values };
  const sentence = (problem: FormProblem): string =>
    words(
      problem.key.startsWith("leads:") ? problem : { ...problem, key: sentences[problem.path[0] ?? ""] ?? problem.key },
    );
  const change = async (fields: LeadChanges): Promise<string | undefined> => {
    const { lead: now } = latest.current;
    const result = await actions.edit(now, fields, fieldsAsSeen(now, fields));
    if (result === "saved") return undefined;
    if (result === "stale") return t("failed.staleField");
    if (result === "gone") return t("failed.gone");
    return t(navigator.onLine ? "failed.kept" : "failed.offlineKept");
  };
  return {
    lead,
    values,
    zone,
    change,
    save: async (name, value) => {
      const before = latest.current.values;
      const checked = checkChange(before, { ...before, [name]: value }, zone);
      if (!checked.ok) {
        const [first] = checked.problems;
        return first ? sentence(first) : t("common:validation.invalid");
      }
      return Object.keys(checked.value).length === 0 ? undefined : change(checked.value);
    },
  };
}
