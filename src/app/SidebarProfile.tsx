import { Link } from "@tanstack/react-router";
import { CircleArrowUp } from "lucide-react";
import { useState } from "react";
import { useSelector } from "react-redux";
import { isUpgradeOffered } from "#src/features/account/rules.ts";
import { selectActiveUser } from "#src/features/account/web/store.ts";
import { preloadTexts, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Tipped } from "./SidebarLink.tsx";
import { Avatar } from "#src/ui/Avatar.tsx";
import { buttonClass } from "#src/ui/Button.tsx";
import { lazyOptional } from "#src/ui/lazyOptional.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import styles from "./SidebarProfile.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import sidebarStyles from "./Sidebar.module.css";

const cx = joinClasses(styles, sidebarStyles);

const bringMenu = async () => {
  const [Menu] = await Promise.all([
    import("./SidebarProfileMenu.tsx").then((part) => part.SidebarProfileMenu),
    preloadTexts("palette"),
  ]);
  return Menu;
};
const SidebarProfileMenu = lazyOptional(bringMenu);

/** A sign of interest: what fails now is asked for again by the click. */
const prepareMenu = (): void => void bringMenu().catch(() => undefined);

function Upgrade({ narrow }: { narrow: boolean }) {
  const { t } = useTranslation("shell");
  return (
    <Tipped text={t("profile.upgrade")} narrow={narrow}>
      <Link
        to={paths.coins}
        className={narrow ? "icon-btn" : buttonClass({ size: "small" })}
        {...(narrow ? { "aria-label": t("profile.upgrade") } : {})}
      >
        {narrow ? <Icon of={CircleArrowUp} /> : t("profile.upgrade")}
      </Link>
    </Tipped>
  );
}

/** Who is signed in; opens the profile menu, whose code comes with the first sign of interest. */
export function SidebarProfile({ narrow }: { narrow: boolean }) {
  const { t } = useTranslation("shell");
  const { value: user } = useSelector(selectActiveUser);
  const [isWanted, setWanted] = useState(false);
  const name = user?.name ?? "";
  const button = (
    <button
      type="button"
      className={cx("who")}
      data-side="profile"
      aria-haspopup="menu"
      onPointerEnter={prepareMenu}
      onFocus={prepareMenu}
      onClick={() => setWanted(true)}
    >
      <Avatar name={name} image={user?.image ?? null} />
      {narrow ? (
        <span className="sr-only">{t("profile.menu", { name })}</span>
      ) : (
        <span className={cx("who-words")}>
          <b>{name}</b>
          <small>{user ? t(`license.${user.ownedLicense}`) : " "}</small>
          <span className="sr-only">{t("profile.account")}</span>
        </span>
      )}
    </button>
  );
  if (!user) return <div className={cx("side-foot")} style={{ minHeight: 65 }} />;
  return (
    <div className={cx("side-foot")}>
      {isWanted ? (
        <SidebarProfileMenu instead={button}>{button}</SidebarProfileMenu>
      ) : (
        <Tipped text={name} narrow={narrow}>
          {button}
        </Tipped>
      )}
      {isUpgradeOffered(user.ownedLicense) ? <Upgrade narrow={narrow} /> : null}
    </div>
  );
}
