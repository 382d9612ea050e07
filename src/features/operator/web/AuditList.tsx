import { useZone } from "#src/features/settings/web/store.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { api } from "#src/ui/client/api.ts";
import { useCursorPages } from "#src/ui/data/useCursorPages.ts";
import { formatListDate, formatTime } from "#src/ui/format.ts";
import { OperatedList, pageSize } from "./OperatedList.tsx";

/** What operators did. */
export function AuditList() {
  const { t } = useTranslation("operator");
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
  return (
    <OperatedList
      caption={t("tabs.audit")}
      pages={pages}
      columns={[t("column.when"), t("column.who"), t("column.what"), t("column.subject")]}
      renderRow={(row) => (
        <tr key={row.id}>
          <td>
            {formatListDate(row.date, language, { zone })} {formatTime(row.date, zone)}
          </td>
          <td>{row.operator === "" ? t("terminal") : row.operator}</td>
          <td>
            {row.action}: {row.details}
          </td>
          <td>{row.subject}</td>
        </tr>
      )}
    />
  );
}
