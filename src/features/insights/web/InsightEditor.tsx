import { type ReactNode, useState } from "react";
import { copyText } from "#src/ui/client/copyText.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { changedIn } from "#src/ui/forms/drafts.ts";
import { fieldsWith } from "#src/ui/forms/FormField.tsx";
import { checkBy } from "#src/ui/forms/checkBy.ts";
import { SaveBar } from "#src/ui/forms/SaveBar.tsx";
import { UnsavedGuard } from "#src/ui/forms/UnsavedGuard.tsx";
import { useSentence } from "#src/ui/forms/useSentence.ts";
import { useServerForm } from "#src/ui/forms/useServerForm.ts";
import { Select } from "#src/ui/Select.tsx";
import { TextArea, TextInput } from "#src/ui/TextInput.tsx";
import { type Insight, insightChanges } from "../contract.ts";
import { channels, insightStatuses } from "../rules.ts";
import cx from "./Insights.module.css";

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
  /** Under what the words of somebody whose session ends are kept, see `newDraftKey` and `draftKey`. */
  draft: string;
  /** Saves only what was changed; throws when it was refused. */
  onSave: (values: Partial<InsightValues>) => Promise<void>;
  onCancel: () => void;
}

/** The draft of a new message to a lead, and the one of a message that is there. */
export const newDraftKey = (leadId: string): string => `insight:new:${leadId}`;
export const draftKey = (insightId: string): string => `insight:${insightId}`;

/** Subject, message, channel and status of one message, with what a run found out for it. */
export function InsightEditor({ insight, draft, onSave, onCancel }: InsightEditorProps) {
  const { t } = useTranslation(["leads", "common"]);
  const [opened] = useState<InsightValues>(() => ({
    subject: insight?.subject ?? "",
    message: insight?.message ?? "",
    status: insight?.status ?? "draft",
    channel: insight?.channel ?? "email",
  }));
  const labelOf = (name: string): string => t(`leads:insights.field.${name}`);
  const form = useServerForm({
    defaultValues: opened,
    check: (values) => checkBy(insightChanges, values),
    sentence: useSentence(labelOf),
    draft,
    submit: (_checked, values) => onSave(insight ? changedIn(opened, values) : values),
  });
  const field = fieldsWith(form, labelOf);
  return (
    <form className={cx("insight-editor")} {...form.attributes}>
      {form.refusal ? (
        <Alert tone="danger" title={t(insight ? "insights.failedUpdate" : "insights.failedCreate")}>
          {t("failed.kept")}
        </Alert>
      ) : null}
      <div className="field-pair">
        {field("status", (bound) => (
          <Select
            {...bound}
            choices={insightStatuses.map((value) => ({ value, label: t(`insights.status.${value}`) }))}
          />
        ))}
        {field("channel", (bound) => (
          <Select {...bound} choices={channels.map((value) => ({ value, label: t(`insights.channel.${value}`) }))} />
        ))}
      </div>
      {field("subject", (bound) => (
        <TextInput {...bound} autoComplete="off" />
      ))}
      {field("message", (bound) => (
        <TextArea {...bound} rows={6} />
      ))}
      {insight ? <FoundOut insight={insight} /> : null}
      <SaveBar
        className={cx("insight-foot")}
        variant="outline"
        size="small"
        isBusy={form.isBusy}
        label={t(insight ? "panel.save" : "insights.add")}
        busyLabel={t(insight ? "panel.saving" : "insights.adding")}
      >
        {insight ? (
          <Button
            size="small"
            variant="quiet"
            onClick={() => {
              const { subject, message } = form.values();
              void copyText([subject, message].filter(Boolean).join("\n\n"), t("insights.copied"));
            }}
          >
            {t("common:action.copy")}
          </Button>
        ) : null}
        <Button size="small" variant="quiet" onClick={onCancel}>
          {t("common:action.cancel")}
        </Button>
      </SaveBar>
      <UnsavedGuard
        form={form}
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
  const facts = insight.facts.map(({ text, quote, url }) => (
    <>
      {text} {quote ? <q>{quote}</q> : null}{" "}
      {url ? (
        <a className="link-text" href={url} target="_blank" rel="noreferrer">
          {new URL(url).hostname}
        </a>
      ) : null}
    </>
  ));
  const followUps = insight.followUps.map(({ afterDays, subject, message }) => (
    <>
      <b>{t("insights.after", { count: afterDays })}</b> {subject}
      <p>{message}</p>
    </>
  ));
  const parts: [string, ReactNode[] | string][] = [
    ["facts", facts],
    ["pains", insight.painHypotheses],
    ["reasons", insight.fitReasons],
    ["followUps", followUps],
    ["field.callScript", insight.callScript],
    ["field.bestTime", insight.bestTime],
  ];
  return (
    <div className={cx("insight-found")}>
      {parts
        .filter(([, content]) => content.length > 0)
        .map(([name, content]) => (
          <section key={name}>
            <h4>{t(`insights.${name}`)}</h4>
            {typeof content === "string" ? (
              <p>{content}</p>
            ) : (
              <ul>
                {content.map((one, at) => (
                  <li key={at}>{one}</li>
                ))}
              </ul>
            )}
          </section>
        ))}
    </div>
  );
}
