import { useLocation } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import type { WorkflowCard } from "#src/features/workflows/workflow.ts";
import { assistantGroups, type AssistantGroup } from "#src/features/workflows/web/assistants.ts";
import { SidebarLink } from "./SidebarLink.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import sidebarProjectsStyles from "./SidebarProjects.module.css";
import styles from "./SidebarAssistants.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import sidebarLinkStyles from "./SidebarLink.module.css";

const cx = joinClasses(styles, sidebarProjectsStyles, sidebarLinkStyles);

const groups = assistantGroups(cards);
const liveIn = (group: readonly WorkflowCard[]): number => group.filter((card) => card.isProductionReady).length;

interface FoldProps {
  label: string;
  live: number;
  sub?: boolean;
  /** The open page is in it: it unfolds, and can be folded again. */
  isHere: boolean;
  children: ReactNode;
}

function Fold({ label, live, sub = false, isHere, children }: FoldProps) {
  const { t } = useTranslation("shell");
  const [isOpen, setOpen] = useState(isHere);
  const [wasHere, setWasHere] = useState(isHere);
  const id = useId();
  // While it is drawn, not after: who looks for the line of the open page finds it.
  if (isHere !== wasHere) {
    setWasHere(isHere);
    if (isHere) setOpen(true);
  }
  return (
    <li>
      <button
        type="button"
        className={cx(sub ? "side-group sub" : "side-group")}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {sub ? null : <Icon of={ChevronDown} size={14} className={cx("turn")} />}
        {label}
        {live > 0 && !(isOpen && !sub) ? (
          <span className={cx("side-count num")} aria-label={t("sidebar.liveCount", { count: live })}>
            {live}
          </span>
        ) : null}
      </button>
      <ul id={id} hidden={!isOpen}>
        {isOpen ? children : null}
      </ul>
    </li>
  );
}

function Leaf({ card }: { card: WorkflowCard }) {
  const { t } = useTranslation(["shell", "workflows"]);
  return (
    <SidebarLink
      to={card.path}
      icon={null}
      label={t(card.localeKey)}
      // What is not live says so, here and on its page.
      {...(card.isProductionReady
        ? { className: cx("side-leaf") }
        : { className: cx("side-leaf off"), count: t("sidebar.notLive") })}
    />
  );
}

function Group({ group, path }: { group: AssistantGroup; path: string }) {
  const { t } = useTranslation("shell");
  const isHere = (list: readonly WorkflowCard[]): boolean => list.some((card) => card.path === path);
  const all = [...group.cards, ...group.groups.flatMap((sub) => sub.cards)];
  return (
    <Fold label={t(`group.${group.key}`)} live={liveIn(all)} isHere={isHere(all)}>
      {group.cards.map((card) => (
        <Leaf key={card.workflowName} card={card} />
      ))}
      {group.groups
        .filter((sub) => liveIn(sub.cards) > 0)
        .map((sub) => (
          <Fold key={sub.key} sub label={t(`group.${sub.key}`)} live={liveIn(sub.cards)} isHere={isHere(sub.cards)}>
            {sub.cards.map((card) => (
              <Leaf key={card.workflowName} card={card} />
            ))}
          </Fold>
        ))}
      {group.upcoming.map(({ key, mark }) => (
        <li key={key} className={cx("side-group sub soon")}>
          {t(`group.${key}`)}
          <span className={cx("side-count")}>{t(`sidebar.${mark}`)}</span>
        </li>
      ))}
    </Fold>
  );
}

/** Three groups, their sub-groups, and the workflows in them. */
export function AssistantGroups() {
  const { pathname } = useLocation();
  return groups.map((group) => <Group key={group.key} group={group} path={pathname} />);
}
