import { ArrowDown } from "lucide-react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { type DocumentEditing, gapBehind, gapCount } from "./editing.ts";
import "./Gaps.module.css";
import cx from "./GapCounter.module.css";

/** From more gaps on, one bar stands for all of them. */
const mostSegments = 20;

/** How many gaps of a document are filled, and the way to the next one. */
export function GapCounter({ editing, isBar = false }: { editing: DocumentEditing; isBar?: boolean }) {
  const { t } = useTranslation("projects");
  const { closed, all } = gapCount(editing.gaps);
  if (all === 0) return null;
  const next = gapBehind(editing.gaps, editing.openGap);
  return (
    <div className={cx(isBar ? "gap-counter gap-counter-bar" : "gap-counter")}>
      <b>{t("gaps.filled", { filled: closed, all })}</b>
      {all > mostSegments ? (
        <progress max={all} value={closed} aria-hidden="true" />
      ) : (
        <span className={cx("gap-segments")} aria-hidden="true">
          {editing.gaps.map(({ at, state }) => (
            <i key={at} className={cx(at === editing.openGap ? "is-current" : state === "open" ? "" : "is-filled")} />
          ))}
        </span>
      )}
      {next ? (
        <Button
          variant={isBar ? "outline" : "quiet"}
          size={isBar ? "bar" : "small"}
          icon={isBar ? null : <Icon of={ArrowDown} size={14} />}
          onClick={() => editing.nextGap(editing.openGap ?? undefined)}
        >
          {t("gaps.next")}
        </Button>
      ) : null}
    </div>
  );
}
