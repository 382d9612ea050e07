import { workflowKeyOf } from "#src/features/workflows/rules.ts";
import { useZone } from "#src/features/settings/web/store.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { api } from "#src/ui/client/api.ts";
import { useCursorPages } from "#src/ui/data/useCursorPages.ts";
import { formatListDate, formatNumber, formatTime } from "#src/ui/format.ts";
import { runStates, search } from "./search.ts";
import { StateFilter } from "./StateFilter.tsx";
import { useShow } from "./useShow.ts";
import { useSearchParams } from "#src/ui/client/useSearchParams.ts";
import { OperatedList, pageSize } from "./OperatedList.tsx";

/** Runs of everybody: what they cost and how they ended, nothing of what is in them. */
export function RunList() {
  const { t } = useTranslation(["operator", "workflows", "runs", "messages"]);
  const language = useLanguage();
  const zone = useZone();
  const { status } = useSearchParams(search);
  const show = useShow();
  const pages = useCursorPages(
    ["operator", "runs", status],
    async (page, options) => {
      const { runs, nextCursor } = await api.operator.listRuns({ ...page, ...(status ? { status } : {}) }, options);
      return { items: runs, nextCursor };
    },
    { pageSize, keepsPrevious: true },
  );
  return (
    <>
      <StateFilter
        label={t("column.state")}
        allLabel={t("allStates")}
        value={status}
        choices={runStates.map((value) => ({ value, label: t(`runs:status.${value}`) }))}
        onChange={(next) => show({ tab: "runs", status: next })}
      />
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
              <td>
                {run.errorCode === null
                  ? ""
                  : t(`messages:run.${run.errorCode}.title`, { defaultValue: run.errorCode })}
              </td>
              <td className="r">{tokens > 0 ? formatNumber(tokens, language) : ""}</td>
              <td className="r">{formatNumber(run.coinsState === "captured" ? run.coins : 0, language)}</td>
            </tr>
          );
        }}
      />
    </>
  );
}
