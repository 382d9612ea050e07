import { Link } from "@tanstack/react-router";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { cards, formPathOf } from "#src/features/workflows/catalogue/cards.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { IconButton } from "#src/ui/Button.tsx";
import { formatNumber } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { PriceRow } from "#src/ui/Ledger.tsx";
import { Select } from "#src/ui/Select.tsx";
import type { Settings } from "../contract.ts";
import { SettingsSection } from "./SettingsSection.tsx";
import { useSave } from "./useSave.ts";
import styles from "./FavoriteSettings.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import settingsPageStyles from "./SettingsPage.module.css";

const cx = joinClasses(styles, settingsPageStyles);

const live = cards.filter((card) => card.isProductionReady);

/** The list with one item moved by a place. */
function moved(list: readonly string[], name: string, by: -1 | 1): string[] {
  const at = list.indexOf(name);
  const rest = list.filter((one) => one !== name);
  return [...rest.slice(0, at + by), name, ...rest.slice(at + by)];
}

/** Workflows that the sidebar keeps, in their order there. */
export function FavoriteSettings({ settings: { favoriteWorkflows } }: { settings: Settings }) {
  const { t } = useTranslation(["settings", "common", "workflows"]);
  const language = useLanguage();
  const { save, status } = useSave();
  const [said, say] = useState("");
  const list = useRef<HTMLOListElement>(null);
  // A row that moves takes its button along, and with it the focus.
  const [focusOn, setFocusOn] = useState<{ name: string; by: -1 | 1 }>();
  useEffect(() => {
    if (!focusOn) return;
    const row = list.current?.querySelector(`[data-name="${focusOn.name}"]`);
    const [up, down] = row?.querySelectorAll<HTMLButtonElement>("button") ?? [];
    const wanted = focusOn.by < 0 ? up : down;
    (wanted?.disabled ? (focusOn.by < 0 ? down : up) : wanted)?.focus();
  }, [focusOn]);

  const rows = favoriteWorkflows.flatMap((name) => live.filter((card) => card.workflowName === name));
  const names = rows.map((card) => card.workflowName);
  const rest = live.filter((card) => !names.includes(card.workflowName));
  const put = (next: string[]): void => void save({ favoriteWorkflows: next });
  const move = (name: string, words: string, by: -1 | 1): void => {
    const next = moved(names, name, by);
    put(next);
    setFocusOn({ name, by });
    say(t("favorites.place", { name: words, place: next.indexOf(name) + 1, of: next.length }));
  };
  return (
    <SettingsSection id="favorites" lede={t("favorites.lede")} status={status}>
      {rows.length === 0 ? <p className={cx("hint settings-row")}>{t("favorites.none")}</p> : null}
      <ol className={cx("favorites")} ref={list} tabIndex={-1} aria-label={t("section.favorites")}>
        {rows.map((card, at) => {
          const name = t(card.localeKey);
          return (
            <li key={card.workflowName} data-name={card.workflowName}>
              <PriceRow
                name={
                  <Link to={formPathOf(card)} className="link-text">
                    {name}
                  </Link>
                }
                figure={formatNumber(card.coins, language)}
              />
              {([-1, 1] as const).map((by) => (
                <IconButton
                  key={by}
                  label={t(by < 0 ? "favorites.up" : "favorites.down", { name })}
                  disabled={at === (by < 0 ? 0 : rows.length - 1)}
                  onClick={() => move(card.workflowName, name, by)}
                >
                  <Icon of={by < 0 ? ArrowUp : ArrowDown} size={14} />
                </IconButton>
              ))}
              <IconButton
                label={t("common:action.removeNamed", { name })}
                onClick={() => {
                  list.current?.focus();
                  put(names.filter((one) => one !== card.workflowName));
                }}
              >
                <Icon of={X} size={14} />
              </IconButton>
            </li>
          );
        })}
      </ol>
      {rest.length > 0 ? (
        <div className={cx("settings-row")}>
          <Select
            className={cx("select-add")}
            label={t("favorites.add")}
            placeholder={t("favorites.add")}
            value=""
            onChange={(name) => put([...names, name])}
            choices={rest.map((card) => ({ value: card.workflowName, label: t(card.localeKey) }))}
          />
        </div>
      ) : null}
      <p className="sr-only" role="status">
        {said}
      </p>
    </SettingsSection>
  );
}
