import { openWish } from "#src/features/support/web/store.ts";
import type { WorkflowCard } from "../workflow.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";

/** Opens the wish to the team, written already: whoever sends it is told when the workflow is live. */
export function TellMe({ card, className }: { card: Pick<WorkflowCard, "localeKey">; className: string }) {
  const { t } = useTranslation(["catalogue", "workflows"]);
  const name = t(card.localeKey);
  return (
    <button
      type="button"
      className={className}
      aria-label={t("coming.tellNamed", { name })}
      aria-haspopup="dialog"
      onClick={() => openWish(t("coming.wish", { name }))}
    >
      {t("coming.tell")}
    </button>
  );
}
