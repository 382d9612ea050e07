import { lazy, Suspense, useEffect } from "react";
import { analytics } from "./browserAnalytics.ts";
import { useConsent, useQuestion } from "./store.ts";

const ConsentBanner = lazy(() => import("./ConsentBanner.tsx").then((part) => ({ default: part.ConsentBanner })));

/**
 * Counts pages where that was allowed, and asks where nobody has answered.
 * @param pathname of the page, as the routes know it
 */
export function ConsentPlace({ pathname }: { pathname: string }) {
  const question = useQuestion();
  const consent = useConsent();
  useEffect(() => {
    // The page on which somebody agrees counts too.
    if (consent === "granted") void analytics.event("pageview", pathname);
  }, [consent, pathname]);
  return question === "none" ? null : (
    <Suspense>
      <ConsentBanner again={question === "again"} />
    </Suspense>
  );
}
