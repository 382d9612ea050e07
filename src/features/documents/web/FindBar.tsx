import { ChevronDown, ChevronUp, TextSearch, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { IconButton } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { areSingleKeysOn, takesKeys } from "#src/ui/singleKeys.ts";
import { clearHighlight, findRanges, highlight } from "./findRanges.ts";
import { sectionId, useReading } from "./reading.ts";
import cx from "./FindBar.module.css";

export interface FindBarProps {
  /** The document. */
  root: RefObject<HTMLElement | null>;
  /** Changes when another document is shown. */
  shown: unknown;
  onClose: () => void;
}

/** Searches a document: all finds are marked, and keys go from one to the next. */
export function FindBar({ root, shown, onClose }: FindBarProps) {
  const { t } = useTranslation(["reading", "common"]);
  const place = useReading();
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<{ ranges: Range[]; at: number }>({ ranges: [], at: 0 });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => clearHighlight, []);

  const show = (ranges: Range[], at: number): void => {
    setFound({ ranges, at });
    highlight(ranges, at);
    const node = ranges[at]?.startContainer.parentElement;
    if (!node) return;
    const key = node.closest(".doc-section")?.id.slice(sectionId("").length);
    if (key) place?.reading.unfold([key]);
    // The section is drawn open by then.
    requestAnimationFrame(() => node.scrollIntoView({ block: "center" }));
  };
  const search = (wanted: string): void => {
    setTyped(wanted);
    show(root.current ? findRanges(root.current, wanted) : [], 0);
  };
  const step = (by: 1 | -1): void => {
    if (!root.current) return;
    // What was drawn anew meanwhile has other text nodes.
    const isStale = found.ranges.some(({ startContainer }) => !startContainer.isConnected);
    const ranges = isStale ? findRanges(root.current, typed) : found.ranges;
    if (ranges.length > 0) show(ranges, (found.at + by + ranges.length) % ranges.length);
  };
  const whenShown = useRef(search);
  whenShown.current = search;
  useEffect(() => {
    if (field.current?.value) whenShown.current(field.current.value);
  }, [shown]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      event.preventDefault();
      onClose();
    }
    if (event.key === "Enter" && event.target === field.current) {
      event.preventDefault();
      step(event.shiftKey ? -1 : 1);
    }
  };
  const count = found.ranges.length;
  const words = typed.trim() === "" ? "" : count === 0 ? t("find.none") : t("find.of", { at: found.at + 1, count });
  return (
    <search className={cx("find-bar print-hidden num")} onKeyDown={onKeyDown}>
      <Icon of={TextSearch} size={14} />
      <input
        ref={field}
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        aria-label={t("find.title")}
        placeholder={t("find.title")}
        value={typed}
        onChange={(event) => search(event.target.value)}
      />
      <span className={cx("find-count")} role="status">
        {words}
      </span>
      <IconButton label={t("find.previous")} disabled={count === 0} onClick={() => step(-1)}>
        <Icon of={ChevronUp} />
      </IconButton>
      <IconButton label={t("find.next")} disabled={count === 0} onClick={() => step(1)}>
        <Icon of={ChevronDown} />
      </IconButton>
      <IconButton label={t("find.close")} onClick={onClose}>
        <Icon of={X} />
      </IconButton>
    </search>
  );
}

/**
 * The key that opens the search of a document: `/`, where single keys are on. The browser's own search stays on its
 * key; it finds everything, too, since a document is always there as a whole.
 */
export function useFindKey(isOn: boolean, open: () => void): void {
  const whenPressed = useRef(open);
  whenPressed.current = open;
  useEffect(() => {
    if (!isOn) return undefined;
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (takesKeys(event.target) || !areSingleKeysOn(localStorage)) return;
      if (document.querySelector("dialog:modal, .scrim")) return;
      event.preventDefault();
      whenPressed.current();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [isOn]);
}
