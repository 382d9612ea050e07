import { Link } from "@tanstack/react-router";
import { CalendarPlus, ContactRound, FileUp, Newspaper, Play } from "lucide-react";
import * as RadixMenu from "radix-ui/dropdown-menu";
import { Fragment, type ReactElement, type ReactNode } from "react";
import { useSelector } from "react-redux";
import { selectSettings } from "#src/features/settings/web/store.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { liveFavorites } from "#src/features/workflows/web/favorites.ts";
import { WorkflowIcon } from "#src/features/workflows/web/WorkflowIcon.tsx";
import { paths } from "#src/ui/client/paths.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { Kbd } from "#src/ui/Kbd.tsx";
import { MenuItem, MenuRule } from "#src/ui/Menu.tsx";
import { type Destination, newKeys } from "./palette/keys.ts";

const things = [
  { name: "entry", icon: CalendarPlus, key: "n" },
  { name: "item", icon: Newspaper, key: "c" },
  { name: "lead", icon: ContactRound, key: "l" },
] as const;

/** Favourites offered. */
const mostFavorites = 2;

/** What can be begun from any page. Opens as it arrives: it was asked for by a click. */
export function NewMenuItems({ children, isMobile }: { children: ReactElement; isMobile: boolean }) {
  const { t } = useTranslation(["palette", "common", "workflows"]);
  const favorites = liveFavorites(useSelector(selectSettings).value?.favoriteWorkflows ?? [], cards);
  const link = ({ to, search }: Destination, icon: ReactNode, words: string, end: ReactNode) => (
    <MenuItem asChild>
      <Link to={to} {...(search ? { search } : {})}>
        {icon}
        <span>{words}</span>
        {end}
      </Link>
    </MenuItem>
  );
  const keys = (key: string): ReactNode => (isMobile ? null : <Kbd keys={key.toUpperCase()} />);
  return (
    <RadixMenu.Root modal={false} defaultOpen>
      <RadixMenu.Trigger asChild>{children}</RadixMenu.Trigger>
      <RadixMenu.Portal>
        <RadixMenu.Content
          className="pop pop-layer menu menu-sheet"
          align="end"
          sideOffset={4}
          collisionPadding={12}
          loop
          aria-label={t("new.label")}
        >
          {link(newKeys.r, <Icon of={Play} />, t("new.run"), keys("r"))}
          <MenuRule />
          {things.map(({ name, icon, key }) => (
            <Fragment key={name}>{link(newKeys[key], <Icon of={icon} />, t(`new.${name}`), keys(key))}</Fragment>
          ))}
          {link({ to: paths.leads, search: { lead: "import" } }, <Icon of={FileUp} />, t("new.import"), null)}
          {favorites.length > 0 ? <MenuRule /> : null}
          {favorites.slice(0, mostFavorites).map((card) => (
            <Fragment key={card.workflowName}>
              {link(
                { to: card.path || paths.leads },
                <WorkflowIcon name={card.icon} />,
                t(card.localeKey),
                <small className="menu-end num">{t("common:word.coins", { count: card.coins })}</small>,
              )}
            </Fragment>
          ))}
        </RadixMenu.Content>
      </RadixMenu.Portal>
    </RadixMenu.Root>
  );
}
