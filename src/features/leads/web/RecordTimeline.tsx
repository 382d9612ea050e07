import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { GitCommitHorizontal, type LucideIcon, Mail, Phone, Play, StickyNote, Trash2, UserPlus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { api } from "#src/ui/client/api.ts";
import { paths } from "#src/ui/client/paths.ts";
import { useCursorPages } from "#src/ui/data/useCursorPages.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { type Translate, useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Button, IconButton } from "#src/ui/Button.tsx";
import { formatListDate, formatTime } from "#src/ui/format.ts";
import { formatShortDate } from "#src/ui/formatShortDate.ts";
import { useDraft } from "#src/ui/forms/useDraft.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { TextArea } from "#src/ui/TextInput.tsx";
import { toast } from "#src/ui/toastStore.ts";
import type { TimelineItem } from "../contract.ts";
import cx from "./LeadRecord.module.css";

/** Items that are read at once. */
const pageSize = 12;

const timelineKey = (id: string) => ["leads", "timeline", id] as const;

/** Notes, messages, runs and changes of a lead, newest first, and a new note. */
export function RecordTimeline({ leadId, zone }: { leadId: string; zone: string }) {
  const { t } = useTranslation(["leads", "workflows"]);
  const pages = useCursorPages<TimelineItem>(
    timelineKey(leadId),
    async (page, options) => {
      const { items, nextCursor } = await api.leads.getTimeline({ id: leadId, ...page }, options);
      return { items, nextCursor };
    },
    { pageSize, tags: ["leadCounts", "insights"] },
  );
  return (
    <>
      <NoteForm leadId={leadId} />
      {pages.hasFailed ? (
        <RetryAlert title={t("record.timelineFailed")} onRetry={pages.items ? pages.more : pages.reload} />
      ) : null}
      {!pages.items && !pages.hasFailed ? <SkeletonRows rows={4} columns="16px 1fr 64px" /> : null}
      {pages.items?.length === 0 ? <p className="hint">{t("record.noActivity")}</p> : null}
      {pages.items && pages.items.length > 0 ? (
        <ul className={cx("record-timeline")} aria-label={t("record.timeline")}>
          {pages.items.map((item) => (
            <Item key={`${item.kind}${item.id}`} item={item} zone={zone} leadId={leadId} />
          ))}
        </ul>
      ) : null}
      {pages.hasMore && !pages.hasFailed ? (
        <Button size="small" variant="link" busy={pages.isLoading} onClick={pages.more}>
          {t("record.older")}
        </Button>
      ) : null}
    </>
  );
}

/** A note is sent by its button, or by Ctrl Enter; a refused one stays as it was typed. */
function NoteForm({ leadId }: { leadId: string }) {
  const { t } = useTranslation(["leads", "common"]);
  const client = useQueryClient();
  const [kept, keep] = useDraft(`leadNote:${leadId}`, { text: "" });
  const [text, setText] = useState(kept.text ?? "");
  const [isBusy, setBusy] = useState(false);
  const type = (next: string): void => {
    setText(next);
    keep({ text: next });
  };
  const send = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault();
    if (text.trim() === "" || isBusy) return;
    setBusy(true);
    try {
      await api.leads.createNote({ enData: { leadId, text } });
      type("");
      await client.invalidateQueries({ queryKey: timelineKey(leadId) });
    } catch {
      toast({
        tone: "danger",
        title: t("record.noteFailed"),
        text: t(navigator.onLine ? "failed.kept" : "failed.offlineKept"),
      });
    }
    setBusy(false);
  };
  return (
    <form className={cx("record-note")} onSubmit={(event) => void send(event)}>
      <TextArea
        rows={1}
        aria-label={t("record.note")}
        placeholder={t("record.note")}
        maxLength={4000}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void send();
        }}
      />
      {text.trim() === "" ? null : (
        <Button type="submit" size="small" busy={isBusy}>
          {t("record.addNote")}
        </Button>
      )}
    </form>
  );
}

const icons: Record<TimelineItem["kind"], LucideIcon> = {
  created: UserPlus,
  note: StickyNote,
  change: GitCommitHorizontal,
  message: Mail,
  run: Play,
};

/** Whom dates are written for. */
interface Reader {
  zone: string;
  language: AppLanguage;
}

/** A value of a changed field in words. */
function valueOf(field: string, value: string | null, t: Translate, { zone, language }: Reader): string {
  if (value === null || value === "") return t("record.nothing");
  if (field === "stage") return t(`stage.${value}`);
  if (field === "kind") return t(`kind.${value}`);
  if (field === "legalBasis") return t(`legal.${value}`);
  if (field === "doNotContact") return t(value === "true" ? "yes" : "no");
  if (field === "lastContactAt") return formatShortDate(value, language, zone);
  return field === "nextStepOn" ? formatShortDate(value, language) : value;
}

/** Names of fields in the form, where they differ from those of the contract. */
const fieldNames: Readonly<Record<string, string>> = {
  lastContactAt: "lastContactOn",
  customFields: "ownFields",
  address: "street",
};

function titleOf(item: TimelineItem, t: Translate, reader: Reader): string {
  const { kind, text, status } = item;
  if (kind === "created") return text === null ? t("record.created") : t("record.foundBy", { source: text });
  if (kind === "message")
    return t("record.message", { status: t(`insights.status.${status}`), subject: text || t("insights.noSubject") });
  if (kind === "run") {
    const card = cards.find(({ workflowName }) => workflowName === text);
    return t("record.run", { name: card ? t(`workflows:${card.key}.name`, { defaultValue: card.label }) : text });
  }
  const field = item.field ?? "";
  const name = t(field === "address" ? "record.address" : `field.${fieldNames[field] ?? field}`);
  if (item.before === null || item.after === null) return t("record.changed", { name });
  return t("record.changedTo", {
    name,
    before: valueOf(field, item.before, t, reader),
    after: valueOf(field, item.after, t, reader),
  });
}

function Item({ item, zone, leadId }: { item: TimelineItem; zone: string; leadId: string }) {
  const { t } = useTranslation(["leads", "workflows", "common"]);
  const language = useLanguage();
  const isNote = item.kind === "note";
  const icon = item.kind === "message" && item.channel === "phone" ? Phone : icons[item.kind];
  return (
    <li>
      <Icon of={icon} size={14} />
      <div className={isNote ? cx("record-words") : undefined}>
        {isNote ? item.text : titleOf(item, t, { zone, language })}
        {item.kind === "run" && item.projectId ? (
          <>
            {" · "}
            <Link className="link" to={paths.project(item.projectId)}>
              {t("origin.openProject")}
            </Link>
          </>
        ) : null}
      </div>
      <div className={cx("record-when")}>
        <time dateTime={item.at} title={`${formatShortDate(item.at, language, zone)} ${formatTime(item.at, zone)}`}>
          {formatListDate(item.at, language, { zone })}, {formatTime(item.at, zone)}
        </time>
        {isNote ? <DeleteNote id={item.id} leadId={leadId} /> : null}
      </div>
    </li>
  );
}

function DeleteNote({ id, leadId }: { id: string; leadId: string }) {
  const { t } = useTranslation(["leads", "common"]);
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: timelineKey(leadId) });
  const act = async (call: () => Promise<unknown>, failed: string): Promise<boolean> => {
    try {
      await call();
      await reload();
      return true;
    } catch {
      toast({ tone: "danger", title: t(failed), text: t(navigator.onLine ? "failed.text" : "failed.offline") });
      return false;
    }
  };
  const remove = async (): Promise<void> => {
    if (!(await act(() => api.leads.deleteNote({ enData: { id } }), "record.noteKept"))) return;
    const back = (): void => void act(() => api.leads.restoreNote({ id }), "record.noteGone");
    toast({ title: t("record.noteDeleted"), action: { label: t("common:action.undo"), run: back } });
  };
  return (
    <IconButton label={t("record.deleteNote")} onClick={() => void remove()}>
      <Icon of={Trash2} size={14} />
    </IconButton>
  );
}
