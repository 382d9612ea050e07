import { ChevronRight } from "lucide-react";
import { Suspense, useState } from "react";
import { cards } from "../catalogue/cards.ts";
import type { WorkflowCard } from "../workflow.ts";
import { WorkflowDefaults } from "./WorkflowDefaults.tsx";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import type { Settings } from "#src/features/settings/contract.ts";
import { SettingsSection } from "#src/features/settings/web/SettingsSection.tsx";
import { type Save, useSave } from "#src/features/settings/web/useSave.ts";
import cx from "#src/features/settings/web/SettingsPage.module.css";

const live = cards.filter((card) => card.isProductionReady);

interface FoldedProps {
  card: WorkflowCard;
  values: Settings["workflowSettings"][number]["values"];
  save: Save;
}

function Folded({ card, values, save }: FoldedProps) {
  const { t } = useTranslation(["settings", "workflows"]);
  const [isOpen, setOpen] = useState(false);
  const count = Object.keys(values).length;
  return (
    <details className={cx("defaults")} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon of={ChevronRight} size={14} />
        {t(card.localeKey)}
        <span className="hint num">{count === 0 ? t("workflows.none") : t("workflows.count", { count })}</span>
      </summary>
      {isOpen ? (
        <Suspense fallback={<SkeletonRows rows={4} height={60} columns="124px 1fr" />}>
          <WorkflowDefaults
            card={card}
            values={values}
            onChange={async (next) => {
              const failure = await save({ workflowSettings: [{ workflow: card.workflowName, values: next }] });
              return failure === undefined;
            }}
          />
        </Suspense>
      ) : null}
    </details>
  );
}

/** What the forms of live workflows begin with, where that differs from what they begin with by themselves. */
export function WorkflowSettings({ settings: { workflowSettings } }: { settings: Settings }) {
  const { t } = useTranslation("settings");
  const { save, status } = useSave();
  return (
    <SettingsSection id="workflows" lede={t("workflows.lede")} status={status}>
      {live.map((card) => (
        <Folded
          key={card.workflowName}
          card={card}
          values={workflowSettings.find((entry) => entry.workflow === card.workflowName)?.values ?? {}}
          save={save}
        />
      ))}
    </SettingsSection>
  );
}
