import { useTranslation } from "#src/ui/i18n/index.ts";
import { PillarBar } from "#src/ui/PillarBar.tsx";
import { useValue } from "#src/ui/forms/FormField.tsx";
import type { FormField } from "../formModel.ts";
import { useFormSetting } from "./FormContext.ts";
import { RowsField } from "./RowsField.tsx";
import cx from "./RowsField.module.css";

/** Shares of 100 with their names: the bar above, the rows below. */
export function PillarsField({ field }: { field: FormField }) {
  const { t } = useTranslation("workflow");
  const rows = useValue(useFormSetting().form, field.name);
  const pillars = pillarsOf(rows);
  return (
    <div className={cx("pillars-field")}>
      {pillars.length > 0 ? <PillarBar pillars={pillars} /> : null}
      <RowsField field={field} addLabel={t("rows.addPillar")} />
    </div>
  );
}

/** Names and shares of what a list of rows holds; what is not yet typed counts as nothing. */
export function pillarsOf(rows: unknown): { name: string; percent: number }[] {
  return (Array.isArray(rows) ? rows : []).flatMap((row: unknown) => {
    if (typeof row !== "object" || row === null) return [];
    const { name, percent } = row as { name?: unknown; percent?: unknown };
    return [
      {
        name: typeof name === "string" ? name : "",
        percent: typeof percent === "number" && Number.isFinite(percent) ? percent : 0,
      },
    ];
  });
}
