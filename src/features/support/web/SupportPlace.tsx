import { LifeBuoy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "#src/shell/i18n/index.ts";
import { IconButton } from "#src/shell/ui/Button.tsx";
import { lazyExtra } from "#src/shell/ui/Extra.tsx";
import { Icon } from "#src/shell/ui/Icon.tsx";
import { useMedia } from "#src/shell/ui/useMedia.ts";
import { isShown, roomyWidth } from "../rules.ts";
import { closeSupport, openSupport, useBegunWish, useSupportState } from "./store.ts";
import { emptyWish, type WishDraft } from "./wishDraft.ts";

const SupportPopup = lazyExtra(() => import("./SupportPopup.tsx").then((part) => part.SupportPopup));

/** The place in the top bar of phones; found anew when the bar changes its shape. */
function useSlot(isPhone: boolean): Element | null {
  const [slot, setSlot] = useState<Element | null>(null);
  useEffect(() => setSlot(isPhone ? document.getElementById("top-support") : null), [isPhone]);
  return slot;
}

export interface SupportPlaceProps {
  /** Of the page, without the language: the sign-in page has no router to ask. */
  pathname: string;
  isVisitor: boolean;
}

/** The button that is always there, and the popup: a pill in the corner, on phones an icon in the top bar. */
export function SupportPlace({ pathname, isVisitor }: SupportPlaceProps) {
  const { t } = useTranslation("support");
  const state = useSupportState();
  const isPhone = !useMedia("(min-width: 768px)");
  const isOpen = isShown(state, pathname, useMedia(`(min-width: ${roomyWidth}px)`));
  const slot = useSlot(isPhone);
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
    const hadFocus = document.activeElement?.closest(".support-popup");
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
  return (
    <>
      {isPhone ? (
        slot &&
        createPortal(
          <IconButton label={t("button")} {...ties}>
            <Icon of={LifeBuoy} />
          </IconButton>,
          slot,
        )
      ) : (
        <button type="button" className="support-pill" {...ties}>
          <Icon of={LifeBuoy} />
          {t("button")}
        </button>
      )}
      {isOpen ? (
        <SupportPopup
          key={wish?.words ?? ""}
          opensAt={wish ? "wish" : undefined}
          wasCalled={state === "open"}
          onClose={close}
          isVisitor={isVisitor}
          draft={draft}
          onDraft={setDraft}
        />
      ) : null}
    </>
  );
}
