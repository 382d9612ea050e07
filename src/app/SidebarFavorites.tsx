import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { useSelector } from "react-redux";
import { selectSettings } from "#src/features/settings/web/store.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { liveFavorites } from "#src/features/workflows/web/favorites.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { SidebarLink } from "./SidebarLink.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { WorkflowIcon } from "#src/features/workflows/web/WorkflowIcon.tsx";
import sidebarProjectsStyles from "./SidebarProjects.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import sidebarAssistantsStyles from "./SidebarAssistants.module.css";

const cx = joinClasses(sidebarProjectsStyles, sidebarAssistantsStyles);

/** "Flow Favorites": starred workflows that are live. */
export function SidebarFavorites({ narrow }: { narrow: boolean }) {
  const { t } = useTranslation(["shell", "workflows"]);
  const { value } = useSelector(selectSettings);
  const [isOpen, setOpen] = useState(true);
  const listId = useId();
  const favorites = liveFavorites(value?.favoriteWorkflows ?? [], cards);
  const list = (
    <ul id={listId} hidden={!isOpen && !narrow}>
      {favorites.map((card) => (
        <SidebarLink
          key={card.workflowName}
          narrow={narrow}
          // The one without a page of its own starts from the leads.
          to={card.path || paths.leads}
          icon={<WorkflowIcon name={card.icon} />}
          label={t(card.localeKey)}
        />
      ))}
      {favorites.length === 0 && value && !narrow ? (
        <li className={cx("side-tip")}>{t("sidebar.noFavorites")}</li>
      ) : null}
    </ul>
  );
  if (narrow)
    return favorites.length === 0 ? null : (
      <>
        <div className={cx("side-rule")} />
        {list}
      </>
    );
  return (
    <section>
      <h2>
        <button
          type="button"
          className={cx("side-head-row")}
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
        >
          {t("sidebar.favorites")}
          <Icon of={ChevronDown} size={14} className={cx("turn")} />
        </button>
      </h2>
      {list}
    </section>
  );
}
