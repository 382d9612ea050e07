import { useEffect } from "react";
import { preloadTexts } from "#src/ui/i18n/index.ts";
import { lazyOptional } from "#src/ui/lazyOptional.tsx";
import { analytics } from "./browserAnalytics.ts";
import { useConsent, useConsentQuestion } from "./store.ts";

const ConsentBanner = lazyOptional(async () => {
  const [Banner] = await Promise.all([
    import("./ConsentBanner.tsx").then((part) => part.ConsentBanner),
    preloadTexts("legal"),
  ]);
  return Banner;
});

/**
 * Counts pages where consent was given, and asks where it was not answered yet.
 * @param pathname of the page, as the routes know it
 */
export function ConsentGate({ pathname }: { pathname: string }) {
  const question = useConsentQuestion();
  const consent = useConsent();
  useEffect(() => {
    // The page on which somebody agrees counts too.
    if (consent === "granted") void analytics.event("pageview", pathname);
  }, [consent, pathname]);
  return question === "none" ? null : <ConsentBanner again={question === "again"} />;
}
