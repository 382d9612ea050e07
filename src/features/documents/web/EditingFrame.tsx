import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { formatDate, formatTime } from "#src/ui/format.ts";
import { useRootMark } from "#src/ui/useRootMark.ts";
import { useEditing } from "./editing.ts";
import cx from "./EditingFrame.module.css";

/** Says that words of earlier are back, and how to be rid of them; nothing where there are none. */
export function RestoredLine({ at, onDiscard }: { at: number | null; onDiscard: () => void }) {
  const { t } = useTranslation("projects");
  const pageLanguage = useLanguage();
  const zone = useEditing()?.zone;
  if (at === null) return null;
  const when = new Date(at).toISOString();
  return (
    <p className={cx("editing-restored")} role="status" lang={pageLanguage}>
      <span>{t("editing.restored", { date: formatDate(when, zone), time: formatTime(when, zone) })}</span>{" "}
      <button type="button" className="link" onClick={onDiscard}>
        {t("editing.discard")}
      </button>
    </p>
  );
}

export interface EditingFootProps {
  hintId?: string;
  /** How the keys work. */
  hint: string;
  /** What went wrong; read aloud at once. */
  problem?: ReactNode;
  /** Without it, everything is saved as it is typed. */
  onSave?: () => void;
  busy?: boolean;
  onClose: () => void;
}

/** Foot of what is edited: keys, problems, and the way out. On a narrow page it takes the place of the bar there. */
export function EditingFoot({ hintId, hint, problem, onSave, busy = false, onClose }: EditingFootProps) {
  const { t } = useTranslation(["projects", "common"]);
  const pageLanguage = useLanguage();
  const id = useId();
  const foot = useRef<HTMLElement>(null);
  const [isInSight, setInSight] = useState(true);
  useEffect(() => {
    const section = foot.current?.parentElement;
    if (!section) return undefined;
    const sight = new IntersectionObserver((seen) => setInSight(seen.at(-1)?.isIntersecting ?? true));
    sight.observe(section);
    return () => sight.disconnect();
  }, []);
  useRootMark("inHand", isInSight ? "" : null);
  return (
    <footer className={cx("editing-foot")} ref={foot} lang={pageLanguage}>
      <p className={cx("editing-problem")} role="alert">
        {problem}
      </p>
      <span className={cx("editing-hint")} id={hintId ?? id}>
        {hint}
      </span>
      <span className={cx("editing-buttons")}>
        {onSave ? (
          <>
            <Button variant="quiet" size="small" onClick={onClose}>
              {t("common:action.cancel")}
            </Button>
            <Button variant="primary" size="small" busy={busy} busyLabel={t("common:action.saving")} onClick={onSave}>
              {t("common:action.save")}
            </Button>
          </>
        ) : (
          <Button size="small" onClick={onClose}>
            {t("common:action.done")}
          </Button>
        )}
      </span>
    </footer>
  );
}
