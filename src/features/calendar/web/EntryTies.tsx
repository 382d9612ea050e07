import { Link } from "@tanstack/react-router";
import { CalendarClock, FolderOpen } from "lucide-react";
import { useSelector } from "react-redux";
import { selectOutcomes } from "#src/features/outcomes/web/store.ts";
import { selectProjects } from "#src/features/projects/web/store.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Icon } from "#src/ui/Icon.tsx";
import type { Entry } from "../contract.ts";
import cx from "./EntryPanel.module.css";

/** The project and the scheduled outcome that an entry belongs to. */
export function EntryTies({ entry }: { entry: Pick<Entry, "projectId" | "outcomeId"> }) {
  const { t } = useTranslation("calendar");
  const project = useSelector(selectProjects).items?.find(({ id }) => id === entry.projectId);
  const outcome = useSelector(selectOutcomes).items?.find(({ id }) => id === entry.outcomeId);
  if (!entry.projectId && !entry.outcomeId) return null;
  return (
    <ul className={cx("cal-ties")}>
      {entry.projectId ? (
        <li>
          <Icon of={FolderOpen} size={14} />
          <Link to={paths.project(entry.projectId)} className="link">
            {project?.name ?? t("project")}
          </Link>
        </li>
      ) : null}
      {entry.outcomeId ? (
        <li>
          <Icon of={CalendarClock} size={14} />
          <span>
            <Link to={paths.content} search={{ item: entry.outcomeId }} className="link">
              {outcome?.title ?? t("outcome")}
            </Link>
            <small>{t("outcomeMoves")}</small>
          </span>
        </li>
      ) : null}
    </ul>
  );
}
