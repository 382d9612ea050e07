import { lazy, Suspense, useState } from "react";
import { useTranslation } from "./i18n/index.ts";
import { useSelector } from "react-redux";
import { selectActiveUser } from "#src/features/account/web/store.ts";
import { Tipped } from "./SidebarLink.tsx";
import { Avatar } from "./ui/Avatar.tsx";

const loadMenu = () => import("./SidebarProfileMenu.tsx");
const SidebarProfileMenu = lazy(() => loadMenu().then((part) => ({ default: part.SidebarProfileMenu })));

/** Who is signed in; opens the profile menu. The menu's code comes with the first sign of interest. */
export function SidebarProfile({ narrow }: { narrow: boolean }) {
  const { t } = useTranslation("shell");
  const { value: user } = useSelector(selectActiveUser);
  const [isWanted, setWanted] = useState(false);
  const name = user?.name ?? "";
  const button = (
    <button
      type="button"
      className="who"
      aria-haspopup="menu"
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onClick={() => setWanted(true)}
    >
      <Avatar name={name} />
      {narrow ? (
        <span className="sr-only">{t("profile.menu", { name })}</span>
      ) : (
        <span className="who-words">
          <b>{name}</b>
          <small>{user ? t(`license.${user.ownedLicense}`) : " "}</small>
          <span className="sr-only">{t("profile.account")}</span>
        </span>
      )}
    </button>
  );
  if (!user) return <div className="side-foot" style={{ minHeight: 65 }} />;
  return (
    <div className="side-foot">
      {isWanted ? (
        <Suspense fallback={button}>
          <SidebarProfileMenu>{button}</SidebarProfileMenu>
        </Suspense>
      ) : (
        <Tipped text={name} narrow={narrow}>
          {button}
        </Tipped>
      )}
    </div>
  );
}
