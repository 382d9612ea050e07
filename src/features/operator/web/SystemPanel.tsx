import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { EngineNotice } from "#src/features/settings/web/EngineNotice.tsx";
import { SourceSettings } from "#src/features/settings/web/SourceSettings.tsx";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { api } from "#src/ui/client/api.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { Button } from "#src/ui/Button.tsx";
import { invalidate } from "#src/ui/data/queryClient.ts";
import { formatNumber } from "#src/ui/format.ts";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { Table } from "#src/ui/Table.tsx";
import cx from "./OperatorPage.module.css";

/** What writes, what is read from, and which workflows people can start. */
export function SystemPanel() {
  return (
    <>
      <EngineNotice />
      <Switches />
      <SourceSettings />
    </>
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
      .then(() => invalidate("operator"))
      .catch(toastFailure("unknown"))
      .finally(() => setBusy(undefined));
  };
  return (
    <section aria-labelledby="operator-switches">
      <div className={cx("part-head")}>
        <h2 className="h2" id="operator-switches">
          {t("switches.title")}
        </h2>
      </div>
      <p className={cx("part-lede")}>{t("switches.lede")}</p>
      {error && !data ? <RetryAlert title={t("failed")} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows rows={8} height={36} columns="2fr 1fr 80px" /> : null}
      {data ? (
        <div className={cx("operated")}>
          <Table caption={t("switches.title")}>
            <thead>
              <tr>
                <th scope="col">{t("column.workflow")}</th>
                <th scope="col" className="r">
                  {t("switches.runs")}
                </th>
                <th scope="col">{t("column.state")}</th>
                <th scope="col">{t("column.actions")}</th>
              </tr>
            </thead>
            <tbody>
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
            </tbody>
          </Table>
        </div>
      ) : null}
    </section>
  );
}
