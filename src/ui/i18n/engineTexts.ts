import { hasText, useTranslation } from "./index.ts";

/** Sentence for why an engine was chosen; undefined for a reason without words. */
export function useEngineReason(code: string | undefined): string | undefined {
  const { t } = useTranslation("engine");
  const key = `engine:reason.${code ?? ""}`;
  return code !== undefined && hasText(key) ? t(key) : undefined;
}

/** What wrote a result, as a run tells it. */
interface NamedEngine {
  kind: "draft" | "model";
  provider: string;
  model: string;
}

/** Names engines in the person's language. */
export function useEngineLabels(): (engine: NamedEngine) => string {
  const { t } = useTranslation(["engine", "common"]);
  return ({ kind, provider: by, model }) => {
    if (kind === "draft") return t("common:draft.label");
    const provider = `engine:provider.${by}`;
    return t("engine:label", { model, provider: hasText(provider) ? t(provider) : by });
  };
}

/** Name of an engine in the person's language; empty while it is not known. */
export function useEngineLabel(engine: NamedEngine | undefined): string {
  const labelOf = useEngineLabels();
  return engine ? labelOf(engine) : "";
}
