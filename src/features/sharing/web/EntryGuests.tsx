import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { calendarEntries } from "#src/features/calendar/web/store.ts";
import type { Entry } from "#src/features/calendar/contract.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { invalidate } from "#src/ui/data/queryClient.ts";
import { api } from "#src/ui/client/api.ts";
import { toastFailure, toastMessage } from "#src/ui/client/toastFailure.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { Chip, type ChipProps } from "#src/ui/Chip.tsx";
import { AlertDialog } from "#src/ui/Dialog.tsx";
import { formatDateAtTime } from "#src/ui/formatShortDate.ts";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { toast } from "#src/ui/toastStore.ts";
import type { Invitation } from "../contract.ts";
import { whenText } from "../rules.ts";
import cx from "./EntryGuests.module.css";

type Tone = NonNullable<ChipProps["tone"]>;
const tones: Readonly<Record<Invitation["state"], Tone>> = {
  pending: "plain",
  accepted: "ok",
  tentative: "warn",
  declined: "danger",
  suggested: "info",
};

/** How often an open entry asks what guests have said, milliseconds. */
const readAgainMs = 15_000;

export interface EntryGuestsProps {
  /** As it is stored. */
  entry: Entry;
  /** Closes the editor, which shows the entry as it was. */
  onClose: () => void;
}

interface Guest {
  name: string;
  email: string;
  invitation: Invitation | undefined;
}

/** Attendees with what became of their invitation, and those who were invited and are attendees no longer. */
function guestsOf(entry: Entry, invitations: readonly Invitation[]): Guest[] {
  const known = new Map(invitations.map((one) => [one.email, one]));
  const attendees = entry.attendees.map(({ name, email }) => {
    const key = email.toLowerCase();
    return { name, email, invitation: known.get(key) };
  });
  const listed = new Set(attendees.map(({ email }) => email.toLowerCase()));
  const others = invitations.filter(({ email, isCancelled }) => !isCancelled && !listed.has(email));
  return [...attendees, ...others.map((one) => ({ name: one.name, email: one.email, invitation: one }))];
}

/** Who is invited to an entry: sends invitations, shows the answers, takes invitations back. */
export function EntryGuests({ entry, onClose }: EntryGuestsProps) {
  const { t } = useTranslation(["sharing", "common"]);
  const dispatch = useThunkDispatch();
  const [busy, setBusy] = useState<string>();
  const [asked, setAsked] = useState<Guest>();
  const { data, error, refetch } = useQuery({
    queryKey: ["sharing", "invitations", entry.id],
    queryFn: ({ signal }) => api.sharing.listInvitations({ id: entry.id }, { signal }),
    refetchInterval: readAgainMs,
    meta: { isLive: true },
  });

  const work = async (key: string, failed: string, call: () => Promise<unknown>): Promise<void> => {
    if (busy !== undefined) return;
    setBusy(key);
    try {
      await call();
    } catch (cause) {
      toastFailure(failed)(cause);
    } finally {
      setBusy(undefined);
      invalidate("sharing");
    }
  };
  const send = (emails?: string[]): void =>
    void work(emails?.[0] ?? "all", "shareAppointment.sendError", async () => {
      await api.sharing.shareEntry({ id: entry.id, ...(emails ? { emails } : {}) });
      await toastMessage("shareAppointment.sendSuccess");
    });
  const resend = ({ id }: Invitation): void =>
    void work(id, "emailing.sendError", async () => {
      await api.sharing.resendInvitation({ id });
      await toastMessage("emailing.sendSuccess");
    });
  const cancel = ({ id }: Invitation): void =>
    void work(id, "emailing.sendError", async () => {
      await api.sharing.cancelInvitation({ enData: { id } });
      setAsked(undefined);
      toast({ tone: "ok", title: t("guests.cancelled") });
    });
  const move = (id: string, { start, end }: { start: string; end: string }): void =>
    void work(id, "calendarEntry.updateError", async () => {
      await dispatch(calendarEntries.update({ id: entry.id, start, end })).unwrap();
      await toastMessage("calendarEntry.updateSuccess");
      onClose();
    });

  const guests = guestsOf(entry, data?.invitations ?? []);
  const open = guests.filter(({ invitation }) => !invitation).length;
  return (
    <section className={cx("guests")} aria-labelledby="guests-title">
      <h3 id="guests-title">{t("guests.title")}</h3>
      {guests.length === 0 ? <p className="hint">{t("guests.none")}</p> : null}
      {error && !data ? <RetryAlert title={t("guests.failed")} onRetry={() => void refetch()} /> : null}
      {!data && !error && guests.length > 0 ? (
        <SkeletonRows rows={guests.length} height={44} columns="1fr 80px" />
      ) : null}
      {data && !data.isMailing && guests.length > 0 ? (
        <Alert tone="warn" title={t("guests.noMail")} live={false}>
          {t("guests.noMailText")}
        </Alert>
      ) : null}
      {data && guests.length > 0 ? (
        <ul>
          {guests.map((guest) => (
            <GuestRow
              key={guest.email}
              guest={guest}
              entry={entry}
              isBusy={busy !== undefined && (busy === guest.invitation?.id || busy === guest.email)}
              onResend={resend}
              onCancel={() => setAsked(guest)}
              onInvite={() => send([guest.email])}
              onMove={move}
            />
          ))}
        </ul>
      ) : null}
      {data && open > 0 ? (
        <Button size="small" full busy={busy === "all"} busyLabel={t("guests.sending")} onClick={() => send()}>
          {t("guests.send", { count: open })}
        </Button>
      ) : null}
      {guests.length > 0 ? <p className="hint">{t("guests.how")}</p> : null}
      <AlertDialog
        open={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        title={t("guests.cancelTitle", { name: asked?.name || asked?.email })}
        confirmLabel={t("guests.cancel")}
        cancelLabel={t("guests.keep")}
        busyLabel={t("guests.cancelBusy")}
        busy={busy !== undefined}
        onConfirm={() => {
          if (asked?.invitation) cancel(asked.invitation);
        }}
      >
        {t("guests.cancelText")}
      </AlertDialog>
    </section>
  );
}

interface GuestRowProps {
  guest: Guest;
  entry: Entry;
  isBusy: boolean;
  onResend: (invitation: Invitation) => void;
  onCancel: () => void;
  onInvite: () => void;
  onMove: (id: string, to: { start: string; end: string }) => void;
}

function GuestRow({ guest, entry, isBusy, onResend, onCancel, onInvite, onMove }: GuestRowProps) {
  const { t } = useTranslation("sharing");
  const language = useLanguage();
  const { invitation } = guest;
  const name = guest.name || guest.email;
  const state = !invitation ? "none" : invitation.isCancelled ? "cancelled" : invitation.state;
  const isStanding = invitation !== undefined && !invitation.isCancelled;
  const at = (instant: string): string => formatDateAtTime(instant, language, entry.timeZone);
  return (
    <li>
      <span className={cx("guest-name")}>
        {name}
        {guest.name ? <small>{guest.email}</small> : null}
      </span>
      <Chip tone={isStanding ? tones[invitation.state] : "plain"}>{t(`guests.state.${state}`)}</Chip>
      {isStanding ? (
        <small className={cx("guest-wide")}>
          {invitation.dateAnswered && invitation.state !== "pending"
            ? t("guests.answered", { at: at(invitation.dateAnswered) })
            : t("guests.invited", { at: at(invitation.dateInvited) })}
        </small>
      ) : null}
      {isStanding && invitation.comment ? <q className={cx("guest-wide")}>{invitation.comment}</q> : null}
      {isStanding && invitation.suggestion ? (
        <div className={cx("guest-wide")}>
          <p>{t("guests.suggests", { when: whenText({ ...entry, ...invitation.suggestion }, language) })}</p>
          <Button size="small" onClick={() => invitation.suggestion && onMove(invitation.id, invitation.suggestion)}>
            {t("guests.use")}
          </Button>
        </div>
      ) : null}
      {isStanding ? (
        <span className={cx("guest-wide guest-actions")}>
          <button
            type="button"
            className="link"
            disabled={isBusy}
            aria-label={t("guests.againNamed", { name })}
            onClick={() => onResend(invitation)}
          >
            {t("guests.again")}
          </button>
          <button
            type="button"
            className="link"
            disabled={isBusy}
            aria-label={t("guests.cancelNamed", { name })}
            onClick={onCancel}
          >
            {t("guests.cancel")}
          </button>
        </span>
      ) : null}
      {invitation?.isCancelled ? (
        <span className={cx("guest-wide guest-actions")}>
          <button
            type="button"
            className="link"
            disabled={isBusy}
            aria-label={t("guests.inviteNamed", { name })}
            onClick={onInvite}
          >
            {t("guests.invite")}
          </button>
        </span>
      ) : null}
    </li>
  );
}
