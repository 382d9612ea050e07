import type { EngineAdvice, EngineTest } from "#src/features/workflows/contract.ts";
import { useEngineLabel } from "#src/ui/i18n/engineTexts.ts";
import { hasText, useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { CodeLine, WithCode } from "#src/ui/CodeLine.tsx";
import { formatDuration, formatNumber, formatTime } from "#src/ui/format.ts";
import type { Engine, EngineAnswer } from "./useEngine.ts";
import { useZone } from "./store.ts";
import cx from "./EngineNotice.module.css";

const settings: Record<string, string> = { ollama: "OLLAMA_URL", lmstudio: "LM_STUDIO_URL" };

/** What came of a test or of looking for an engine. */
export function EngineAnswerAlert({ engine, said }: { engine: Engine; said: EngineAnswer }) {
  const { t } = useTranslation(["settings", "engine"]);
  const label = useEngineLabel(engine);
  switch (said.type) {
    case "tested":
      return said.test.ok ? (
        <Works test={said.test} at={said.at} />
      ) : (
        <Fails code={said.test.code} advice={said.test.advice} engine={engine} />
      );
    case "checked":
      return said.isNew ? (
        <Alert tone="ok" title={t("engine.found")}>
          {label}
        </Alert>
      ) : (
        <Alert title={t("engine.nothingNew")}>{t("engine.stays", { label })}</Alert>
      );
    case "missing":
      return (
        <Alert tone="warn" title={t(`engine.${said.provider}.missing`)}>
          <WithCode>{t(`engine.${said.provider}.missingHint`)}</WithCode>
        </Alert>
      );
  }
}

function Works({ test, at }: { test: Extract<EngineTest, { ok: true }>; at: string }) {
  const { t } = useTranslation("settings");
  const language = useLanguage();
  const zone = useZone();
  const pace = test.tokensPerSecond;
  const told = t(pace === null ? "engine.measured" : "engine.measuredPace", {
    first: formatDuration(test.latencyMs, language),
    total: formatDuration(test.totalMs, language),
    pace: pace === null ? "" : formatNumber(pace, language, pace < 10 ? {} : { places: 0 }),
    time: formatTime(at, zone),
  });
  return (
    <Alert
      tone="ok"
      title={
        <>
          {t("engine.works")} <span className={cx("engine-measured num")}>{told}</span>
        </>
      }
    />
  );
}

interface FailsProps {
  code: string;
  advice: EngineAdvice | undefined;
  engine: Engine;
}

function Fails({ code, advice, engine }: FailsProps) {
  const { t } = useTranslation(["engine", "settings"]);
  const fault = `engine:fault.${code}`;
  const server = engine.provider === "openai-compatible" ? t("server") : t(`provider.${engine.provider}`);
  const setting = settings[engine.provider] ?? "OPENAI_BASE_URL";
  return (
    <Alert tone={code === "draft" ? "info" : "danger"} title={t(hasText(fault) ? fault : "fault.internal")}>
      {advice ? <WithCode>{t(`advice.${advice}`, { server, setting })}</WithCode> : null}
      {advice === "pullModel" ? <CodeLine>{`ollama pull ${engine.model}`}</CodeLine> : null}
    </Alert>
  );
}
