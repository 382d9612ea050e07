import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { areSingleKeysOn } from "#src/ui/singleKeys.ts";
import cx from "./LeadFilterBar.module.css";

/** Rest after the last key before the list is asked for, ms. */
const restMs = 250;

export interface LeadSearchFieldProps {
  /** Words in the address. */
  value: string;
  onSearch: (words: string) => void;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest("input, textarea, select, [role=dialog], [role=menu]") !== null);

/** Words to look for; the slash key comes here. */
export function LeadSearchField({ value, onSearch }: LeadSearchFieldProps) {
  const { t } = useTranslation("leads");
  const [draft, setDraft] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);
  useEffect(() => {
    // Going back, or a filter that was cleared: the field follows, unless it said so itself.
    if (value.trim() !== sent.current.trim()) setDraft(value);
    sent.current = value;
  }, [value]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (!areSingleKeysOn(localStorage)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("keydown", onKey);
      clearTimeout(timer.current);
    };
  }, []);
  const send = (words: string): void => {
    clearTimeout(timer.current);
    if (words.trim() === sent.current.trim()) return;
    sent.current = words;
    onSearch(words);
  };
  return (
    <form
      role="search"
      className={cx("lead-search")}
      onSubmit={(event) => {
        event.preventDefault();
        send(draft);
      }}
    >
      <Icon of={Search} size={14} />
      <input
        ref={input}
        type="search"
        className="input"
        aria-label={t("search")}
        aria-keyshortcuts="/"
        title={t("searchHint")}
        placeholder={t("search")}
        maxLength={200}
        autoComplete="off"
        value={draft}
        onChange={(event) => {
          const words = event.target.value;
          setDraft(words);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => send(words), restMs);
        }}
      />
    </form>
  );
}
