import { instantOf } from "#src/kit/time/clocks.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { ClockInput } from "#src/ui/ClockInput.tsx";
import { DateInput } from "#src/ui/DateInput.tsx";
import { fieldsWith } from "#src/ui/forms/FormField.tsx";
import { checkOwn, ownProblem } from "#src/ui/forms/problems.ts";
import { SaveBar } from "#src/ui/forms/SaveBar.tsx";
import { useSentence } from "#src/ui/forms/useSentence.ts";
import { useServerForm } from "#src/ui/forms/useServerForm.ts";
import { TextArea, TextInput } from "#src/ui/TextInput.tsx";
import { isClock } from "#src/kit/time/typedClock.ts";
import { parseTypedDate } from "#src/kit/time/typedDate.ts";
import { writerOf } from "../rules.ts";
import { type Channel, ChannelSelects } from "./ItemProperties.tsx";
import type { ItemPanelProps } from "./ItemPanel.tsx";
import cx from "./ItemPanel.module.css";

const kinds = { blogArticleWriter: "article", videoScriptWriter: "video", socialPostWriter: "post" } as const;

const noChannel: Channel = { platform: null, contentType: null };

/** A content item that a person adds by hand. */
export function NewItemForm({ actions, zone, today, onOpen }: ItemPanelProps) {
  const { t } = useTranslation("content");
  const labelOf = (name: string): string => t(`content:field.${name}`);
  const form = useServerForm({
    defaultValues: { title: "", date: today, time: "09:00", channel: noChannel, brief: "" },
    check: (values) =>
      checkOwn(
        values,
        values.title.trim() === "" && ownProblem("title", "content:problem.title"),
        !parseTypedDate(values.date).ok && ownProblem("date", "content:problem.day"),
        !isClock(values.time) && ownProblem("time", "content:problem.time"),
      ),
    sentence: useSentence(labelOf),
    submit: async ({ title, date, time, channel, brief }) => {
      const writer = writerOf({ contentType: channel.contentType, kind: "post" });
      const item = await actions.create({
        ...channel,
        workflow: `${writer}Workflow`,
        kind: kinds[writer],
        title: title.trim(),
        brief,
        plannedAt: instantOf(date, time, zone),
        timeZone: zone,
        status: "planned",
      });
      // Why it was not taken has been told.
      if (!item) return { code: "unknown" };
      onOpen(item.id);
      return undefined;
    },
  });
  const field = fieldsWith(form, labelOf);
  return (
    <form className={cx("item-new")} {...form.attributes}>
      {field("title", { required: true }, (bound) => (
        <TextInput {...bound} data-first maxLength={300} />
      ))}
      <div className={cx("item-pair")}>
        {field("date", (bound) => (
          <DateInput {...bound} />
        ))}
        {field("time", (bound) => (
          <ClockInput {...bound} first label={t("field.time")} />
        ))}
      </div>
      {field("channel", { group: true }, (bound) => (
        <ChannelSelects value={bound.value} onChange={(next) => bound.onChange({ ...bound.value, ...next })} />
      ))}
      {field("brief", { optional: true }, (bound) => (
        <TextArea {...bound} rows={6} maxLength={8000} />
      ))}
      <SaveBar isBusy={form.isBusy} label={t("add")} />
    </form>
  );
}
