import { useRouter } from "@tanstack/react-router";
import { Search, X } from "lucide-react";
import * as RadixDialog from "radix-ui/dialog";
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from "react";
import { useSession } from "#src/features/account/web/useSession.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { useIsMobile } from "#src/ui/deviceClass.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { Kbd } from "#src/ui/Kbd.tsx";
import { Scrim } from "#src/ui/Scrim.tsx";
import { Spinner } from "#src/ui/Spinner.tsx";
import { useRestoreFocus } from "#src/ui/useRestoreFocus.ts";
import { isMac } from "#src/ui/modifierKey.ts";
import type { PaletteItem } from "./items.tsx";
import { isCommand, shownKeys } from "./keys.ts";
import { closePalette } from "./paletteStore.ts";
import { remember } from "./recent.ts";
import { usePaletteSections } from "./usePaletteSections.ts";
import cx from "./Palette.module.css";

/** Lines that Page Up and Page Down move by. */
const leap = 8;

interface OptionProps {
  item: PaletteItem;
  id: string;
  isActive: boolean;
  onPoint: () => void;
  onChoose: (event: MouseEvent) => void;
}

function Option({ item, id, isActive, onPoint, onChoose }: OptionProps) {
  return (
    <li
      role="option"
      id={id}
      aria-selected={isActive}
      className={cx("palette-item")}
      onPointerMove={isActive ? undefined : onPoint}
      onClick={onChoose}
    >
      {item.icon}
      <span className={cx("palette-label")}>{item.label}</span>
      {item.note ? <span className={cx("palette-note num")}>{item.note}</span> : null}
    </li>
  );
}

/** The palette's list as a line of items, with the one that Enter would open. */
function useActive(flat: readonly PaletteItem[], typed: string) {
  const [chosen, setChosen] = useState<{ typed: string; id: string }>();
  // Other words begin at the first line again; what comes late from the server does not move the choice.
  const found = chosen?.typed === typed ? flat.findIndex(({ id }) => id === chosen.id) : -1;
  const at = Math.max(0, found);
  const choose = (next: number): void => {
    const item = flat[next];
    if (item) setChosen({ typed, id: item.id });
  };
  const step = (key: string): boolean => {
    const last = flat.length - 1;
    const to: Record<string, number> = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at === 0 ? last : at - 1,
      PageDown: Math.min(last, at + leap),
      PageUp: Math.max(0, at - leap),
    };
    const next = to[key];
    if (next === undefined) return false;
    choose(next);
    return true;
  };
  return { active: flat[at], choose, step };
}

/** Goes to pages, starts runs, finds records, does things: everything by keyboard. */
export function Palette() {
  const isMobile = useIsMobile();
  const { t } = useTranslation(["palette", "common", "shell"]);
  const language = useLanguage();
  const router = useRouter();
  const userId = useSession().data?.user.id ?? "";
  const [typed, setTyped] = useState("");
  const { sections, isSearching, hasFailed } = usePaletteSections(userId, typed);
  const flat = sections.flatMap(({ items }) => items);
  const { active, choose, step } = useActive(flat, typed);
  const focusBack = useRestoreFocus(true);
  const hasLeft = useRef(false);
  const list = useRef<HTMLDivElement>(null);
  const base = useId();
  const idOf = (item: PaletteItem | undefined): string => `${base}-${item ? flat.indexOf(item) : ""}`;

  const activeId = idOf(active);
  useEffect(() => {
    document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  const open = (item: PaletteItem | undefined, isNewTab: boolean): void => {
    if (!item) return;
    remember(localStorage, userId, item.id);
    const place = item.to === undefined ? undefined : { to: item.to, search: item.search ?? {} };
    if (place && isNewTab) {
      window.open(router.buildLocation(place).publicHref, "_blank", "noopener");
      return;
    }
    closePalette();
    hasLeft.current = place !== undefined;
    if (place) void router.navigate(place);
    else item.run?.();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (isCommand(event, "k")) closePalette();
    else if (event.key === "Enter") open(active, event.ctrlKey || event.metaKey);
    else if (!step(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const count = t("found", { count: flat.length });
  return (
    <RadixDialog.Root open onOpenChange={closePalette}>
      <RadixDialog.Portal>
        <Scrim open />
        <RadixDialog.Content
          className={cx("pop palette")}
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            if (!hasLeft.current) return focusBack(event);
            // After a move the focus is the new place's; where nothing took it, the page has it.
            event.preventDefault();
            if (document.activeElement === document.body)
              document.getElementById("content")?.focus({ preventScroll: true });
            return undefined;
          }}
        >
          <RadixDialog.Title className="sr-only">{t("title")}</RadixDialog.Title>
          <div className={cx("palette-head")}>
            <Icon of={Search} />
            <input
              className={cx("palette-input")}
              role="combobox"
              aria-label={t("shell:search")}
              aria-expanded={flat.length > 0}
              aria-controls={`${base}-list`}
              aria-autocomplete="list"
              {...(active ? { "aria-activedescendant": activeId } : {})}
              placeholder={t(isMobile ? "shell:search" : "placeholder")}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="go"
              maxLength={120}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                list.current?.scrollTo({ top: 0 });
              }}
              onKeyDown={onKeyDown}
            />
            {isSearching ? <Spinner /> : null}
            <RadixDialog.Close className="icon-btn" aria-label={t("common:action.close")}>
              <Icon of={X} />
            </RadixDialog.Close>
          </div>
          <div className={cx("palette-list")} id={`${base}-list`} role="listbox" aria-label={t("title")} ref={list}>
            {sections.map(({ kind, items }) => (
              <ul key={kind} role="group" aria-labelledby={`${base}-${kind}`}>
                <li role="presentation" className={cx("palette-kind")} id={`${base}-${kind}`}>
                  {t(`kind.${kind}`)}
                </li>
                {items.map((item) => (
                  <Option
                    key={item.id}
                    item={item}
                    id={idOf(item)}
                    isActive={item === active}
                    onPoint={() => choose(flat.indexOf(item))}
                    onChoose={(event) => open(item, event.ctrlKey || event.metaKey)}
                  />
                ))}
              </ul>
            ))}
          </div>
          {flat.length === 0 ? (
            <p className={cx("palette-none")}>{isSearching ? t("searching") : t("nothing", { words: typed.trim() })}</p>
          ) : null}
          {hasFailed ? <p className={cx("palette-none")}>{t("failed")}</p> : null}
          <p className="sr-only" role="status">
            {isSearching ? "" : count}
          </p>
          <p className={cx("palette-foot")} aria-hidden="true">
            {["choose ↑ ↓", "open Enter", "newTab Mod Enter"].map((one) => {
              const [text = "", ...keys] = one.split(" ");
              return (
                <span key={text}>
                  <Kbd keys={shownKeys(keys.join(" "), language, isMac())} /> {t(`keys.${text}`)}
                </span>
              );
            })}
          </p>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
