import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import cx from "./EditingFrame.module.css";

export interface ChangedElsewhereProps {
  id: string;
  /** What the document says by now. */
  theirs: string;
  /** Saves what the person typed in its place. */
  onMine: () => void;
  onTheirs: () => void;
}

/** Says that a text was changed elsewhere while the person typed another one; nothing is saved until they choose. */
export function ChangedElsewhere({ id, theirs, onMine, onTheirs }: ChangedElsewhereProps) {
  const { t } = useTranslation("projects");
  return (
    <div className={cx("editing-note editing-note-bad editing-choice")} role="alert">
      <span id={id}>{theirs === "" ? t("editing.cellEmptied") : t("editing.cellChanged", { text: theirs })}</span>
      <Button size="small" onClick={onMine}>
        {t("editing.keepMine")}
      </Button>
      <Button size="small" onClick={onTheirs}>
        {t("editing.takeTheirs")}
      </Button>
    </div>
  );
}
