import { useNavigate } from "@tanstack/react-router";
import { Archive, ArchiveRestore, Columns2, Copy, MoreHorizontal, Play, Trash2 } from "lucide-react";
import { formPathOf } from "#src/features/workflows/catalogue/cards.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { IconButton } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { Menu, MenuItem, MenuRule } from "#src/ui/Menu.tsx";
import type { Project } from "../contract.ts";
import { cardOf } from "./useProject.ts";
import { isRunning } from "./useProjectActions.ts";

/** What can be done with a project from its row. */
export interface RowMenuActions {
  duplicate: (project: Project) => void;
  compare: (project: Project) => void;
  archive: (project: Project) => void;
  remove: (project: Project) => void;
}

/** The menu at the end of a row. While a run is on, the project may be copied and nothing else. */
export function ProjectRowMenu({
  project,
  name,
  actions,
}: {
  project: Project;
  name: string;
  actions: RowMenuActions;
}) {
  const { t } = useTranslation("projects");
  const navigate = useNavigate();
  const card = cardOf(project);
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={t("head.more", { name })}>
          <Icon of={MoreHorizontal} />
        </IconButton>
      }
    >
      {card?.isProductionReady && !isRunning(project) ? (
        <MenuItem
          icon={<Icon of={Play} size={14} />}
          onSelect={() => void navigate({ to: `${formPathOf(card)}?project=${project.id}` })}
        >
          {t(project.revisions > 0 ? "head.runAgain" : "list.openForm")}
        </MenuItem>
      ) : null}
      <MenuItem icon={<Icon of={Copy} size={14} />} onSelect={() => actions.duplicate(project)}>
        {t("head.duplicate")}
      </MenuItem>
      {project.currentRevision === null ? null : (
        <MenuItem icon={<Icon of={Columns2} size={14} />} onSelect={() => actions.compare(project)}>
          {t("head.compareWith")}
        </MenuItem>
      )}
      {isRunning(project) ? null : (
        <>
          <MenuItem
            icon={<Icon of={project.archived ? ArchiveRestore : Archive} size={14} />}
            onSelect={() => actions.archive(project)}
          >
            {t(project.archived ? "head.unarchive" : "head.archive")}
          </MenuItem>
          <MenuRule />
          <MenuItem danger icon={<Icon of={Trash2} size={14} />} onSelect={() => actions.remove(project)}>
            {t("head.delete")}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
