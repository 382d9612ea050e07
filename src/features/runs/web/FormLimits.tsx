import { useMemo } from "react";
import { LimitNote, useLimitText, useRights } from "#src/features/account/web/LevelNotice.tsx";
import type { FormLimits } from "#src/features/workflows/web/fields/FormContext.ts";

/** What the level of the person does not include, for the fields of a form; undefined until it is known. */
export function useFormLimits(): FormLimits | undefined {
  const rights = useRights();
  const textOf = useLimitText();
  const words = textOf("attachmentBytes");
  return useMemo(
    () =>
      rights && {
        deep: rights.deepResearch ? null : <LimitNote right="deepResearch" />,
        attachments: { most: rights.attachments, note: <LimitNote right="attachments" /> },
        bytes: { most: rights.attachmentBytes, words },
      },
    [rights, words],
  );
}
