import { hasText, useTranslation } from "./index.ts";
import type { Run } from "#src/features/runs/contract.ts";

/** Sentence for why an engine was chosen; undefined for a reason without words. */
export function useEngineReason(code: string | undefined): string | undefined {
  const { t } = useTranslation("engine");
  const key = `engine:reason.${code ?? ""}`;
  return code !== undefined && hasText(key) ? t(key) : undefined;
}

/** Name of an engine in the person's language; empty while it is not known. */
export function useEngineLabel(engine: Pick<Run["engine"], "kind" | "provider" | "model"> | undefined): string {
  const { t } = useTranslation(["engine", "common"]);
  if (!engine) return "";
  if (engine.kind === "draft") return t("common:draft.label");
  const provider = `engine:provider.${engine.provider}`;
  return t("engine:label", { model: engine.model, provider: hasText(provider) ? t(provider) : engine.provider });
}
