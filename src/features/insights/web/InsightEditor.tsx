import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useKeptForm } from "#src/features/account/web/useKeptDraft.ts";
import { copyText } from "#src/ui/client/copyText.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { Field } from "#src/ui/Field.tsx";
import { Select } from "#src/ui/Select.tsx";
import { TextArea, TextInput } from "#src/ui/TextInput.tsx";
import { UnsavedGuard } from "#src/ui/UnsavedGuard.tsx";
import type { Insight } from "../contract.ts";
import { channels, insightStatuses, statusIn } from "./insightSearch.ts";

/** What a person writes; the rest of an insight comes from a run. */
export interface InsightValues {
  subject: string;
  message: string;
  status: Insight["status"];
  channel: Insight["channel"];
}

export interface InsightEditorProps {
  /** Undefined for one that is not there yet. */
  insight: Insight | undefined;
  /** Under what the words of somebody whose session ends are kept, see `newDraft` and `draftOf`. */
  draft: string;
  /** Saves only what was changed; throws when it was refused. */
  onSave: (values: Partial<InsightValues>) => Promise<void>;
  onCancel: () => void;
}

/** The draft of a new message to a lead, and the one of a message that is there. */
export const newDraft = (leadId: string): string => `insight:new:${leadId}`;
export const draftOf = (insightId: string): string => `insight:${insightId}`;

/** Longest texts of the contract. */
const limits = { subject: 300, message: 8000 };

/** Subject, message, channel and status of one message, with what a run found out for it. */
export function InsightEditor({ insight, draft, onSave, onCancel }: InsightEditorProps) {
  const { t } = useTranslation(["leads", "common"]);
  const [hasFailed, setFailed] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const isLeaving = useRef(false);
  const [opened] = useState<InsightValues>(() => ({
    subject: insight?.subject ?? "",
    message: insight?.message ?? "",
    status: insight?.status ?? "draft",
    channel: insight?.channel ?? "email",
  }));
  const form = useForm<InsightValues>({ defaultValues: opened });
  useKeptForm(draft, form, opened);
  const { isDirty, dirtyFields, errors } = form.formState;
  const dirty = useRef(isDirty);
  dirty.current = isDirty;
  const send = async (values: InsightValues): Promise<void> => {
    if (isSaving) return;
    const changed = Object.fromEntries(
      Object.entries(values).filter(([name]) => !insight || Object.hasOwn(dirtyFields, name)),
    );
    setSaving(true);
    setFailed(false);
    isLeaving.current = true;
    try {
      await onSave(changed);
    } catch {
      isLeaving.current = false;
      setFailed(true);
    } finally {
      setSaving(false);
    }
  };
  const tooLong = (name: "subject" | "message"): string | undefined =>
    errors[name] ? t("common:validation.tooLong", { path: t(`insights.field.${name}`), max: limits[name] }) : undefined;
  const { status, channel } = form.watch();
  return (
    <form
      className="insight-editor"
      noValidate
      onSubmit={(event) => {
        // Forms inside of a panel are beside its own form, yet their events rise through the same parts.
        event.stopPropagation();
        void form.handleSubmit(send)(event);
      }}
    >
      {hasFailed ? (
        <Alert tone="danger" title={t(insight ? "insights.failedUpdate" : "insights.failedCreate")}>
          {t("failed.kept")}
        </Alert>
      ) : null}
      <div className="lead-pair">
        <Field label={t("insights.field.status")}>
          <Select
            value={status}
            onChange={(next) => form.setValue("status", statusIn(next) ?? status, { shouldDirty: true })}
            choices={insightStatuses.map((value) => ({ value, label: t(`insights.status.${value}`) }))}
          />
        </Field>
        <Field label={t("insights.field.channel")}>
          <Select
            value={channel}
            onChange={(next) =>
              form.setValue("channel", channels.find((known) => known === next) ?? channel, { shouldDirty: true })
            }
            choices={channels.map((value) => ({ value, label: t(`insights.channel.${value}`) }))}
          />
        </Field>
      </div>
      <Field label={t("insights.field.subject")} error={tooLong("subject")}>
        <TextInput {...form.register("subject", { maxLength: limits.subject })} autoComplete="off" />
      </Field>
      <Field label={t("insights.field.message")} error={tooLong("message")}>
        <TextArea {...form.register("message", { maxLength: limits.message })} rows={6} />
      </Field>
      {insight ? <FoundOut insight={insight} /> : null}
      <div className="insight-foot">
        {insight ? (
          <Button
            size="small"
            variant="quiet"
            onClick={() => {
              const { subject, message } = form.getValues();
              void copyText([subject, message].filter(Boolean).join("\n\n"), t("insights.copied"));
            }}
          >
            {t("common:action.copy")}
          </Button>
        ) : null}
        <Button size="small" variant="quiet" onClick={onCancel}>
          {t("common:action.cancel")}
        </Button>
        <Button size="small" type="submit" busy={isSaving} busyLabel={t(insight ? "panel.saving" : "insights.adding")}>
          {t(insight ? "panel.save" : "insights.add")}
        </Button>
      </div>
      <UnsavedGuard
        isDirty={() => dirty.current && !isLeaving.current}
        stays={(next, now) =>
          next.pathname === now.pathname &&
          ["view", "lead", "status"].every((name) => next.search[name] === now.search[name])
        }
      />
    </form>
  );
}

/** What a run found out about the lead, to write by. */
function FoundOut({ insight }: { insight: Insight }) {
  const { t } = useTranslation("leads");
  const lists: [string, string[]][] = [
    [t("insights.pains"), insight.painHypotheses],
    [t("insights.reasons"), insight.fitReasons],
  ];
  return (
    <div className="insight-found">
      {insight.facts.length > 0 ? (
        <section>
          <h4>{t("insights.facts")}</h4>
          <ul>
            {insight.facts.map(({ text, quote, url }, at) => (
              <li key={at}>
                {text} {quote ? <q>{quote}</q> : null}{" "}
                {url ? (
                  <a className="link-text" href={url} target="_blank" rel="noreferrer">
                    {new URL(url).hostname}
                  </a>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {lists
        .filter(([, words]) => words.length > 0)
        .map(([title, words]) => (
          <section key={title}>
            <h4>{title}</h4>
            <ul>
              {words.map((word) => (
                <li key={word}>{word}</li>
              ))}
            </ul>
          </section>
        ))}
      {insight.followUps.length > 0 ? (
        <section>
          <h4>{t("insights.followUps")}</h4>
          <ul>
            {insight.followUps.map(({ afterDays, subject, message }, at) => (
              <li key={at}>
                <b>{t("insights.after", { count: afterDays })}</b> {subject}
                <p>{message}</p>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {insight.callScript ? (
        <section>
          <h4>{t("insights.field.callScript")}</h4>
          <p>{insight.callScript}</p>
        </section>
      ) : null}
      {insight.bestTime ? (
        <section>
          <h4>{t("insights.field.bestTime")}</h4>
          <p>{insight.bestTime}</p>
        </section>
      ) : null}
    </div>
  );
}
