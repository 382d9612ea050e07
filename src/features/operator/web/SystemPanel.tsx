import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { EngineNotice } from "#src/features/settings/web/EngineNotice.tsx";
import { useZone } from "#src/features/settings/web/store.ts";
import { SourceSettings } from "#src/features/settings/web/SourceSettings.tsx";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { api } from "#src/ui/client/api.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { Button } from "#src/ui/Button.tsx";
import { invalidate } from "#src/ui/data/queryClient.ts";
import { formatDuration, formatListDate, formatNumber, formatTime } from "#src/ui/format.ts";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import type { Durations } from "../contract.ts";
import { Figures } from "./Figures.tsx";
import { OperatedTable } from "./OperatedTable.tsx";
import { OperatorPart } from "./OperatorPart.tsx";

/** What writes, what is read from, and which workflows people can start. */
export function SystemPanel() {
  return (
    <>
      <HealthFigures />
      <EngineNotice />
      <Switches />
      <SourceSettings />
    </>
  );
}

/** How fast runs are, and when everything was last copied. */
function HealthFigures() {
  const { t } = useTranslation("operator");
  const language = useLanguage();
  const zone = useZone();
  const { data, error, refetch } = useQuery({
    queryKey: ["operator", "health"],
    queryFn: ({ signal }) => api.operator.getHealth(undefined, { signal }),
  });
  if (error && !data) return <RetryAlert title={t("failed")} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={1} height={60} columns="1fr 1fr 1fr" />;
  const timeOf = (name: string, durations: Durations, none: string): [string, string, string] => [
    name,
    durations ? formatDuration(durations.median * 1000, language) : "–",
    durations ? `p95 ${formatDuration(durations.p95 * 1000, language)}` : none,
  ];
  const { lastBackup } = data;
  const figures: [name: string, value: string, note: string][] = [
    timeOf(t("health.firstText"), data.firstTextSeconds, t("figure.noText")),
    timeOf(t("health.result"), data.resultSeconds, t("health.noRuns")),
    [
      t("health.backup"),
      lastBackup === null ? "–" : formatListDate(lastBackup, language, { zone }),
      lastBackup === null ? t("health.noBackup") : formatTime(lastBackup, zone),
    ],
  ];
  return (
    <OperatorPart title={t("health.title")} lede={t("health.lede")}>
      <Figures figures={figures} />
    </OperatorPart>
  );
}

function Switches() {
  const { t } = useTranslation(["operator", "workflows"]);
  const language = useLanguage();
  const [busy, setBusy] = useState<string>();
  const { data, error, refetch } = useQuery({
    queryKey: ["operator", "switches"],
    queryFn: ({ signal }) => api.operator.listSwitches(undefined, { signal }),
  });
  const change = (workflow: string, isOffered: boolean): void => {
    setBusy(workflow);
    api.operator
      .setSwitch({ workflow, isOffered })
      .then(() => invalidate("operator", "runs"))
      .catch(toastFailure("unknown"))
      .finally(() => setBusy(undefined));
  };
  return (
    <OperatorPart title={t("switches.title")} lede={t("switches.lede")}>
      {error && !data ? <RetryAlert title={t("failed")} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows rows={8} height={36} columns="2fr 1fr 80px" /> : null}
      {data ? (
        <OperatedTable
          caption={t("switches.title")}
          columns={[t("column.workflow"), { figure: t("switches.runs") }, t("column.state"), t("column.actions")]}
        >
          {data.workflows.map(({ workflow, key, isOffered, runs }) => (
            <tr key={workflow}>
              <td>{t(`workflows:${key}.name`)}</td>
              <td className="r">{formatNumber(runs, language)}</td>
              <td>{t(isOffered ? "sold.on" : "sold.off")}</td>
              <td>
                <Button
                  size="small"
                  busy={busy === workflow}
                  busyLabel={t("sold.busy")}
                  aria-label={t(isOffered ? "switches.off" : "switches.on", { name: t(`workflows:${key}.name`) })}
                  onClick={() => change(workflow, !isOffered)}
                >
                  {t(isOffered ? "sold.switchOff" : "sold.switchOn")}
                </Button>
              </td>
            </tr>
          ))}
        </OperatedTable>
      ) : null}
    </OperatorPart>
  );
}
