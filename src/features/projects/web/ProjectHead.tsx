import { useNavigate } from "@tanstack/react-router";
import { Archive, ArchiveRestore, CircleCheck, History, MoreHorizontal, Pencil, Play, Trash2 } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import { useTranslation } from "#src/shell/i18n/index.ts";
import { useSelector } from "react-redux";
import { selectActiveUser } from "#src/features/account/web/store.ts";
import { projectState } from "#src/features/workflows/rules.ts";
import { useThunkDispatch } from "#src/kit/dispatch.ts";
import { api } from "#src/shell/api.ts";
import { paths } from "#src/shell/paths.ts";
import { Button, IconButton } from "#src/shell/ui/Button.tsx";
import { AlertDialog } from "#src/shell/ui/Dialog.tsx";
import { Icon } from "#src/shell/ui/Icon.tsx";
import { Menu, MenuItem, MenuRule } from "#src/shell/ui/Menu.tsx";
import { StateDot } from "#src/shell/ui/StateDot.tsx";
import { TextInput } from "#src/shell/ui/TextInput.tsx";
import { toast } from "#src/shell/ui/toastStore.ts";
import type { Project } from "../contract.ts";
import { userProjects } from "./store.ts";

export interface ProjectHeadProps {
  project: Project;
  name: string;
  /** A run is on: the project may be renamed, and nothing else. */
  isRunning: boolean;
  onChange: (project: Project) => void;
  /** Where the form of this project is, filled with its values. */
  formLink: string | null;
  revisions: { isOpen: boolean; toggle: () => void; button: RefObject<HTMLButtonElement | null> } | null;
  children?: ReactNode;
}

type Update = Parameters<typeof api.projects.updateProject>[0];

/** Name and state of a project, and what can be done with it. */
export function ProjectHead({ project, name, isRunning, onChange, formLink, revisions, children }: ProjectHeadProps) {
  const { t } = useTranslation(["projects", "common"]);
  const [isNaming, setNaming] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const more = useRef<HTMLButtonElement>(null);
  const navigate = useNavigate();

  const change = async (update: Omit<Update, "id">, failed: string): Promise<void> => {
    const before = project;
    try {
      onChange((await api.projects.updateProject({ id: project.id, ...update })).updatedProject);
    } catch {
      onChange(before);
      toast({ tone: "danger", title: failed, text: t("messages:unknown.description") });
    }
  };
  const rename = (next: string): void => {
    setNaming(false);
    const trimmed = next.trim();
    if (trimmed !== "" && trimmed !== name) {
      onChange({ ...project, name: trimmed });
      void change({ name: trimmed }, t("head.notRenamed"));
    }
    requestAnimationFrame(() => more.current?.focus());
  };
  const isArchived = project.state === projectState.closed;
  const isDone = project.state === projectState.done;
  return (
    <header className="doc-head">
      <div className="doc-head-name">
        <StateDot state={project.state} />
        {isNaming ? (
          <NameInput name={name} label={t("head.name")} onName={rename} onCancel={() => rename(name)} />
        ) : (
          <span className="doc-head-words" title={name}>
            {name}
          </span>
        )}
      </div>
      <div className="doc-head-actions">
        {revisions ? (
          <Button
            ref={revisions.button}
            size="small"
            variant="quiet"
            icon={<Icon of={History} />}
            aria-pressed={revisions.isOpen}
            onClick={revisions.toggle}
          >
            {t("revisions.title")}
          </Button>
        ) : null}
        {children}
        <Menu
          align="end"
          trigger={
            <IconButton ref={more} label={t("head.more", { name })}>
              <Icon of={MoreHorizontal} />
            </IconButton>
          }
        >
          {formLink && !isRunning ? (
            <MenuItem icon={<Icon of={Play} size={14} />} onSelect={() => void navigate({ to: formLink })}>
              {t("head.runAgain")}
            </MenuItem>
          ) : null}
          <MenuItem icon={<Icon of={Pencil} size={14} />} onSelect={() => setTimeout(() => setNaming(true))}>
            {t("common:action.rename")}
          </MenuItem>
          {isRunning ? null : (
            <>
              {isDone || project.currentRevision === null ? null : (
                <MenuItem
                  icon={<Icon of={CircleCheck} size={14} />}
                  onSelect={() => void change({ state: 100 }, t("head.notChanged"))}
                >
                  {t("head.done")}
                </MenuItem>
              )}
              {isArchived || isDone ? (
                project.currentRevision === null ? null : (
                  <MenuItem
                    icon={<Icon of={ArchiveRestore} size={14} />}
                    onSelect={() => void change({ state: 50 }, t("head.notChanged"))}
                  >
                    {t("head.reopen")}
                  </MenuItem>
                )
              ) : null}
              {isArchived ? null : (
                <MenuItem
                  icon={<Icon of={Archive} size={14} />}
                  onSelect={() => void change({ state: 500 }, t("head.notChanged"))}
                >
                  {t("head.archive")}
                </MenuItem>
              )}
              <MenuRule />
              <MenuItem danger icon={<Icon of={Trash2} size={14} />} onSelect={() => setAsking(true)}>
                {t("head.delete")}
              </MenuItem>
            </>
          )}
        </Menu>
      </div>
      <DeleteDialog project={project} name={name} isOpen={isAsking} onOpenChange={setAsking} />
    </header>
  );
}

function NameInput({
  name,
  label,
  onName,
  onCancel,
}: {
  name: string;
  label: string;
  onName: (name: string) => void;
  onCancel: () => void;
}) {
  const [typed, setTyped] = useState(name);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter") onName(typed);
    if (event.key !== "Escape") return;
    event.preventDefault();
    onCancel();
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
      onBlur={() => onName(typed)}
    />
  );
}

interface DeleteDialogProps {
  project: Project;
  name: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Says what goes and what stays, and goes back to the dashboard when it is done. */
function DeleteDialog({ project, name, isOpen, onOpenChange }: DeleteDialogProps) {
  const { t } = useTranslation(["projects", "common"]);
  const dispatch = useThunkDispatch();
  const navigate = useNavigate();
  const userId = useSelector(selectActiveUser).value?.id;
  const [isBusy, setBusy] = useState(false);
  const remove = async (): Promise<void> => {
    setBusy(true);
    try {
      await dispatch(userProjects.remove({ userId, projectId: project.id })).unwrap();
      await navigate({ to: paths.dashboard });
      toast({ title: t("delete.done", { name }) });
    } catch {
      setBusy(false);
      onOpenChange(false);
      toast({ tone: "danger", title: t("delete.failed"), text: t("messages:unknown.description") });
    }
  };
  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title={t("delete.title", { name })}
      confirmLabel={t("head.delete")}
      busyLabel={t("common:action.deleting")}
      busy={isBusy}
      onConfirm={() => void remove()}
    >
      {project.revisions > 0 ? t("delete.goes", { count: project.revisions }) : t("delete.goesEmpty")}{" "}
      {t("delete.stays")}
    </AlertDialog>
  );
}
