import { type FormEvent, useState } from "react";
import { instantOf } from "#src/kit/time/clocks.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { ClockInput } from "#src/ui/ClockInput.tsx";
import { DateInput } from "#src/ui/DateInput.tsx";
import { Field } from "#src/ui/Field.tsx";
import { TextArea, TextInput } from "#src/ui/TextInput.tsx";
import { isClock } from "#src/kit/time/typedClock.ts";
import { parseTypedDate } from "#src/kit/time/typedDate.ts";
import { writerOf } from "../rules.ts";
import { type Channel, ChannelSelects } from "./ItemProperties.tsx";
import type { ItemPanelProps } from "./ItemPanel.tsx";
import "./ItemPanel.css";

const kinds = { blogArticleWriter: "article", videoScriptWriter: "video", socialPostWriter: "post" } as const;

/** A content item that a person adds by hand. */
export function NewItemForm({ actions, zone, today, onOpen }: ItemPanelProps) {
  const { t } = useTranslation("content");
  const [title, setTitle] = useState("");
  const [day, setDay] = useState(today);
  const [time, setTime] = useState("09:00");
  const [brief, setBrief] = useState("");
  const [channel, setChannel] = useState<Channel>({ platform: null, contentType: null });
  const [isTried, setTried] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const problems = {
    title: title.trim() === "" ? t("problem.title") : undefined,
    day: parseTypedDate(day).ok ? undefined : t("problem.day"),
    time: isClock(time) ? undefined : t("problem.time"),
  };
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    setTried(true);
    if (problems.title || problems.day || problems.time) {
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    if (isSaving) return;
    setSaving(true);
    const writer = writerOf({ contentType: channel.contentType, kind: "post" });
    const item = await actions.create({
      ...channel,
      workflow: `${writer}Workflow`,
      kind: kinds[writer],
      title: title.trim(),
      brief,
      plannedAt: instantOf(day, time, zone),
      timeZone: zone,
      status: "planned",
    });
    setSaving(false);
    if (item) onOpen(item.id);
  };
  const shown = (problem: string | undefined) => (isTried && problem ? { error: problem } : {});
  return (
    <form className="item-new" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={t("field.title")} required {...shown(problems.title)}>
        <TextInput data-first maxLength={300} value={title} onChange={(event) => setTitle(event.target.value)} />
      </Field>
      <div className="item-pair">
        <Field label={t("field.date")} {...shown(problems.day)}>
          <DateInput value={day} onChange={setDay} />
        </Field>
        <Field label={t("field.time")} {...shown(problems.time)}>
          <ClockInput first label={t("field.time")} value={time} onChange={setTime} />
        </Field>
      </div>
      <Field label={t("field.channel")} group>
        <ChannelSelects value={channel} onChange={setChannel} />
      </Field>
      <Field label={t("field.brief")} optional>
        <TextArea rows={6} maxLength={8000} value={brief} onChange={(event) => setBrief(event.target.value)} />
      </Field>
      <Button type="submit" variant="primary" busy={isSaving}>
        {t("add")}
      </Button>
    </form>
  );
}
