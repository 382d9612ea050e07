import { workflowKeyOf } from "#src/features/workflows/rules.ts";
import { useZone } from "#src/features/settings/web/store.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { api } from "#src/ui/client/api.ts";
import { useCursorPages } from "#src/ui/data/useCursorPages.ts";
import { formatListDate, formatNumber, formatTime } from "#src/ui/format.ts";
import { OperatedList, pageSize } from "./OperatedList.tsx";

/** Runs of everybody: what they cost and how they ended, nothing of what is in them. */
export function RunList() {
  const { t } = useTranslation(["operator", "workflows", "runs"]);
  const language = useLanguage();
  const zone = useZone();
  const pages = useCursorPages(
    ["operator", "runs"],
    async (page, options) => {
      const { runs, nextCursor } = await api.operator.listRuns(page, options);
      return { items: runs, nextCursor };
    },
    { pageSize },
  );
  return (
    <OperatedList
      caption={t("tabs.runs")}
      pages={pages}
      columns={[
        t("column.started"),
        t("column.workflow"),
        t("column.email"),
        t("column.state"),
        t("column.error"),
        { figure: t("column.tokens") },
        { figure: t("column.coins") },
      ]}
      renderRow={(run) => {
        const key = workflowKeyOf(run.workflow);
        const tokens = (run.inputTokens ?? 0) + (run.outputTokens ?? 0);
        return (
          <tr key={run.id}>
            <td>
              {formatListDate(run.dateCreated, language, { zone })} {formatTime(run.dateCreated, zone)}
            </td>
            <td>{key ? t(`workflows:${key}.name`) : run.workflow}</td>
            <td>{run.email}</td>
            <td>{t(`runs:status.${run.status}`)}</td>
            <td>{run.errorCode ?? ""}</td>
            <td className="r">{tokens > 0 ? formatNumber(tokens, language) : ""}</td>
            <td className="r">{formatNumber(run.coinsState === "captured" ? run.coins : 0, language)}</td>
          </tr>
        );
      }}
    />
  );
}
