import { workflowKeyOf } from "#src/features/workflows/rules.ts";
import { useZone } from "#src/features/settings/web/store.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { api } from "#src/ui/client/api.ts";
import { useCursorPages } from "#src/ui/data/useCursorPages.ts";
import { formatListDate, formatTime } from "#src/ui/format.ts";
import type { AuditRow } from "../contract.ts";
import { OperatedList, pageSize } from "./OperatedList.tsx";

/** What operators did: who, what, on whom, when and why. */
export function AuditList() {
  const { t } = useTranslation(["operator", "workflows"]);
  const language = useLanguage();
  const zone = useZone();
  const pages = useCursorPages(
    ["operator", "audit"],
    async (page, options) => {
      const { rows, nextCursor } = await api.operator.listAudit(page, options);
      return { items: rows, nextCursor };
    },
    { pageSize },
  );
  const subjectOf = ({ action, subject, email, details }: AuditRow): string => {
    if (email !== null) return email;
    const key = action === "switchOn" || action === "switchOff" ? workflowKeyOf(subject) : undefined;
    if (key) return t(`workflows:${key}.name`);
    if (action === "retryMail") return t(`mail.kind.${details}`, { defaultValue: details });
    return action.startsWith("save") || action === "stopCoupon" || key ? subject : t("gone");
  };
  const detailsOf = ({ action, details }: AuditRow): string =>
    action === "setLevel"
      ? t(details === "justRegistered" ? "act.noLevel" : `level.${details}`)
      : action === "retryMail"
        ? ""
        : details;
  return (
    <OperatedList
      caption={t("tabs.audit")}
      pages={pages}
      columns={[
        t("column.when"),
        t("column.who"),
        t("column.what"),
        t("column.subject"),
        t("column.value"),
        t("column.reason"),
      ]}
      renderRow={(row) => (
        <tr key={row.id}>
          <td>
            {formatListDate(row.date, language, { zone })} {formatTime(row.date, zone)}
          </td>
          <td>{row.isTerminal ? t("terminal") : (row.operator ?? t("gone"))}</td>
          <td>{t(`audit.${row.action}`)}</td>
          <td>{subjectOf(row)}</td>
          <td>{detailsOf(row)}</td>
          <td className="words">{row.reason}</td>
        </tr>
      )}
    />
  );
}
