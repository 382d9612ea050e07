import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Checkbox, type Ticked } from "#src/ui/Checkbox.tsx";
import { useIsMobile } from "#src/ui/deviceClass.ts";
import { Icon } from "#src/ui/Icon.tsx";
import type { LeadSort } from "../contract.ts";
import { firstSort } from "./leadSearch.ts";
import cx from "./LeadTable.module.css";

/** Columns after the ticks. `sorts`: the order of the first press, then that of the second; a third ends it. */
const columns: readonly { key: string; sorts?: readonly [LeadSort, LeadSort] }[] = [
  { key: "name", sorts: ["name", "-name"] },
  { key: "contact" },
  { key: "city", sorts: ["city", "-city"] },
  { key: "stage", sorts: ["stage", "-stage"] },
  { key: "score", sorts: ["-score", "score"] },
  { key: "lastContact", sorts: ["-lastContact", "lastContact"] },
  { key: "nextStep" },
];

export const columnCount = columns.length + 1;

export interface LeadTableHeadProps {
  sort: LeadSort;
  onSort: (sort: LeadSort) => void;
  ticked: Ticked;
  onTickAll: () => void;
}

/** The names of the columns, which sort, and the tick for all rows. */
export function LeadTableHead({ sort, onSort, ticked, onTickAll }: LeadTableHeadProps) {
  const { t } = useTranslation("leads");
  // On phones only screen readers meet the names; nothing that cannot be seen may take the focus.
  const isMobile = useIsMobile();
  return (
    <thead role="rowgroup">
      <tr role="row" className={cx("lead-row lead-head")} aria-rowindex={1}>
        <th role="columnheader" scope="col" className={cx("lead-tick")}>
          {isMobile ? t("column.select") : <Checkbox checked={ticked} onChange={onTickAll} label={t("selectAll")} />}
        </th>
        {columns.map(({ key, sorts }) => {
          const isOn = sorts?.includes(sort) === true;
          const isDown = sort.startsWith("-");
          const next = !sorts ? sort : sort === sorts[0] ? sorts[1] : sort === sorts[1] ? firstSort : sorts[0];
          return (
            <th
              key={key}
              role="columnheader"
              scope="col"
              className={["contact", "city", "lastContact"].includes(key) ? cx("lead-extra") : undefined}
              aria-sort={isOn ? (isDown ? "descending" : "ascending") : undefined}
            >
              {sorts && !isMobile ? (
                <button type="button" onClick={() => onSort(next)}>
                  {t(`column.${key}`)}
                  {isOn ? <Icon of={isDown ? ArrowDown : ArrowUp} size={12} /> : null}
                </button>
              ) : (
                t(`column.${key}`)
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
