import { useQuery } from "@tanstack/react-query";
import { flushSync } from "react-dom";
import { X } from "lucide-react";
import * as RadixDialog from "radix-ui/dialog";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useSelector } from "react-redux";
import { selectActiveUser } from "#src/features/account/web/store.ts";
import { useKeptDraft } from "#src/features/account/web/useKeptDraft.ts";
import { type Failure, failureOf } from "#src/ui/data/listStore.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { api, isGone } from "#src/ui/client/api.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { toastFailure, toastMessage } from "#src/ui/client/toastFailure.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { AlertDialog } from "#src/ui/Dialog.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { Scrim } from "#src/ui/Scrim.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { UnsavedGuard } from "#src/ui/UnsavedGuard.tsx";
import { useRestoreFocus } from "#src/ui/useRestoreFocus.ts";
import type { Entry, EntryPreview } from "../contract.ts";
import {
  changesOf,
  type DraftProblems,
  draftOf,
  type DraftStart,
  type EntryDraft,
  fieldsOf,
  newDraft,
  problemsOf,
} from "./entryDraft.ts";
import { EntryFields } from "./EntryFields.tsx";
import { EntryTies } from "./EntryTies.tsx";
import { calendarEntries } from "./store.ts";

/** What the panel is about: an entry that is there, or one to be. */
export type PanelSubject = { side: PanelSide } & (
  | { kind: "entry"; entry: Pick<EntryPreview, "id"> }
  | { kind: "new"; start: DraftStart }
);
/** Edge of the page where the panel stands: the one that leaves in sight what it is about. */
export type PanelSide = "left" | "right";

interface FormProps {
  entry: Entry | undefined;
  first: EntryDraft;
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
  onRemove: () => void;
}

/** Fields that the server refused, by the last part of their path. */
function refusedFields({ fields }: Failure): DraftProblems {
  const names: Record<string, keyof EntryDraft> = { start: "startDay", end: "endDay" };
  return Object.fromEntries(
    (fields ?? []).map(({ path }) => {
      const field = path.replace(/^enData\./, "").split(".")[0] ?? "";
      return [names[field] ?? field, "common:validation.invalid"];
    }),
  );
}

/** The sentences are there after the next paint; the first wrong field then has the focus. */
function focusProblem(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

function EntryForm({ entry, first, onDirty, onDone, onRemove }: FormProps) {
  const { t } = useTranslation(["calendar", "common"]);
  const dispatch = useThunkDispatch();
  const [kept, keep] = useKeptDraft(`entry:${entry?.id ?? "new"}`, first);
  const [draft, setDraft] = useState({ ...first, ...kept });
  const isKept = useRef(Object.keys(kept).length > 0);
  useEffect(() => {
    if (isKept.current) onDirty(true);
    // oxlint-disable-next-line react/exhaustive-deps -- what was kept is told once
  }, []);
  const [problems, setProblems] = useState<DraftProblems>({});
  const [isSaving, setSaving] = useState(false);
  const change = (next: EntryDraft): void => {
    setDraft(next);
    keep(next);
    setProblems((before) => (Object.keys(before).length > 0 ? problemsOf(next) : before));
    onDirty(JSON.stringify(next) !== JSON.stringify(first));
  };
  const send = async (): Promise<void> => {
    if (!entry) {
      await dispatch(calendarEntries.create({ enData: fieldsOf(draft) })).unwrap();
      return;
    }
    const changes = changesOf(entry, draft);
    if (changes) await dispatch(calendarEntries.update(changes)).unwrap();
  };
  const save = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const found = problemsOf(draft);
    setProblems(found);
    if (isSaving) return;
    const form = event.currentTarget;
    if (Object.keys(found).length > 0) {
      focusProblem(form);
      return;
    }
    setSaving(true);
    try {
      await send();
      void toastMessage(entry ? "calendarEntry.updateSuccess" : "calendarEntry.addSuccess");
      // Who discarded it meanwhile may be in another entry, which stays open.
      if (form.isConnected) onDone();
    } catch (cause) {
      const failure = failureOf(cause, "");
      const { fields } = (cause ?? {}) as Partial<Failure>;
      // At once: the field must be marked before the focus is sent to it.
      flushSync(() => setProblems(refusedFields({ ...failure, ...(fields ? { fields } : {}) })));
      toastFailure(entry ? "calendarEntry.updateError" : "calendarEntry.addError")(cause);
      setSaving(false);
      if (fields) focusProblem(form);
    }
  };
  return (
    <form className="cal-form" onSubmit={(event) => void save(event)} noValidate>
      <div className="cal-form-body">
        <EntryFields draft={draft} problems={problems} onChange={change} />
        {entry ? <EntryTies entry={entry} /> : null}
      </div>
      <div className="cal-form-foot">
        {entry ? (
          <Button variant="quiet" onClick={onRemove}>
            {t("delete")}
          </Button>
        ) : null}
        <Button type="submit" variant="primary" busy={isSaving} busyLabel={t("common:action.saving")}>
          {entry ? t("save") : t("add")}
        </Button>
      </div>
    </form>
  );
}

function KnownEntry({ id, ...rest }: Omit<FormProps, "entry" | "first"> & { id: string }) {
  const { t } = useTranslation(["calendar", "common"]);
  const { data, error, refetch } = useQuery({
    queryKey: ["entry", id],
    queryFn: async ({ signal }) => (await api.calendar.getEntry({ id }, { signal })).entry,
    // The form begins with what is read now.
    gcTime: 0,
  });
  if (data) return <EntryForm entry={data} first={draftOf(data)} {...rest} />;
  return (
    <div className="cal-form-body">
      {isGone(error) ? (
        <Alert
          tone="danger"
          title={t("entryGone")}
          action={
            <Button size="small" onClick={rest.onDone}>
              {t("toCalendar")}
            </Button>
          }
        >
          {t("entryGoneText")}
        </Alert>
      ) : error ? (
        <RetryAlert title={t("entryFailed")} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={7} height={58} columns="1fr" />
      )}
    </div>
  );
}

export interface EntryPanelProps {
  subject: PanelSubject | undefined;
  onClose: () => void;
  onRemove: (entry: Pick<EntryPreview, "id">) => void;
  /** Gets the focus when what had it is gone. */
  focusInstead: () => void;
}

/** The editor at the edge of the page; on phones it takes the whole screen. */
export function EntryPanel({ subject, onClose, onRemove, focusInstead }: EntryPanelProps) {
  const { t } = useTranslation(["calendar", "common"]);
  const isReady = useSelector(selectActiveUser).value !== undefined || subject?.kind === "new";
  const focusBack = useRestoreFocus(subject !== undefined);
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const close = (): void => {
    setDirty(false);
    setAsking(false);
    onClose();
  };
  const isNew = subject?.kind === "new";
  return (
    <RadixDialog.Root
      open={subject !== undefined}
      onOpenChange={(open) => {
        if (open) return;
        if (isDirty) setAsking(true);
        else close();
      }}
    >
      <RadixDialog.Portal>
        <Scrim className="cal-scrim" open={subject !== undefined} />
        <RadixDialog.Content
          className="pop cal-panel"
          data-side={subject?.side}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            // Only what is new begins with typing; on phones the keyboard would cover what is there.
            const panel = event.currentTarget;
            if (panel instanceof HTMLElement) (isNew ? (panel.querySelector("input") ?? panel) : panel).focus();
          }}
          onCloseAutoFocus={(event) => {
            focusBack(event);
            if (event.defaultPrevented && document.activeElement !== document.body) return;
            event.preventDefault();
            focusInstead();
          }}
        >
          <div className="cal-panel-head">
            <RadixDialog.Title className="dialog-title">{isNew ? t("new") : t("edit")}</RadixDialog.Title>
            <RadixDialog.Close className="icon-btn" aria-label={t("common:action.close")}>
              <Icon of={X} />
            </RadixDialog.Close>
          </div>
          {subject?.kind === "new" ? (
            <EntryForm
              entry={undefined}
              first={newDraft(subject.start)}
              onDirty={setDirty}
              onDone={close}
              onRemove={close}
            />
          ) : null}
          {subject?.kind === "entry" && isReady ? (
            <KnownEntry
              key={subject.entry.id}
              id={subject.entry.id}
              onDirty={setDirty}
              onDone={close}
              onRemove={() => {
                close();
                onRemove(subject.entry);
              }}
            />
          ) : null}
        </RadixDialog.Content>
      </RadixDialog.Portal>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t("discardTitle")}
        confirmLabel={t("discard")}
        cancelLabel={t("discardNot")}
        onConfirm={close}
      >
        {t("discardText")}
      </AlertDialog>
      {subject ? <UnsavedGuard isDirty={() => isDirty} stays={(next, now) => next.pathname === now.pathname} /> : null}
    </RadixDialog.Root>
  );
}
