import { useEffect, useState } from "react";
import { preloadTexts } from "#src/ui/i18n/index.ts";
import { toastMessage } from "#src/ui/client/toastFailure.ts";
import { takeFlash } from "#src/ui/client/flashMessage.ts";
import { lazyOptional } from "#src/ui/lazyOptional.tsx";
import { onToast, shownToast } from "#src/ui/toastStore.ts";

const Toaster = lazyOptional(() => import("#src/ui/Toaster.tsx").then((part) => part.Toaster));

/** Where toasts appear; its code comes with the first of them. */
export function ToastRegion() {
  const [isWanted, setWanted] = useState(() => shownToast() !== undefined);
  useEffect(() => (isWanted ? undefined : onToast(() => setWanted(true))), [isWanted]);
  useEffect(() => {
    const told = takeFlash(sessionStorage);
    if (told) void toastMessage(told, told === "login.sessionInvalid" ? "warn" : "ok").catch(() => undefined);
  }, []);
  useEffect(() => {
    // What can go wrong begins with a touch; when the connection is what went, its words and its place are here already.
    const once = { once: true, capture: true };
    const load = (): void =>
      void Promise.all([preloadTexts("messages"), import("#src/ui/Toaster.tsx")]).catch(() => undefined);
    addEventListener("pointerdown", load, once);
    addEventListener("keydown", load, once);
    return () => {
      removeEventListener("pointerdown", load, once);
      removeEventListener("keydown", load, once);
    };
  }, []);
  return isWanted ? <Toaster /> : null;
}
