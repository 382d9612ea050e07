import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { formPathOf } from "#src/features/workflows/catalogue/cards.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { invalidate } from "#src/ui/data/queryClient.ts";
import { api } from "#src/ui/client/api.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { failureText } from "#src/ui/client/toastFailure.ts";
import { toast } from "#src/ui/toastStore.ts";
import type { Project } from "../contract.ts";
import { copyName } from "../rules.ts";
import { userProjects } from "./store.ts";
import { cardOf } from "./useProject.ts";

/** Copies a project with its form and opens that form. A second click while the copy is made does nothing. */
export function useDuplicate(): (project: Project, name: string) => Promise<void> {
  const { t } = useTranslation("projects");
  const dispatch = useThunkDispatch();
  const navigate = useNavigate();
  const isBusy = useRef(false);
  return async (original, name) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      const { project } = await api.projects.duplicateProject({
        id: original.id,
        name: copyName(t("duplicate.name", { name })),
      });
      dispatch(userProjects.put(project));
      invalidate("projects");
      toast({ title: t("duplicate.done", { name: project.name ?? name }), text: t("duplicate.doneText") });
      const card = cardOf(project);
      if (card?.isProductionReady) await navigate({ to: `${formPathOf(card)}?project=${project.id}` });
      else await navigate({ to: paths.project(project.id) });
    } catch (cause) {
      toast({ tone: "danger", title: t("duplicate.failed", { name }), text: failureText(cause).description });
    }
    isBusy.current = false;
  };
}
