import { Plus } from "lucide-react";
import { useState } from "react";
import { buttonClass } from "#src/ui/Button.tsx";
import { preloadTexts, useTranslation } from "#src/ui/i18n/index.ts";
import { Icon } from "#src/ui/Icon.tsx";
import cx from "./TopBar.module.css";
import { lazyOptional } from "#src/ui/lazyOptional.tsx";

const bringItems = async () => {
  const [Items] = await Promise.all([
    import("./NewMenuItems.tsx").then((part) => part.NewMenuItems),
    preloadTexts("palette"),
  ]);
  return Items;
};
const NewMenuItems = lazyOptional(bringItems);

/** A sign of interest: what fails now is asked for again by the click. */
const prepareItems = (): void => void bringItems().catch(() => undefined);

/** Begins something new from any page; the code of its menu comes with the first sign of interest. */
export function NewMenu({ isMobile }: { isMobile: boolean }) {
  const { t } = useTranslation("shell");
  const [isWanted, setWanted] = useState(false);
  const button = (
    <button
      type="button"
      className={isMobile ? "icon-btn" : `${buttonClass({ size: "small" })} ${cx("top-new")}`}
      {...(isMobile ? { "aria-label": t("new") } : {})}
      aria-haspopup="menu"
      onPointerEnter={prepareItems}
      onFocus={prepareItems}
      onClick={() => setWanted(true)}
    >
      <Icon of={Plus} />
      {isMobile ? null : t("new")}
    </button>
  );
  return isWanted ? (
    <NewMenuItems instead={button} isMobile={isMobile}>
      {button}
    </NewMenuItems>
  ) : (
    button
  );
}
