import { Check } from "lucide-react";
import type { WorkflowCard } from "../workflow.ts";
import { hasText, useTranslation } from "#src/ui/i18n/index.ts";
import { Icon } from "#src/ui/Icon.tsx";
import "./WorkflowGets.module.css";

/** What a workflow brings, in a few lines of its own texts. */
export function WorkflowGets({ card }: { card: Pick<WorkflowCard, "key"> }) {
  const { t } = useTranslation(`workflow.${card.key}`);
  const lines = ["1", "2", "3", "4", "5"]
    .map((at) => `workflow.${card.key}:get.${at}`)
    .filter((key) => hasText(key))
    .map((key) => t(key));
  return (
    <ul className="example-gets">
      {lines.map((line) => (
        <li key={line}>
          <Icon of={Check} size={14} />
          {line}
        </li>
      ))}
    </ul>
  );
}
