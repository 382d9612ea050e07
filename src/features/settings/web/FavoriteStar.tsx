import { Star } from "lucide-react";
import { useSelector } from "react-redux";
import type { WorkflowCard } from "#src/features/workflows/workflow.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { IconButton } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { selectSettings, settings } from "./store.ts";

export interface FavoriteStarProps {
  card: Pick<WorkflowCard, "workflowName" | "localeKey" | "isProductionReady">;
}

/** Keeps a live workflow in the sidebar, or lets it go; nothing for one that is not live. */
export function FavoriteStar({ card }: FavoriteStarProps) {
  const { t } = useTranslation(["common", "workflows"]);
  const dispatch = useThunkDispatch();
  const { value } = useSelector(selectSettings);
  if (!value || !card.isProductionReady) return null;
  const others = value.favoriteWorkflows.filter((name) => name !== card.workflowName);
  const isKept = others.length < value.favoriteWorkflows.length;
  const toggle = (): void => {
    dispatch(settings.update({ favoriteWorkflows: isKept ? others : [...others, card.workflowName] }))
      .unwrap()
      .catch(toastFailure("settings.updateError"));
  };
  return (
    <IconButton
      label={t("favorite.named", { name: t(card.localeKey) })}
      aria-pressed={isKept}
      title={t(isKept ? "favorite.remove" : "favorite.add")}
      className={isKept ? "star-on" : ""}
      onClick={toggle}
    >
      <Icon of={Star} size={14} />
    </IconButton>
  );
}
