import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, CircleDashed, CircleMinus, Clock } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useState } from "react";
import type { SourceState } from "#src/features/workflows/contract.ts";
import { api } from "#src/ui/client/api.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { Button } from "#src/ui/Button.tsx";
import { WithCode } from "#src/ui/CodeLine.tsx";
import { formatDateTime, formatDuration, formatTime } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { SettingsSection } from "./SettingsSection.tsx";
import { useZone } from "./store.ts";
import engineNoticeStyles from "./EngineNotice.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import settingsPageStyles from "./SettingsPage.module.css";

const cx = joinClasses(engineNoticeStyles, settingsPageStyles);

const sourcesNow = async ({ signal }: { signal: AbortSignal }): Promise<SourceState[]> =>
  (await api.workflows.getSources(undefined, { signal })).sources;

/** Services that facts come from: which are set up, how they answered, and a button that asks them all. */
export function SourceSettings() {
  const { t } = useTranslation(["settings", "engine"]);
  const { data, isPending: loading } = useQuery({ queryKey: ["sources"], queryFn: sourcesNow });
  const [checked, setChecked] = useState<SourceState[]>();
  const [busy, setBusy] = useState(false);
  const sources = checked ?? data;

  const check = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      setChecked((await api.workflows.checkSources(undefined)).sources);
    } catch (error) {
      toastFailure("unknown")(error);
    }
    setBusy(false);
  };
  return (
    <SettingsSection
      id="sources"
      lede={t("sources.lede")}
      action={
        sources ? (
          <Button
            size="small"
            variant="quiet"
            busy={busy}
            busyLabel={t("sources.checking")}
            onClick={() => void check()}
          >
            {t("sources.check")}
          </Button>
        ) : null
      }
    >
      {!sources && loading ? <SkeletonRows rows={8} height={38} columns="1fr 1fr" /> : null}
      {!sources && !loading ? <p className={cx("hint settings-row")}>{t("sources.unknown")}</p> : null}
      {sources ? (
        <ul className={cx("sources")} aria-live="polite">
          <li>
            <b>{t("engine:sourceName.files")}</b>
            <span>{t("sources.use.files")}</span>
            <span className={cx("source-status")} data-tone="ok">
              <Icon of={CircleCheck} size={14} />
              {t("sources.status.ready")}
            </span>
          </li>
          {sources.map((source) => (
            <SourceRow key={source.name} source={source} />
          ))}
        </ul>
      ) : null}
    </SettingsSection>
  );
}

type Tone = "ok" | "off" | "unused" | "limited" | "failed";

function toneOf({ isConfigured, outcome, limitedUntil }: SourceState): Tone {
  if (!isConfigured) return "off";
  if (limitedUntil !== null || outcome === "limited") return "limited";
  return outcome === null ? "unused" : outcome === "ok" ? "ok" : "failed";
}

/** What sets a service up, `docs/configuration.md`. */
const settings: Record<SourceState["name"], string> = {
  searxng: "SEARXNG_URL",
  brave: "BRAVE_API_KEY",
  tavily: "TAVILY_API_KEY",
  nominatim: "NOMINATIM_URL",
  overpass: "OVERPASS_URL",
  ted: "TED_URL",
  vergabe: "VERGABE_URL",
  findTender: "FIND_TENDER_URL",
  boamp: "BOAMP_URL",
  sedia: "SEDIA_URL",
  grantsGov: "GRANTS_GOV_URL",
  eurostat: "EUROSTAT_URL",
  worldBank: "WORLD_BANK_URL",
  companiesFr: "COMPANIES_FR_URL",
};

const icons: Record<Tone, LucideIcon> = {
  ok: CircleCheck,
  off: CircleDashed,
  unused: CircleMinus,
  limited: Clock,
  failed: CircleAlert,
};

function SourceRow({ source }: { source: SourceState }) {
  const { t } = useTranslation(["settings", "engine"]);
  const zone = useZone();
  const { name, lastUsedAt } = source;
  const tone = toneOf(source);
  const status = useStatus(source, tone);
  return (
    <li>
      <b>{t(`engine:sourceName.${name}`)}</b>
      <span>{t(`sources.use.${name}`)}</span>
      <span className={cx("source-status")} data-tone={tone}>
        <Icon of={icons[tone]} size={14} />
        {status}
      </span>
      <small className="num">
        {source.isConfigured ? (
          lastUsedAt && formatDateTime(lastUsedAt, zone)
        ) : (
          <WithCode>{t("sources.setUp", { line: settings[name] })}</WithCode>
        )}
      </small>
    </li>
  );
}

function useStatus({ outcome, limitedUntil, milliseconds }: SourceState, tone: Tone): string {
  const { t } = useTranslation("settings");
  const language = useLanguage();
  const zone = useZone();
  if (tone === "ok" && milliseconds !== null)
    return t("sources.status.answers", { time: formatDuration(milliseconds, language) });
  if (tone === "limited" && limitedUntil !== null)
    return t("sources.status.limitedUntil", { time: formatTime(limitedUntil, zone) });
  if (tone !== "failed") return t(`sources.status.${tone}`);
  const isUnreachable = outcome === "timeout" || outcome === "unreachable";
  return t(`sources.status.${outcome === "refused" ? outcome : isUnreachable ? "unreachable" : "failed"}`);
}
