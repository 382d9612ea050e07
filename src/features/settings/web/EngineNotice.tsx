import { Cpu, PencilRuler } from "lucide-react";
import { useEngineLabel, useEngineReason } from "#src/ui/i18n/engineTexts.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { WithCode } from "#src/ui/CodeLine.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { EngineAnswerAlert } from "./EngineAnswerAlert.tsx";
import { EngineGuides } from "./EngineGuides.tsx";
import { SettingsSection } from "./SettingsSection.tsx";
import { type Engine, useEngine } from "./useEngine.ts";
import styles from "./EngineNotice.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import settingsPageStyles from "./SettingsPage.module.css";

const cx = joinClasses(styles, settingsPageStyles);

/** Which engine writes on this installation and why that one, whether it works, and how to use another. */
export function EngineNotice() {
  const { t } = useTranslation(["settings", "common"]);
  const asked = useEngine();
  const { engine, loading, answer } = asked;
  return (
    <SettingsSection id="engine" title={t("engine.inUse")}>
      {!engine && loading ? <SkeletonRows rows={1} height={66} columns="16px 1fr" /> : null}
      {!engine && !loading ? <p className={cx("hint settings-row")}>{t("engine.unknown")}</p> : null}
      {engine ? (
        <>
          <EngineInUse engine={engine} busy={asked.busy} hasFailed={hasFailed(answer)} run={asked.run} />
          {answer && (answer.to === "check" || answer.to === "test") ? (
            <EngineAnswerAlert engine={engine} said={answer.said} />
          ) : null}
          <EngineGuides engine={engine} busy={asked.busy} answer={answer} run={asked.run} />
        </>
      ) : null}
    </SettingsSection>
  );
}

type Asked = ReturnType<typeof useEngine>;

const hasFailed = (answer: Asked["answer"]): boolean =>
  answer?.to === "test" && answer.said.type === "tested" && !answer.said.test.ok;

interface InUseProps extends Pick<Asked, "busy" | "run"> {
  engine: Engine;
  hasFailed: boolean;
}

function EngineInUse({ engine, busy, hasFailed, run }: InUseProps) {
  const { t } = useTranslation("settings");
  const label = useEngineLabel(engine);
  const reason = useEngineReason(engine.reasonCode);
  const line = lineOf(engine);
  const isDraft = engine.kind === "draft";
  return (
    <div className={cx("engine-now")}>
      <Icon of={isDraft ? PencilRuler : Cpu} />
      <div>
        <b>{isDraft ? t("engine.noAi.name") : label}</b>
        {line === null ? reason && <small>{reason}</small> : null}
        {line === null ? null : (
          <small>
            <WithCode>{t("engine.setBy", { line })}</WithCode>
          </small>
        )}
        {isDraft ? <small>{t("engine.draft")}</small> : null}
      </div>
      <div className={cx("engine-actions")}>
        <Button
          size="small"
          variant={isDraft ? "outline" : "quiet"}
          busy={busy === "check"}
          busyLabel={t("engine.checking")}
          onClick={() => run("check")}
        >
          {t("engine.check")}
        </Button>
        {isDraft ? null : (
          <Button size="small" busy={busy === "test"} busyLabel={t("engine.testing")} onClick={() => run("test")}>
            {t(hasFailed ? "engine.testAgain" : "engine.test")}
          </Button>
        )}
      </div>
    </div>
  );
}

const keys: Record<string, string> = {
  openai: "OPENAI_API_KEY",
  anthropic: "ANTHROPIC_API_KEY",
  google: "GOOGLE_GENERATIVE_AI_API_KEY",
  mistral: "MISTRAL_API_KEY",
};

/** The setting that brought this engine; null where it was found, or where more than one line did. */
function lineOf({ provider, model, reasonCode }: Engine): string | null {
  if (reasonCode === "draftForced") return "AI_ENGINE=draft";
  if (reasonCode === "keyFound") return keys[provider] ?? null;
  return reasonCode === "modelNamed" && provider !== "openai-compatible" ? `AI_MODEL=${provider}:${model}` : null;
}
