import { Link } from "@tanstack/react-router";
import { LogOut, Settings } from "lucide-react";
import * as RadixMenu from "radix-ui/dropdown-menu";
import { type ReactElement, useState } from "react";
import { useSelector } from "react-redux";
import { useSessionClient } from "#src/features/account/web/useSession.ts";
import { selectSettings, settings } from "#src/features/settings/web/store.ts";
import { useThunkDispatch } from "#src/kit/dispatch.ts";
import { languageNames, languages, setLanguage, useLanguage, useTranslation } from "./i18n/index.ts";
import { paths } from "./paths.ts";
import { type Theme, useTheme } from "./theme.ts";
import { Icon } from "./ui/Icon.tsx";
import { Coin } from "./ui/Mark.tsx";
import { MenuChoice, MenuItem, MenuRule } from "./ui/Menu.tsx";
import { toastFailure } from "./toastFailure.ts";

const themes: readonly Theme[] = ["light", "dark", "system"];

/** Settings, coins, appearance, language, logout. Opens as it arrives: it was asked for by a click. */
export function SidebarProfileMenu({ children }: { children: ReactElement }) {
  const { t } = useTranslation(["shell", "common"]);
  const dispatch = useThunkDispatch();
  const [theme, setTheme] = useTheme();
  const language = useLanguage();
  const { value } = useSelector(selectSettings);
  const session = useSessionClient();
  const [isLeaving, setLeaving] = useState(false);
  const leave = async (): Promise<void> => {
    setLeaving(true);
    const outcome = await session.signOut();
    if (outcome.ok) return;
    setLeaving(false);
    toastFailure("login.serverError")(outcome);
  };
  const speak = (chosen: string): void => {
    const next = languages.find((one) => one === chosen);
    if (!next || next === language) return;
    void setLanguage(next);
    if (value) {
      dispatch(settings.update({ application: { appLanguage: next } }))
        .unwrap()
        .catch(toastFailure("settings.updateError"));
    }
  };
  return (
    <RadixMenu.Root modal={false} defaultOpen>
      <RadixMenu.Trigger asChild>{children}</RadixMenu.Trigger>
      {/* In place and not at the end of the page: on phones the sidebar is a modal dialog, and nothing outside of it can be reached. */}
      <RadixMenu.Content
        className="pop pop-layer menu w-[17rem]"
        side="top"
        align="start"
        sideOffset={6}
        collisionPadding={12}
        loop
      >
        <MenuItem asChild>
          <Link to={paths.settings}>
            <Icon of={Settings} />
            {t("profile.settings")}
          </Link>
        </MenuItem>
        <MenuItem asChild>
          <Link to={paths.coins}>
            <Coin className="icon" />
            {t("profile.coins")}
          </Link>
        </MenuItem>
        <MenuRule />
        <MenuChoice
          label={t("common:theme.label")}
          value={theme}
          onChange={(next) => setTheme(themes.find((one) => one === next) ?? "system")}
          choices={themes.map((one) => ({ value: one, label: t(`common:theme.${one}`) }))}
        />
        <MenuRule />
        <MenuChoice
          label={t("common:word.language")}
          value={language}
          onChange={speak}
          choices={languages.map((one) => ({ value: one, label: languageNames[one] }))}
        />
        <MenuRule />
        <MenuItem icon={<Icon of={LogOut} />} disabled={isLeaving} onSelect={() => void leave()}>
          {t(isLeaving ? "profile.signingOut" : "profile.signOut")}
        </MenuItem>
      </RadixMenu.Content>
    </RadixMenu.Root>
  );
}
