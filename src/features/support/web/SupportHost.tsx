import { LifeBuoy } from "lucide-react";
import { useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { IconButton } from "#src/ui/Button.tsx";
import { lazyOptional } from "#src/ui/lazyOptional.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { useSupportFootSlot, useSupportSlot } from "#src/ui/supportSlot.ts";
import { useMedia } from "#src/ui/useMedia.ts";
import { isShown, minWidthPx } from "../rules.ts";
import { closeSupport, openSupport, useBegunWish, useSupportState } from "./store.ts";
import { emptyWish, type WishDraft } from "./wishDraft.ts";
import cx from "./Support.module.css";

const SupportPopup = lazyOptional(() => import("./SupportPopup.tsx").then((part) => part.SupportPopup));

export interface SupportHostProps {
  /** Of the page, without the language: the sign-in page has no router to ask. */
  pathname: string;
  isVisitor: boolean;
}

/**
 * The button that is always there, and the popup: a row of the sidebar above the profile, on phones an icon in the top
 * bar, and a link at the foot of the page where a visitor has neither.
 */
export function SupportHost({ pathname, isVisitor }: SupportHostProps) {
  const { t } = useTranslation("support");
  const state = useSupportState();
  const isPhone = !useMedia("(min-width: 768px)");
  const isOpen = isShown(state, pathname, useMedia(`(min-width: ${minWidthPx}px)`));
  const slot = useSupportSlot();
  const footSlot = useSupportFootSlot();
  const button = useRef<HTMLButtonElement>(null);
  const [draft, setDraft] = useState<WishDraft>(emptyWish);
  const wish = useBegunWish();
  const [taken, setTaken] = useState(wish);
  if (wish !== taken) {
    setTaken(wish);
    // What the person has written stays in front of it.
    if (wish && !draft.whichUseCase.includes(wish.words))
      setDraft({ ...draft, whichUseCase: [draft.whichUseCase, wish.words].filter(Boolean).join("\n") });
  }
  const close = (): void => {
    const hadFocus = document.activeElement?.closest(`.${cx("support-popup")}`);
    closeSupport();
    if (hadFocus) button.current?.focus();
  };
  const ties = {
    ref: button,
    "aria-haspopup": "dialog",
    "aria-expanded": isOpen,
    // A popup that nobody asked for is not what a press puts away: the press calls it, and the focus goes there.
    onClick: state === "open" ? close : openSupport,
  } as const;
  // A phone's bar has a place for it on the sign-in page; other open pages have their foot.
  const place = isVisitor ? ((isPhone ? slot : null) ?? footSlot) : slot;
  const control =
    isPhone && place === slot ? (
      <IconButton label={t("button")} {...ties}>
        <Icon of={LifeBuoy} />
      </IconButton>
    ) : (
      <button type="button" className={isVisitor ? undefined : cx("side-link")} {...ties}>
        {isVisitor ? null : <Icon of={LifeBuoy} />}
        <span className="words">{t("button")}</span>
      </button>
    );
  const popup = isOpen ? (
    <SupportPopup
      key={wish?.words ?? ""}
      opensAt={wish ? "wish" : undefined}
      wasCalled={state === "open"}
      onClose={close}
      isVisitor={isVisitor}
      draft={draft}
      onDraft={setDraft}
    />
  ) : null;
  // In the sidebar both take room of their own, so that no group of it lies under them.
  if (!isVisitor && !isPhone)
    return (
      slot &&
      createPortal(
        <>
          {popup}
          {control}
        </>,
        slot,
      )
    );
  return (
    <>
      {place && createPortal(control, place)}
      {popup}
    </>
  );
}
