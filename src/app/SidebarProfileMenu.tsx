import { Link } from "@tanstack/react-router";
import { Gift, Keyboard, ListTodo, LogOut, Settings, ShieldCheck, Trash2 } from "lucide-react";
import * as RadixMenu from "radix-ui/dropdown-menu";
import type { ReactElement, ReactNode } from "react";
import { useSelector } from "react-redux";
import { selectActiveUser } from "#src/features/account/web/store.ts";
import { selectSettings } from "#src/features/settings/web/store.ts";
import { languageNames, languages, useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { openShortcuts } from "./palette/paletteStore.ts";
import { paths } from "#src/ui/client/paths.ts";
import { themes, useTheme } from "#src/ui/client/theme.ts";
import { useIsMobile } from "#src/ui/deviceClass.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { Coin } from "#src/ui/Mark.tsx";
import { MenuChoice, MenuItem, MenuRule } from "#src/ui/Menu.tsx";
import { usePersonActions } from "./usePersonActions.ts";
import cx from "./SidebarProfile.module.css";

/** Settings, invites, subscription, appearance, language, logout. Opens as it arrives: it was asked for by a click. */
export function SidebarProfileMenu({ children }: { children: ReactElement }) {
  const { t } = useTranslation(["palette", "common"]);
  const [theme, setTheme] = useTheme();
  const language = useLanguage();
  const isMobile = useIsMobile();
  const isOperator = useSelector(selectActiveUser).value?.roles.includes("operator") ?? false;
  const isSetUp = useSelector(selectSettings).value?.onboardingState === "finished";
  const { speak, signOut, isSigningOut } = usePersonActions();
  const link = (to: string, name: string, icon: ReactNode) => (
    <MenuItem asChild>
      <Link to={to}>
        {icon}
        {t(`profile.${name}`)}
      </Link>
    </MenuItem>
  );
  return (
    <RadixMenu.Root modal={false} defaultOpen>
      <RadixMenu.Trigger asChild>{children}</RadixMenu.Trigger>
      {/* In place and not at the end of the page: on phones the sidebar is a modal dialog, and nothing outside of it can be reached. */}
      <RadixMenu.Content
        className={cx("pop pop-layer menu profile-menu")}
        side="top"
        align="start"
        sideOffset={6}
        collisionPadding={12}
        loop
      >
        {link(paths.settings, "settings", <Icon of={Settings} />)}
        {isSetUp ? null : link(paths.welcome, "setup", <Icon of={ListTodo} />)}
        {link(paths.invites, "invites", <Icon of={Gift} />)}
        {link(paths.coins, "subscription", <Coin className="icon" />)}
        {link(paths.deleted, "deleted", <Icon of={Trash2} />)}
        {isOperator ? link(paths.operator, "operator", <Icon of={ShieldCheck} />) : null}
        {isMobile ? null : (
          <MenuItem icon={<Icon of={Keyboard} />} keys="?" onSelect={openShortcuts}>
            {t("profile.shortcuts")}
          </MenuItem>
        )}
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
          onChange={(next) => speak(languages.find((one) => one === next) ?? language)}
          choices={languages.map((one) => ({ value: one, label: languageNames[one] }))}
        />
        <MenuRule />
        <MenuItem icon={<Icon of={LogOut} />} disabled={isSigningOut} onSelect={() => void signOut()}>
          {t(isSigningOut ? "profile.signingOut" : "profile.signOut")}
        </MenuItem>
      </RadixMenu.Content>
    </RadixMenu.Root>
  );
}
