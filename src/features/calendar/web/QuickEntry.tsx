import { Clock, Tag } from "lucide-react";
import * as RadioGroup from "radix-ui/radio-group";
import { useRef, useState, useSyncExternalStore } from "react";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { toastFailure, toastMessage } from "#src/ui/client/toastFailure.ts";
import { Button } from "#src/ui/Button.tsx";
import { fieldsWith } from "#src/ui/forms/FormField.tsx";
import { useSentence } from "#src/ui/forms/useSentence.ts";
import { useServerForm } from "#src/ui/forms/useServerForm.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { Kbd } from "#src/ui/Kbd.tsx";
import { TextInput } from "#src/ui/TextInput.tsx";
import { calendarFamilies, calendarFamilyLabelKey, familyOf } from "../rules.ts";
import { aliases, checkEntry, type DraftStart, fieldsOf, newDraft } from "./entryDraft.ts";
import { familyIcons, familyLook } from "./familyIcons.ts";
import { whenOf } from "./entryTimes.ts";
import { GridPopover } from "./GridPopover.tsx";
import { daysOf } from "./layout.ts";
import { calendarEntries } from "./store.ts";
import cx from "./QuickEntry.module.css";

/** Kinds of a person's own entries; those of the system are made by it. */
const offered = calendarFamilies.filter((family) => family !== 8000);

export interface QuickEntryProps {
  start: DraftStart;
  onClose: () => void;
  /** Opens the whole form with what was typed. */
  onMore: (start: DraftStart) => void;
  /** Gets the focus when the popover closes. */
  focusAfter: () => void;
}

/** Where the new entry will be, in the grid that is shown. */
function slotOf(start: DraftStart): Element {
  const { first } = daysOf({ id: "", ...start }, start.timeZone);
  return (
    document.querySelector("[data-slot]") ??
    document.querySelector(`[data-day="${CSS.escape(first)}"]`) ??
    document.body
  );
}

/** A new entry beside its slot: a title, its time and its kind; Enter adds it. */
export function QuickEntry({ start, onClose, onMore, focusAfter }: QuickEntryProps) {
  const { t } = useTranslation(["calendar", "workflows", "common"]);
  const language = useLanguage();
  const dispatch = useThunkDispatch();
  const isLeaving = useRef(false);
  /** What it was opened by, where that was a button. */
  const [opener] = useState(() => document.activeElement?.closest<HTMLElement>("button, a") ?? null);
  const form = useServerForm({
    defaultValues: newDraft(start),
    check: (draft) => checkEntry(draft, undefined),
    aliases,
    sentence: useSentence((name) => t(`field.${name}`)),
    submit: async (_checked, draft) => {
      await dispatch(calendarEntries.create({ enData: fieldsOf(draft) })).unwrap();
      void toastMessage("calendarEntry.addSuccess");
    },
    onDone: onClose,
    onRefused: toastFailure("calendarEntry.addError"),
  });
  const draft = useSyncExternalStore(form.subscribe, form.values);
  const field = fieldsWith(form, (name) => t(`field.${name}`));
  const words = { language, zone: start.timeZone, allDay: t("allDay"), to: t("to") };
  return (
    <GridPopover
      aria-label={t("new")}
      beside={() => slotOf(start)}
      isLeaving={isLeaving}
      onClose={onClose}
      giveFocusBack={() => {
        if (opener) opener.focus({ preventScroll: true });
        else focusAfter();
      }}
    >
      <form {...form.attributes}>
        <div className={cx("quick-body")}>
          {field("title", { required: true }, (bound) => (
            <TextInput {...bound} maxLength={300} autoComplete="off" />
          ))}
          <p className={cx("quick-line")}>
            <Icon of={Clock} />
            <span>{whenOf(start, words)}</span>
          </p>
          <div className={cx("quick-line")}>
            <Icon of={Tag} />
            <RadioGroup.Root
              className={cx("quick-kinds")}
              orientation="horizontal"
              aria-label={t("quick.kind")}
              value={String(familyOf(draft.type))}
              onValueChange={(family) => form.set("type", family)}
            >
              {offered.map((family) => (
                <RadioGroup.Item
                  key={family}
                  value={String(family)}
                  className={cx("quick-kind")}
                  {...familyLook(family)}
                  aria-label={t(calendarFamilyLabelKey(family))}
                  title={t(calendarFamilyLabelKey(family))}
                >
                  <Icon of={familyIcons[family]} size={14} />
                </RadioGroup.Item>
              ))}
            </RadioGroup.Root>
          </div>
        </div>
        <div className={cx("quick-foot")}>
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              isLeaving.current = true;
              // The form gives the focus back there.
              opener?.focus();
              onMore({ ...start, title: draft.title, type: draft.type });
            }}
          >
            {t("quick.more")}
          </Button>
          <span className={cx("quick-enter")} aria-hidden="true">
            <Kbd keys="Enter" />
          </span>
          <Button variant="primary" size="small" type="submit" busy={form.isBusy}>
            {t("quick.add")}
          </Button>
        </div>
      </form>
    </GridPopover>
  );
}
