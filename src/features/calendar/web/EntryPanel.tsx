import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import * as RadixDialog from "radix-ui/dialog";
import { type ComponentType, type RefObject, useEffect, useImperativeHandle, useRef, useState } from "react";
import { useSelector } from "react-redux";
import { selectActiveUser } from "#src/features/account/web/store.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { api, isGone } from "#src/ui/client/api.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { toastFailure, toastMessage } from "#src/ui/client/toastFailure.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { AlertDialog } from "#src/ui/Dialog.tsx";
import { SaveBar } from "#src/ui/forms/SaveBar.tsx";
import { UnsavedGuard } from "#src/ui/forms/UnsavedGuard.tsx";
import { type Form, useServerForm } from "#src/ui/forms/useServerForm.ts";
import { useSentence } from "#src/ui/forms/useSentence.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { Scrim } from "#src/ui/Scrim.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { useRestoreFocus } from "#src/ui/useRestoreFocus.ts";
import type { Entry, EntryPreview } from "../contract.ts";
import {
  aliases,
  changesOf,
  checkEntry,
  entryDraft,
  type DraftStart,
  type EntryDraft,
  fieldsOf,
  newDraft,
} from "./entryDraft.ts";
import { EntryFields } from "./EntryFields.tsx";
import { EntryTies } from "./EntryTies.tsx";
import { calendarEntries } from "./store.ts";
import { drawnEntry } from "./useOpenEntry.ts";
import cx from "./EntryPanel.module.css";

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
  /** False where it begins with words of its own: those typed for another entry do not take their place. */
  isKept?: boolean;
  /** Holds the form while it is open, for who asks before it closes. */
  open: RefObject<Form<EntryDraft> | null>;
  onDone: () => void;
  onRemove: () => void;
  /** Closes the editor, after a question where something is not saved. */
  onClose: () => void;
  Guests: EntryPanelProps["Guests"];
}

function EntryForm({ entry, first, isKept = true, open, onDone, onRemove, onClose, Guests }: FormProps) {
  const { t } = useTranslation(["calendar", "common"]);
  const dispatch = useThunkDispatch();
  const form = useServerForm({
    defaultValues: first,
    check: (draft) => checkEntry(draft, entry),
    aliases,
    sentence: useSentence((name) => t(`field.${name}`)),
    ...(isKept ? { draft: `entry:${entry?.id ?? "new"}` } : {}),
    submit: async (_checked, draft) => {
      const changes = entry ? changesOf(entry, draft) : undefined;
      if (!entry) await dispatch(calendarEntries.create({ enData: fieldsOf(draft) })).unwrap();
      else if (changes) await dispatch(calendarEntries.update(changes)).unwrap();
      void toastMessage(entry ? "calendarEntry.updateSuccess" : "calendarEntry.addSuccess");
    },
    onDone,
    onRefused: toastFailure(entry ? "calendarEntry.updateError" : "calendarEntry.addError"),
  });
  useImperativeHandle(open, () => form);
  return (
    <form className={cx("cal-form")} {...form.attributes}>
      <div className={cx("cal-form-body")}>
        {entry && entry.rrule !== null ? <p className="hint">{t("repeatsForm")}</p> : null}
        <EntryFields form={form} />
        {entry ? <EntryTies entry={entry} /> : null}
        {entry ? <Guests entry={entry} onClose={onClose} /> : null}
      </div>
      <SaveBar
        className={cx("cal-form-foot")}
        isBusy={form.isBusy}
        label={entry ? t("save") : t("add")}
        busyLabel={t("common:action.saving")}
      >
        {entry ? (
          <Button variant="quiet" onClick={onRemove}>
            {t("delete")}
          </Button>
        ) : null}
      </SaveBar>
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
  if (data) return <EntryForm entry={data} first={entryDraft(data)} {...rest} />;
  return (
    <div className={cx("cal-form-body")}>
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
  /** Who is invited to an entry that is stored. */
  Guests: ComponentType<{ entry: Entry; onClose: () => void }>;
}

/** The editor at the edge of the page; on phones it takes the whole screen. */
export function EntryPanel({ subject, onClose, onRemove, focusInstead, Guests }: EntryPanelProps) {
  const { t } = useTranslation(["calendar", "common"]);
  const isReady = useSelector(selectActiveUser).value !== undefined || subject?.kind === "new";
  const focusBack = useRestoreFocus(subject !== undefined);
  const form = useRef<Form<EntryDraft>>(null);
  const [isAsking, setAsking] = useState(false);
  /** Closed on purpose: going back to the address without the entry asks nothing any more. */
  const isClosed = useRef(false);
  const opened = subject?.kind === "entry" ? subject.entry.id : subject?.kind;
  const last = useRef("");
  useEffect(() => {
    isClosed.current = false;
    if (opened) last.current = opened;
  }, [opened]);
  const close = (): void => {
    isClosed.current = true;
    setAsking(false);
    onClose();
  };
  const leave = (): void => {
    if (form.current?.isUnsaved()) setAsking(true);
    else close();
  };
  const isNew = subject?.kind === "new";
  return (
    <RadixDialog.Root
      open={subject !== undefined}
      onOpenChange={(open) => {
        if (!open) leave();
      }}
    >
      <RadixDialog.Portal>
        <Scrim className={cx("cal-scrim")} open={subject !== undefined} />
        <RadixDialog.Content
          className={cx("pop cal-panel print-hidden")}
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
            // The page of a phone that led here is gone; the entry itself may be in sight.
            const entry = drawnEntry(last.current);
            if (entry) entry.focus({ preventScroll: true });
            else focusInstead();
          }}
        >
          <div className={cx("cal-panel-head")}>
            <RadixDialog.Title className="dialog-title">{isNew ? t("new") : t("edit")}</RadixDialog.Title>
            <RadixDialog.Close className="icon-btn" aria-label={t("common:action.close")}>
              <Icon of={X} />
            </RadixDialog.Close>
          </div>
          {subject?.kind === "new" ? (
            <EntryForm
              entry={undefined}
              first={newDraft(subject.start)}
              isKept={subject.start.title === undefined}
              open={form}
              onDone={close}
              onRemove={close}
              onClose={leave}
              Guests={Guests}
            />
          ) : null}
          {subject?.kind === "entry" && isReady ? (
            <KnownEntry
              key={subject.entry.id}
              id={subject.entry.id}
              open={form}
              onDone={close}
              onClose={leave}
              Guests={Guests}
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
      {subject ? (
        <UnsavedGuard
          form={{ isUnsaved: () => !isClosed.current && form.current?.isUnsaved() === true }}
          stays={(next, now) => next.pathname === now.pathname && next.search["entry"] === now.search["entry"]}
        />
      ) : null}
    </RadixDialog.Root>
  );
}
