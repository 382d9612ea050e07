import { Alert, DraftStamp, type Tone } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { EmptyState } from "#src/ui/EmptyState.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { toast } from "#src/ui/toastStore.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { useSamples } from "./samples.ts";
import cx from "./kitchen.module.css";

const tones: Tone[] = ["info", "ok", "warn", "danger"];

export function AlertSamples() {
  const s = useSamples();
  const { t } = useTranslation();
  return (
    <div className={cx("kitchen-stack")}>
      <div>
        {tones.map((tone, index) => (
          <Alert
            key={tone}
            tone={tone}
            live={false}
            title={s.alerts[index]?.[0]}
            {...(tone === "danger" ? { action: <Button size="small">{t("action.retry")}</Button> } : {})}
          >
            {s.alerts[index]?.[1]}
          </Alert>
        ))}
      </div>
      <DraftStamp>
        <a href="#parts">{t("action.connectEngine")}</a>
      </DraftStamp>
      <div className="button-row">
        {tones.map((tone) => (
          <Button
            key={tone}
            size="small"
            data-test={`toast-${tone}`}
            onClick={() =>
              toast({
                tone,
                title: s.toast,
                text: s.toastText,
                action: { label: t("action.undo"), run: () => undefined },
              })
            }
          >
            Toast {tone}
          </Button>
        ))}
      </div>
    </div>
  );
}

export function EmptySamples() {
  const s = useSamples();
  return (
    <EmptyState
      title={s.empty}
      actions={
        <>
          <Button size="small">{s.emptyActions[0]}</Button>
          <Button size="small" variant="quiet">
            {s.emptyActions[1]}
          </Button>
        </>
      }
    >
      {s.emptyText}
    </EmptyState>
  );
}

export const LoadingSamples = () => <SkeletonRows rows={3} height={32} />;
