import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { useTranslation } from "./i18n/index.ts";
import { Alert } from "./Alert.tsx";
import { Button } from "./Button.tsx";

/** What stands in place of a part that did not come, while it is asked for once more. */
function useAgain<Part>(load: () => Promise<Part>, found: Part | undefined) {
  const [part, setPart] = useState(() => found);
  const [isBusy, setBusy] = useState(false);
  const again = useCallback(() => {
    setBusy(true);
    load()
      .then((arrived) => setPart(() => arrived))
      .catch(() => setBusy(false));
  }, [load]);
  const isMissing = part === undefined;
  useEffect(() => {
    if (!isMissing) return undefined;
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, [isMissing, again]);
  return { part, isBusy, again };
}

/**
 * The code of a part that comes ahead of its first use, which then needs no connection and no wait: behind a placeholder
 * React would hold back its first picture for 300 ms.
 * @param isNear false while something else comes first
 * @returns undefined until it is here, null when it could not come
 */
export function usePreloaded<Props>(load: () => Promise<ComponentType<Props>>, isNear = true) {
  const [part, setPart] = useState<ComponentType<Props> | null>();
  useEffect(() => {
    if (!isNear) return;
    load().then(
      (arrived) => setPart(() => arrived),
      () => setPart(null),
    );
  }, [load, isNear]);
  return part;
}

/**
 * A part of a page whose code comes later and that a person waits for: `instead` stands in its place until it is here.
 * When it cannot come, an alert there says so and offers to try again, which also happens by itself once the
 * connection is back; the rest of the page stays as it is. Parts that the page can do without: Extra.tsx.
 * @param load brings the part with its texts; called when it is first shown, and anew after each failure
 * @param frame what stands around the alert; by default it stands where the part would
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  frame: (alert: ReactNode, props: Props) => ReactNode = (alert) => alert,
) {
  let found: ComponentType<Props> | undefined;
  const bring = async () => (found = await load());
  function Missing(props: Props) {
    const { t } = useTranslation();
    const { part: Part, isBusy, again } = useAgain(bring, found);
    if (Part) return <Part {...props} />;
    const button = (
      <Button size="small" busy={isBusy} onClick={again}>
        {t("action.retry")}
      </Button>
    );
    return frame(<Alert tone="danger" title={t("partFailed")} action={button} />, props);
  }
  const Part = lazy(async () => ({ default: await bring().catch(() => Missing) }));
  return ({ instead, ...props }: Props & { instead?: ReactNode }) => (
    <Suspense fallback={instead}>
      {/* oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is left of the sum is the part's own */}
      <Part {...(props as unknown as Props)} />
    </Suspense>
  );
}
