import { Link } from "@tanstack/react-router";
import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { lowBalance, lowBalanceThreshold } from "#src/features/coins/rules.ts";
import { useCoins } from "#src/features/coins/web/store.ts";
import { preloadTexts, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { balanceClass, BalanceFigures } from "#src/features/coins/web/Balance.tsx";
import cx from "./TopBar.module.css";

const importPopup = () => import("./BalancePopup.tsx").then((part) => part.BalancePopup);
type BalancePopup = Awaited<ReturnType<typeof importPopup>>;

/** A pointer that only passes opens nothing, and one that slips off closes nothing; milliseconds. */
const delay = { open: 300, close: 200 } as const;

/**
 * The popup beside the balance: opens on hover and on focus by keys, stays while pointer or focus is in it, and goes
 * with Escape (WCAG 1.4.13). Touch goes straight to the page of coins.
 */
function useHoverPopup() {
  const [Popup, setPopup] = useState<BalancePopup>();
  const place = useRef<HTMLDivElement>(null);
  const isReturning = useRef(false);
  /** Whoever has left by the time the code is here gets no popup that nobody would close. */
  const isWanted = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const close = (): void => {
    clearTimeout(timer.current);
    isWanted.current = false;
    setPopup(undefined);
  };
  /** Closes, and gives the focus that was in the popup back to the balance, which does not open it again. */
  const leave = (): void => {
    if (place.current?.contains(document.activeElement)) {
      isReturning.current = true;
      place.current.querySelector("a")?.focus();
      isReturning.current = false;
    }
    close();
  };
  /** Without its code or its texts it stays away: it is an offer and no more. */
  const open = (): void => {
    isWanted.current = true;
    Promise.all([importPopup(), preloadTexts("palette")]).then(
      ([part]) => (isWanted.current ? setPopup(() => part) : undefined),
      () => undefined,
    );
  };
  const later = (deed: () => void, time: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(deed, time);
  };
  return {
    Popup,
    place,
    close,
    leave,
    handlers: {
      onPointerEnter: (event: PointerEvent) => (event.pointerType === "mouse" ? later(open, delay.open) : undefined),
      onPointerLeave: (event: PointerEvent) => (event.pointerType === "mouse" ? later(close, delay.close) : undefined),
      onFocus: (event: FocusEvent) => {
        if (!isReturning.current && event.target.matches(":focus-visible")) open();
      },
      onBlur: (event: FocusEvent) => (event.currentTarget.contains(event.relatedTarget) ? undefined : close()),
    },
  };
}

/** What is left to spend, as the link to the page of coins. */
export function TopBalance({ isMobile }: { isMobile: boolean }) {
  const { t } = useTranslation("shell");
  const value = useCoins();
  const { Popup, place, close, leave, handlers } = useHoverPopup();
  const isOpen = Popup !== undefined;
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      leave();
    };
    // Before the page's own Escape: the popup lies above it.
    addEventListener("keydown", onKey, true);
    return () => removeEventListener("keydown", onKey, true);
  });
  if (!value) return null;
  return (
    <>
      {value.credits <= lowBalance && !isMobile ? (
        <span className={cx("top-low")} aria-hidden="true">
          {t("low")}
        </span>
      ) : null}
      <div className={cx("balance-place")} ref={place} {...handlers}>
        <Link to={paths.coins} className={balanceClass(value.credits)} onClick={close}>
          <BalanceFigures free={value.credits} held={value.held} />
        </Link>
        {Popup && value.credits >= lowBalanceThreshold ? (
          <Popup credits={value.credits} onGo={close} onLeave={leave} />
        ) : null}
      </div>
    </>
  );
}
