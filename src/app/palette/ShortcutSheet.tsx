import { useState } from "react";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Switch } from "#src/ui/Checkbox.tsx";
import { Dialog } from "#src/ui/Dialog.tsx";
import { Kbd } from "#src/ui/Kbd.tsx";
import { areSingleKeysOn, switchSingleKeys } from "#src/ui/singleKeys.ts";
import { isMac } from "#src/ui/modifierKey.ts";
import { shownKeys } from "./keys.ts";
import { type Shortcut, shortcutGroups } from "./shortcuts.ts";
import { closePalette } from "./paletteStore.ts";
import cx from "./Palette.module.css";

function Line({ keys, text }: Shortcut) {
  const { t } = useTranslation("palette");
  const language = useLanguage();
  return (
    <div className="kv">
      <dt>{t(`keys.${text}`)}</dt>
      <dd className={cx("shortcut-keys")}>
        {keys.split(", ").map((one, at) => (
          <span key={one}>
            {at > 0 ? <small>{t("then")}</small> : null}
            <Kbd keys={shownKeys(one, language, isMac())} />
          </span>
        ))}
      </dd>
    </div>
  );
}

/** All keys of the product in their groups, and the switch for those that are single letters. */
export function ShortcutSheet() {
  const { t } = useTranslation("palette");
  const [isOn, setOn] = useState(() => areSingleKeysOn(localStorage));
  return (
    <Dialog open wide onOpenChange={closePalette} title={t("keys.title")} description={t("keys.lede")}>
      <div className={cx("shortcuts")}>
        {shortcutGroups.map(({ group, single, shortcuts }) => (
          <section key={group} aria-labelledby={`keys-${group}`}>
            <h3 className={cx("shortcut-head")} id={`keys-${group}`}>
              {t(`keys.group.${group}`)}
            </h3>
            <dl>
              {shortcuts.map((shortcut) => (
                <Line key={shortcut.keys + shortcut.text} {...shortcut} />
              ))}
            </dl>
            {single ? (
              <Switch
                checked={isOn}
                onChange={(next) => {
                  switchSingleKeys(localStorage, next);
                  setOn(next);
                }}
              >
                {t("keys.single")}
              </Switch>
            ) : null}
          </section>
        ))}
      </div>
    </Dialog>
  );
}
