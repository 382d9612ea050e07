import { AppWindow, ChevronRight, CircleCheck, CircleDashed, KeyRound, Laptop, PencilRuler, Plug } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { CodeLine, WithCode } from "#src/ui/CodeLine.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { EngineAnswerAlert } from "./EngineAnswerAlert.tsx";
import type { Engine, LocalProvider, useEngine } from "./useEngine.ts";
import cx from "./EngineNotice.module.css";

const hosted = ["openai", "anthropic", "google", "mistral"];
const keyLines = ["OPENAI_API_KEY=", "ANTHROPIC_API_KEY=", "GOOGLE_GENERATIVE_AI_API_KEY=", "MISTRAL_API_KEY="];

interface GuidesProps extends Pick<ReturnType<typeof useEngine>, "busy" | "answer" | "run"> {
  engine: Engine;
}

/** How to use another engine: a row for each way, that opens. */
export function EngineGuides(props: GuidesProps) {
  const { t } = useTranslation("settings");
  const { engine } = props;
  const { provider } = engine;
  return (
    <>
      <div className={cx("h2 engine-others")}>
        <h2>{t("engine.others")}</h2>
      </div>
      <Guide name="key" icon={KeyRound} status={hosted.includes(provider) ? "inUse" : null}>
        <Step says="key.create" />
        <Step says="key.line" lines={keyLines} />
        <Step says="key.model" lines={["AI_MODEL=mistral:mistral-large-latest"]} />
        <Step says="restart" />
      </Guide>
      <LocalGuide {...props} provider="ollama" icon={Laptop} line="AI_MODEL=ollama:llama3.1:8b">
        <Step says="ollama.install" />
        <Step says="ollama.pull" lines={["ollama pull llama3.1:8b"]} />
      </LocalGuide>
      <LocalGuide {...props} provider="lmstudio" icon={AppWindow} line="AI_MODEL=lmstudio:NAME">
        <Step says="lmstudio.install" />
        <Step says="lmstudio.start" lines={["lms server start --port 1234"]} />
      </LocalGuide>
      <Guide name="compatible" icon={Plug} status={provider === "openai-compatible" ? "inUse" : null}>
        <Step
          says="compatible.lines"
          lines={["OPENAI_BASE_URL=http://localhost:8080/v1", "AI_MODEL=openai-compatible:NAME"]}
        />
        <Step says="compatible.key" lines={["OPENAI_API_KEY="]} />
        <Step says="restart" />
      </Guide>
      <Guide name="noAi" icon={PencilRuler} status={engine.kind === "draft" ? "inUse" : null}>
        <Step says="noAi.line" lines={["AI_ENGINE=draft"]} />
        <Step says="restart" />
      </Guide>
    </>
  );
}

interface LocalGuideProps extends GuidesProps {
  provider: LocalProvider;
  icon: LucideIcon;
  /** Names a model of this server, where another engine would go before it. */
  line: string;
  children: ReactNode;
}

function LocalGuide({ engine, busy, answer, run, provider, icon, line, children }: LocalGuideProps) {
  const { t } = useTranslation("settings");
  const isNothingFound = engine.reasonCode === "nothingFound";
  const isInUse = engine.provider === provider;
  // Ollama is looked for first.
  const isAfterOllama = provider === "ollama" && engine.reasonCode === "localServer";
  const isMissing = isNothingFound || (isAfterOllama && !isInUse);
  return (
    <Guide
      name={provider}
      icon={icon}
      status={isInUse ? "inUse" : isMissing ? "notFound" : null}
      startsOpen={provider === "ollama" && isNothingFound}
      foot={
        isInUse || isMissing ? (
          <div className={cx("engine-guide-foot")}>
            <Button size="small" busy={busy === provider} busyLabel={t("engine.testing")} onClick={() => run(provider)}>
              {t(`engine.${provider}.test`)}
            </Button>
            {answer?.to === provider ? <EngineAnswerAlert engine={engine} said={answer.said} /> : null}
          </div>
        ) : null
      }
    >
      {children}
      {isInUse || isMissing ? (
        <Step says={`${provider}.find`} />
      ) : (
        <>
          <Step says="notFirst" lines={[line]} />
          <Step says="restart" />
        </>
      )}
    </Guide>
  );
}

interface GuideProps {
  name: "key" | LocalProvider | "compatible" | "noAi";
  icon: LucideIcon;
  status: "inUse" | "notFound" | null;
  startsOpen?: boolean;
  /** Steps. */
  children: ReactNode;
  /** What is below the steps. */
  foot?: ReactNode;
}

function Guide({ name, icon, status, startsOpen = false, children, foot }: GuideProps) {
  const { t } = useTranslation("settings");
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <details className={cx("engine-guide")} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon of={icon} />
        <span className={cx("engine-guide-name")}>
          <b>{t(`engine.${name}.name`)}</b> <small>{t(`engine.${name}.hint`)}</small>
        </span>
        {status ? (
          <span className={cx("engine-status")} data-status={status}>
            <Icon of={status === "inUse" ? CircleCheck : CircleDashed} size={14} />
            {t(`engine.status.${status}`)}
          </span>
        ) : null}
        <Icon of={ChevronRight} size={14} className={cx("engine-guide-turn")} />
      </summary>
      <ol>{children}</ol>
      {foot}
    </details>
  );
}

interface StepProps {
  /** Text below `engine`. */
  says: string;
  lines?: string[];
}

function Step({ says, lines = [] }: StepProps) {
  const { t } = useTranslation("settings");
  return (
    <li>
      <div>
        <p>
          <WithCode>{t(`engine.${says}`)}</WithCode>
        </p>
        {lines.map((line) => (
          <CodeLine key={line}>{line}</CodeLine>
        ))}
      </div>
    </li>
  );
}
