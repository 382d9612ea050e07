import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";

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

const afterPaint = <Props extends object>(Part: ComponentType<Props>) =>
  function AfterPaint(props: Props) {
    return useQuiet() ? (
      <Suspense>
        <Part {...props} />
      </Suspense>
    ) : null;
  };

/** The question about counting visits, on every page. */
export const Consent = afterPaint(
  lazy(() => import("#src/features/consent/web/ConsentPlace.tsx").then((part) => ({ default: part.ConsentPlace }))),
);

/** Support, on the pages of those who are signed in. */
export const Support = afterPaint(
  lazy(() => import("#src/features/support/web/SupportPlace.tsx").then((part) => ({ default: part.SupportPlace }))),
);
