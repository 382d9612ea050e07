import { Link } from "@tanstack/react-router";
import { workflowKeyOf } from "#src/features/workflows/rules.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { formatHeld, formatListDate, formatNumber, formatTime } from "#src/ui/format.ts";
import type { StatementRow } from "../contract.ts";
import cx from "./StatementLine.module.css";

export interface StatementLineProps {
  row: StatementRow;
  zone: string;
  /** Three columns without the balance, for the dashboard. */
  short?: boolean;
}

/** What a movement was: the workflow, or the reason with what else is known of it. */
export function useStatementName(): (row: StatementRow) => string {
  const { t } = useTranslation(["statement", "workflows"]);
  return ({ workflow, reason, amount, note }) => {
    const key = workflow === null ? undefined : workflowKeyOf(workflow);
    if (key && reason === "run") return t(`workflows:${key}.name`);
    const name = t(`reason.${reason === "reversal" && amount > 0 ? "restored" : reason}`);
    if (note === null) return name;
    return reason === "adjustment" ? t("reasonGiven", { name, note }) : t("receipt", { name, number: note });
  };
}

/** One movement of coins: when, what, how much, and what was left. */
export function StatementLine({ row, zone, short = false }: StatementLineProps) {
  const { t } = useTranslation(["statement", "workflows"]);
  const language = useLanguage();
  const name = useStatementName()(row);
  const isReturned = row.state === "returned";
  const isHeld = row.state === "held";
  const what = isReturned
    ? t(short ? "returnedShort" : "returnedLong", { name, count: row.coins })
    : isHeld
      ? t("heldLine", { name })
      : name;
  const title = short ? null : row.projectName;
  const figure = isHeld
    ? formatHeld(row.coins, language)
    : isReturned
      ? short
        ? t("returned")
        : formatNumber(0, language)
      : formatNumber(row.amount, language, { signed: true });
  return (
    <tr>
      <td>
        <time dateTime={row.date}>
          {isHeld ? t("now") : formatListDate(row.date, language, { zone, today: formatTime(row.date, zone) })}
        </time>
      </td>
      <td className={cx("ledger-what")}>
        {what}
        {title ? (
          <>
            {", "}
            {row.projectId === null ? (
              title
            ) : (
              <Link to={paths.project(row.projectId)} className="link-quiet">
                {title}
              </Link>
            )}
          </>
        ) : null}
      </td>
      <td className={cx(isReturned ? "amount returned" : "amount")}>{figure}</td>
      {short ? null : <td className="amount">{formatNumber(row.balance, language)}</td>}
    </tr>
  );
}
