import { type ReactNode, useEffect, useState } from "react";
import { useConsent, useConsentQuestion } from "#src/features/consent/web/store.ts";
import { SupportHost } from "#src/features/support/web/SupportHost.tsx";
import { preloadTexts } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { lazyOptional } from "#src/ui/lazyOptional.tsx";

/** Milliseconds after which a browser that has no queue for background work gets its extras. */
const later = 500;

/**
 * True once the browser has nothing more urgent to do: what waits for it takes nothing from the first picture. An idle
 * callback would say the same, but Chromium holds those back for seconds after a key was pressed.
 */
function useIdle(): boolean {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    const end = () => setQuiet(true);
    if ("scheduler" in window) void scheduler.postTask(end, { priority: "background" });
    else setTimeout(end, later);
  }, []);
  return isQuiet;
}

/** Its contents once the page is painted. */
export function AfterPaint({ children }: { children: ReactNode }) {
  return useIdle() ? children : null;
}

const ConsentPart = lazyOptional(() =>
  import("#src/features/consent/web/ConsentGate.tsx").then((part) => part.ConsentGate),
);
// Its button is small; its texts come with it, and what it opens comes when it opens.
const SupportPart = lazyOptional(() => preloadTexts("support").then(() => SupportHost));

/**
 * The question about counting visits; whoever has declined is neither asked nor counted, nor is a guest, who came to
 * answer another question.
 */
export function Consent({ pathname }: { pathname: string }) {
  const question = useConsentQuestion();
  const consent = useConsent();
  if (pathname === paths.invitation) return null;
  return question === "none" && consent !== "granted" ? null : (
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
