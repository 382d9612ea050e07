import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { Icon } from "./ui/Icon.tsx";
import { fallbackIcon, workflowIcons } from "./workflowIcons.ts";

/** The icon a workflow's card names, in kebab-case. */
export function WorkflowIcon({ name }: { name: string }): ReactElement {
  return <Icon of={workflowIcons[name] ?? fallbackIcon} />;
}

/** Translated name of a workflow by its long name (`contentPlannerWorkflow`); the name itself when it is unknown. */
export function useWorkflowTitle(): (workflowName: string) => string {
  const { t } = useTranslation("workflows");
  return (workflowName) => {
    const card = cards.find((one) => one.workflowName === workflowName);
    return card ? t(card.localeKey) : workflowName;
  };
}
