import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { lazyOptional } from "#src/ui/lazyOptional.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import sidebarProjectsStyles from "./SidebarProjects.module.css";
import styles from "./SidebarAssistants.module.css";
import { joinClasses } from "#src/ui/classNames.ts";

const cx = joinClasses(styles, sidebarProjectsStyles);

const AssistantGroups = lazyOptional(() => import("./AssistantGroups.tsx").then((part) => part.AssistantGroups));

/** "Your Daily Assistants", folded at first; what is in it comes when it is opened. */
export function SidebarAssistants() {
  const { t } = useTranslation("shell");
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <section>
      <h2>
        <button
          type="button"
          className={cx("side-head-row")}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {t("sidebar.assistants")}
          <Icon of={ChevronDown} size={14} className={cx("turn")} />
        </button>
      </h2>
      <ul id={id} hidden={!isOpen}>
        {isOpen ? <AssistantGroups /> : null}
      </ul>
    </section>
  );
}
