import type { ReactElement } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { cards } from "../catalogue/cards.ts";
import { lazyOptional } from "#src/ui/lazyOptional.tsx";

// The words say it all: the icons of the catalogue come after them.
const CardIcon = lazyOptional(() => import("./CardIcon.tsx").then((part) => part.CardIcon));

/** The icon a workflow's card names, in kebab-case. */
export function WorkflowIcon({ name }: { name: string }): ReactElement {
  return <CardIcon name={name} instead={<span className="icon" />} />;
}

/** Translated name of a workflow by its long name (`contentPlannerWorkflow`); the name itself when it is unknown. */
export function useWorkflowTitle(): (workflowName: string) => string {
  const { t } = useTranslation("workflows");
  return (workflowName) => {
    const card = cards.find((one) => one.workflowName === workflowName);
    return card ? t(card.localeKey) : workflowName;
  };
}
