import { ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { WorkflowCard } from "../workflow.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Icon } from "#src/ui/Icon.tsx";
import cx from "./CatalogueRow.module.css";

export interface ComingRowsProps {
  cards: readonly WorkflowCard[];
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** Announced workflows in one line with their names, which opens to their rows. */
export function ComingRows({ cards, isOpen, onToggle, children }: ComingRowsProps) {
  const { t } = useTranslation(["catalogue", "workflows"]);
  const id = useId();
  return (
    <section className="coming" aria-label={t("coming.title")}>
      <button type="button" className={cx("coming-line")} aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
        <Icon of={ChevronRight} size={14} />
        <b className="num">{t("coming.count", { count: cards.length })}</b>
        <span>{cards.map((card) => t(card.localeKey)).join(", ")}</span>
      </button>
      <ul id={id} hidden={!isOpen}>
        {isOpen ? children : null}
      </ul>
    </section>
  );
}
