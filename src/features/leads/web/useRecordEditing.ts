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

/** Why a field was not saved. */
interface SaveRefusal {
  words: string;
  /** It was changed elsewhere: saved again, it replaces that change. */
  isStale: boolean;
}

/** A lead at one moment, with the values that its fields then hold. */
export interface SeenLead {
  lead: Lead;
  values: LeadFormValues;
}

export interface RecordEditing extends SeenLead {
  zone: string;
  /**
   * Saves one field.
   * @param begun the lead with which the editing began, which may have been read again since; by default the newest
   */
  save: <Name extends keyof LeadFormValues>(
    name: Name,
    value: LeadFormValues[Name],
    begun?: SeenLead,
  ) => Promise<SaveRefusal | undefined>;
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
  const change = async (fields: LeadChanges, seen: Lead): Promise<SaveRefusal | undefined> => {
    const result = await actions.edit(latest.current.lead, fields, fieldsAsSeen(seen, fields));
    if (result === "saved") return undefined;
    const failed = navigator.onLine ? "failed.kept" : "failed.offlineKept";
    const key = { stale: "failed.staleField", gone: "failed.gone", failed }[result];
    return { words: t(key), isStale: result === "stale" };
  };
  return {
    lead,
    values,
    zone,
    save: async (name, value, begun = latest.current) => {
      const checked = checkChange(begun.values, { ...begun.values, [name]: value }, zone);
      if (!checked.ok) {
        const [first] = checked.problems;
        return { words: first ? sentence(first) : t("common:validation.invalid"), isStale: false };
      }
      return Object.keys(checked.value).length === 0 ? undefined : change(checked.value, begun.lead);
    },
  };
}
