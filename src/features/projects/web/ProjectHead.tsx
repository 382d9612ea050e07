import { useNavigate } from "@tanstack/react-router";
import {
  Archive,
  ArchiveRestore,
  CircleCheck,
  Columns2,
  Copy,
  ListOrdered,
  type LucideIcon,
  MoreHorizontal,
  Pencil,
  Play,
  Repeat2,
  Star,
  Trash2,
  Undo2,
} from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { projectState } from "../rules.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { IconButton } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { Menu, MenuItem, MenuRule } from "#src/ui/Menu.tsx";
import { TextInput } from "#src/ui/TextInput.tsx";
import type { Project } from "../contract.ts";
import { useIsMobile } from "#src/ui/deviceClass.ts";
import { PageActions, pageMarkId } from "#src/ui/PageActions.tsx";
import { lazyOptional } from "#src/ui/lazyOptional.tsx";
import type { CompareWithProps } from "./CompareWith.tsx";
import { ProjectSchedule } from "./ProjectSchedule.tsx";
import { useDuplicate } from "./useDuplicate.ts";
import { type ProjectActions, useProjectActions } from "./useProjectActions.ts";
import cx from "./ProjectPage.module.css";

const item = (icon: LucideIcon, label: string, onSelect: () => void) => (
  <MenuItem icon={<Icon of={icon} size={14} />} onSelect={onSelect}>
    {label}
  </MenuItem>
);

/** Few visits compare anything. */
const CompareWith = lazyOptional<CompareWithProps>(() => import("./CompareWith.tsx").then((part) => part.CompareWith));

export interface ProjectHeadProps {
  project: Project;
  name: string;
  /** A run is on: the project may be renamed and starred, and nothing else. */
  isRunning: boolean;
  onChange: (project: Project) => void;
  /** Where the form of this project is, filled with its values. */
  formLink: string | null;
  /** Buttons of the page: revisions, export. */
  children?: ReactNode;
}

/** Star and actions of a project, in the top bar; the field for its name while it is renamed. */
export function ProjectHead({ project, name, isRunning, onChange, formLink, children }: ProjectHeadProps) {
  const { t } = useTranslation(["projects", "common"]);
  const navigate = useNavigate();
  const isMobile = useIsMobile();
  const [isNaming, setNaming] = useState(false);
  const [isScheduling, setScheduling] = useState(false);
  const [isComparing, setComparing] = useState(false);
  const duplicate = useDuplicate();
  const more = useRef<HTMLButtonElement>(null);
  // The menu gives the focus back when it has gone, which would end the naming: it begins only then.
  const isToName = useRef(false);
  const onMenuClosed = (event: Event): void => {
    if (!isToName.current) return;
    isToName.current = false;
    event.preventDefault();
    setNaming(true);
  };
  const actions = useProjectActions(
    { put: ([changed]) => (changed ? onChange(changed) : undefined), drop: () => undefined, keepsAll: true },
    () => name,
    () => void navigate({ to: paths.project(project.id) }),
  );
  const rename = (next: string): void => {
    setNaming(false);
    const trimmed = next.trim();
    if (trimmed !== "" && trimmed !== name) void actions.rename(project, trimmed);
    requestAnimationFrame(() => more.current?.focus());
  };
  const star = (
    <IconButton
      label={t("list.star", { name })}
      aria-pressed={project.favorite}
      className={project.favorite ? "star-on" : ""}
      onClick={() => void actions.star(project)}
    >
      <Icon of={Star} />
    </IconButton>
  );
  return (
    <>
      {isMobile ? null : <PageActions at={pageMarkId}>{star}</PageActions>}
      <PageActions>
        {isMobile ? star : null}
        {children}
        <Menu
          align="end"
          onClosed={onMenuClosed}
          trigger={
            <IconButton ref={more} label={t("head.more", { name })}>
              <Icon of={MoreHorizontal} />
            </IconButton>
          }
        >
          {formLink && !isRunning ? item(Play, t("head.runAgain"), () => void navigate({ to: formLink })) : null}
          {formLink && !isRunning && project.currentRevision !== null && !project.archived
            ? item(Repeat2, t("head.schedule"), () => setScheduling(true))
            : null}
          {item(ListOrdered, t("head.runs"), () => void navigate({ to: paths.runs, search: { project: project.id } }))}
          {item(Pencil, t("common:action.rename"), () => {
            isToName.current = true;
          })}
          {item(Copy, t("head.duplicate"), () => void duplicate(project, name))}
          {project.currentRevision === null || isRunning
            ? null
            : item(Columns2, t("head.compareWith"), () => setComparing(true))}
          {isRunning ? null : <StateItems project={project} actions={actions} />}
        </Menu>
      </PageActions>
      {isNaming ? (
        <div className={cx("doc-naming print-hidden")}>
          <NameInput name={name} label={t("head.name")} onName={rename} onCancel={() => rename(name)} />
        </div>
      ) : null}
      {isScheduling ? <ProjectSchedule project={project} name={name} onClose={() => setScheduling(false)} /> : null}
      {isComparing ? <CompareWith project={project} name={name} onClose={() => setComparing(false)} /> : null}
    </>
  );
}

/** What moves a project on, puts it away or takes it out of sight. */
function StateItems({ project, actions }: { project: Project; actions: ProjectActions }) {
  const { t } = useTranslation(["projects", "common"]);
  const navigate = useNavigate();
  const isDone = project.state === projectState.done;
  const remove = async (): Promise<void> => {
    if (await actions.remove([project])) await navigate({ to: paths.projects });
  };
  return (
    <>
      {project.currentRevision === null || project.archived
        ? null
        : item(
            isDone ? Undo2 : CircleCheck,
            t(isDone ? "head.reopen" : "head.done"),
            () => void actions.setState(project, isDone ? 50 : 100),
          )}
      {item(
        project.archived ? ArchiveRestore : Archive,
        t(project.archived ? "head.unarchive" : "head.archive"),
        () => void actions.archive([project], !project.archived),
      )}
      <MenuRule />
      <MenuItem danger icon={<Icon of={Trash2} size={14} />} onSelect={() => void remove()}>
        {t("head.delete")}
      </MenuItem>
    </>
  );
}

interface NameInputProps {
  name: string;
  label: string;
  onName: (name: string) => void;
  onCancel: () => void;
}

function NameInput({ name, label, onName, onCancel }: NameInputProps) {
  const [typed, setTyped] = useState(name);
  // What was left by a key must not be taken once more when the field loses the focus.
  const isOver = useRef(false);
  const end = (then: () => void): void => {
    if (isOver.current) return;
    isOver.current = true;
    then();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter") end(() => onName(typed));
    if (event.key !== "Escape") return;
    event.preventDefault();
    end(onCancel);
  };
  return (
    <TextInput
      aria-label={label}
      maxLength={120}
      autoFocus
      value={typed}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => end(() => onName(typed))}
    />
  );
}
