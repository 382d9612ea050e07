import { type ReactNode, useEffect, useState } from "react";
import { SupportPlace } from "#src/features/support/web/SupportPlace.tsx";
import { preloadTexts } from "./i18n/index.ts";
import { lazyExtra } from "./ui/Extra.tsx";

/** Milliseconds after which a busy page gets its extras all the same. */
const latest = 3_000;

/** True once the browser has nothing better to do: what waits for it takes nothing from the first picture. */
function useQuiet(): boolean {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    // Safari has no idle callback.
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(() => setQuiet(true), 500);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(() => setQuiet(true), { timeout: latest });
    return () => cancelIdleCallback(handle);
  }, []);
  return isQuiet;
}

/** Its contents once the page is painted. */
function AfterPaint({ children }: { children: ReactNode }) {
  return useQuiet() ? children : null;
}

const ConsentPart = lazyExtra(() =>
  import("#src/features/consent/web/ConsentPlace.tsx").then((part) => part.ConsentPlace),
);
// Its button is small; its texts come with it, and what it opens comes when it opens.
const SupportPart = lazyExtra(() => preloadTexts("support").then(() => SupportPlace));

/** The question about counting visits, on every page. */
export function Consent({ pathname }: { pathname: string }) {
  return (
    <AfterPaint>
      <ConsentPart pathname={pathname} />
    </AfterPaint>
  );
}

/** Support, on the pages of those who are signed in and, for visitors, on the one to sign in. */
export function Support(props: { pathname: string; isVisitor: boolean }) {
  return (
    <AfterPaint>
      <SupportPart {...props} />
    </AfterPaint>
  );
}
