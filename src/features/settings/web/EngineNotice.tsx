import { Cpu, PencilRuler } from "lucide-react";
import { useCall } from "#src/kit/useCall.ts";
import { useEngineLabel, useEngineReason } from "#src/shell/i18n/engineTexts.ts";
import { useTranslation } from "#src/shell/i18n/index.ts";
import { api } from "#src/shell/api.ts";
import { Icon } from "#src/shell/ui/Icon.tsx";
import { SkeletonRows } from "#src/shell/ui/Skeleton.tsx";
import { SettingsSection } from "./SettingsSection.tsx";

const engineNow = async (signal: AbortSignal) => (await api.workflows.getEngine(undefined, { signal })).engine;

/** Which engine writes on this installation, and why that one. */
export function EngineNotice() {
  const { t } = useTranslation(["settings", "common"]);
  const { data, loading } = useCall("engine", engineNow);
  const label = useEngineLabel(data);
  const reason = useEngineReason(data?.reasonCode);
  return (
    <SettingsSection id="engine">
      {!data && loading ? <SkeletonRows rows={1} height={60} columns="16px 1fr" /> : null}
      {!data && !loading ? <p className="hint py-3">{t("engine.unknown")}</p> : null}
      {data ? (
        <div className="engine-line">
          <Icon of={data.kind === "draft" ? PencilRuler : Cpu} />
          <b>{label}</b>
          {reason ? <small>{reason}</small> : null}
          <small>{t(`engine.${data.kind}`)}</small>
        </div>
      ) : null}
    </SettingsSection>
  );
}
