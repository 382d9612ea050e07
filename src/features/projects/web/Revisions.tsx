import { Trash2, Undo2, X } from "lucide-react";
import { useState } from "react";
import { useZone } from "#src/features/settings/web/store.ts";
import { api } from "#src/ui/client/api.ts";
import { preloadTexts, useTranslation } from "#src/ui/i18n/index.ts";
import { failureText } from "#src/ui/client/toastFailure.ts";
import { Button, IconButton } from "#src/ui/Button.tsx";
import { AlertDialog } from "#src/ui/Dialog.tsx";
import { formatDateTime } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { toast } from "#src/ui/toastStore.ts";
import type { RevisionSummary } from "../contract.ts";
import { editedNote } from "../rules.ts";
import { RevisionEvidence } from "#src/features/documents/web/RevisionEvidence.tsx";
import type { Compared, Comparison } from "./useComparison.ts";
import type { useRevisions } from "./useRevisions.ts";
import documentSideStyles from "#src/features/documents/web/DocumentSide.module.css";
import revisionEvidenceStyles from "#src/features/documents/web/RevisionEvidence.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import compareBarStyles from "./CompareBar.module.css";

const cx = joinClasses(documentSideStyles, revisionEvidenceStyles, compareBarStyles);

export interface RevisionsProps extends ReturnType<typeof useRevisions> {
  projectId: string;
  /** Number of the newest revision. */
  current: number;
  compared: Compared | null;
  comparison: Comparison | null;
  onCompare: (compared: Compared) => void;
  /** Number of the revision that the button brings back; null while there is none but the newest. */
  bringsBack: number | null;
  onRestore: (number: number) => Promise<void>;
  onDeleted: (number: number) => void;
  onClose: () => void;
}

/** Number of the revision that another was brought back from, undefined for one that a run made. */
export const restoredFrom = (note: string | null): number | undefined => {
  const origin = /^restored:(\d{1,9})$/.exec(note ?? "")?.[1];
  return origin === undefined ? undefined : Number(origin);
};

/** All revisions of a project, newest first, and what lies between two of them. */
export function Revisions(props: RevisionsProps) {
  const { revisions, hasFailed, hasMore, compared, comparison, bringsBack, current } = props;
  const { t } = useTranslation(["projects", "common"]);
  const [isRestoring, setRestoring] = useState(false);
  const restore = async (number: number): Promise<void> => {
    setRestoring(true);
    await props.onRestore(number).finally(() => setRestoring(false));
  };
  return (
    <>
      <div className="doc-side-head">
        <div className={cx("doc-side-top")}>
          <h2>{t("revisions.title")}</h2>
          <IconButton label={t("revisions.close")} onClick={props.onClose}>
            <Icon of={X} size={14} />
          </IconButton>
        </div>
      </div>
      <div className="doc-side-body num">
        {!revisions && !hasFailed ? <SkeletonRows rows={3} height={55} columns="16px 1fr 48px" /> : null}
        {!revisions && hasFailed ? <RetryAlert title={t("revisions.failed")} onRetry={props.reload} /> : null}
        {revisions ? <RevisionRows {...props} revisions={revisions} /> : null}
        {hasMore ? (
          <button type="button" className="link proposals-more" onClick={props.more}>
            {t("revisions.older")}
          </button>
        ) : null}
        {revisions && compared === null ? <p className={cx("hint revision-single")}>{t("revisions.single")}</p> : null}
        {comparison ? <RevisionEvidence document={comparison.document} evidence={comparison.evidence} /> : null}
      </div>
      {bringsBack === null ? null : (
        <div className="doc-side-foot num">
          <Button
            full
            icon={<Icon of={Undo2} />}
            busy={isRestoring}
            busyLabel={t("revisions.restoring")}
            onClick={() => void restore(bringsBack)}
          >
            {t("revisions.restore", { number: bringsBack })}
          </Button>
          <p>{t("revisions.restoreNote", { number: current + 1 })}</p>
        </div>
      )}
    </>
  );
}

function RevisionRows(props: RevisionsProps & { revisions: readonly RevisionSummary[] }) {
  const { projectId, current, revisions, hasMore, compared, onCompare, onDeleted, drop } = props;
  const { t } = useTranslation(["projects", "common"]);
  const [asked, setAsked] = useState<RevisionSummary | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  /** Who is chosen for both sides sends the other to the place that was left. */
  const choose = (side: keyof Compared, number: number): void => {
    if (compared === null) return;
    const other = side === "from" ? "to" : "from";
    const swapped = compared[other] === number ? { [other]: compared[side] } : {};
    onCompare({ ...compared, [side]: number, ...swapped });
  };
  const remove = async ({ id, number }: RevisionSummary): Promise<void> => {
    setDeleting(true);
    try {
      await api.projects.deleteRevision({ enData: { projectId, revisionId: id } });
      drop(id);
      onDeleted(number);
      toast({ title: t("revisions.deleted", { number }) });
    } catch (cause) {
      await preloadTexts("messages").catch(() => undefined);
      const { description } = failureText(cause, "project.removeError");
      toast({ tone: "danger", title: t("revisions.notDeleted", { number }), text: description });
    }
    setDeleting(false);
    setAsked(null);
  };
  return (
    <>
      <ul className="revisions">
        {revisions.map((revision) => (
          <RevisionRow
            key={revision.id}
            revision={revision}
            isPair={compared !== null && revisions.length === 2 && !hasMore}
            compared={compared}
            onChoose={choose}
            onDelete={revision.number === current ? undefined : () => setAsked(revision)}
          />
        ))}
      </ul>
      <AlertDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={t("revisions.deleteTitle", { number: asked?.number ?? 0 })}
        confirmLabel={t("common:action.delete")}
        busyLabel={t("common:action.deleting")}
        busy={isDeleting}
        onConfirm={() => (asked ? void remove(asked) : undefined)}
      >
        {t("revisions.deleteText")}
      </AlertDialog>
    </>
  );
}

interface RevisionRowProps {
  revision: RevisionSummary;
  /** One of two: there is nothing to choose, and each shows its side alone. */
  isPair: boolean;
  compared: Compared | null;
  onChoose: (side: keyof Compared, number: number) => void;
  onDelete: (() => void) | undefined;
}

function RevisionRow({ revision, isPair, compared, onChoose, onDelete }: RevisionRowProps) {
  const { t } = useTranslation(["projects", "common"]);
  const zone = useZone();
  const { number, note, runId, coins, dateCreated } = revision;
  const origin = restoredFrom(note);
  const run = t(number === 1 ? "revisions.firstRun" : "revisions.run");
  const made = runId ? (coins === null ? run : t("revisions.runFor", { run, count: coins })) : t("revisions.edited");
  // A note that nobody wrote says how the revision was made.
  const own = note === editedNote ? "" : note;
  const words = origin === undefined ? own || made : t("revisions.broughtBack", { number: origin });
  const side = (name: keyof Compared) => (
    <input
      hidden={isPair && compared?.[name] !== number}
      type="radio"
      name={`revision-${name}`}
      className={cx(`revision-sign revision-${name}`)}
      aria-label={t(`revisions.compare.${name}`, { number })}
      checked={compared?.[name] === number}
      disabled={compared === null}
      onChange={() => onChoose(name, number)}
    />
  );
  return (
    <li className={cx(isPair ? "revision revision-of-pair" : "revision")}>
      {side("from")}
      {side("to")}
      <b>{t("revisions.number", { number })}</b>
      <time className="muted" dateTime={dateCreated}>
        {formatDateTime(dateCreated, zone)}
      </time>
      <small>{words}</small>
      {onDelete ? (
        <IconButton label={t("revisions.delete", { number })} onClick={onDelete}>
          <Icon of={Trash2} size={14} />
        </IconButton>
      ) : null}
    </li>
  );
}
