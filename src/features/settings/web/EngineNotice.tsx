import { Cpu, PencilRuler } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { useCall } from "#src/kit/useCall.ts";
import { api } from "#src/shell/api.ts";
import { hasText } from "#src/shell/i18n/index.ts";
import { Icon } from "#src/shell/ui/Icon.tsx";
import { SkeletonRows } from "#src/shell/ui/Skeleton.tsx";

/** A quote names the engine that would run: the example of a live workflow is quoted, and nothing is held. */
async function engineNow(signal: AbortSignal) {
  const asked = cards.find((card) => card.isProductionReady && card.key === "contentPlanner");
  if (!asked) return undefined;
  const { workflowName } = asked;
  const { example } = await api.workflows.getWorkflow({ workflowName }, { signal });
  return (await api.workflows.quoteRun({ workflowName, formValues: example }, { signal })).engine;
}

/** Which engine writes on this installation, and why that one. */
export function EngineNotice() {
  const { t } = useTranslation(["settings", "common"]);
  const { data, loading } = useCall("engine", engineNow);
  const reasonKey = data && `settings:engine.reason.${data.reasonCode}`;
  return (
    <section className="settings-part" aria-labelledby="settings-engine">
      <h2 className="h2" id="settings-engine">
        {t("engine.title")}
      </h2>
      {!data && loading ? <SkeletonRows rows={1} height={60} columns="16px 1fr" /> : null}
      {!data && !loading ? <p className="hint py-3">{t("engine.unknown")}</p> : null}
      {data ? (
        <div className="engine-line">
          <Icon of={data.kind === "draft" ? PencilRuler : Cpu} />
          <b>{data.kind === "draft" ? t("common:draft.label") : data.label}</b>
          {reasonKey && hasText(reasonKey) ? <small>{t(reasonKey)}</small> : null}
          <small>{t(`engine.${data.kind}`)}</small>
        </div>
      ) : null}
    </section>
  );
}
