import { Undo2, X } from "lucide-react";
import { useEffect, useState } from "react";
import { api } from "#src/shell/api.ts";
import { useLanguage, useTranslation } from "#src/shell/i18n/index.ts";
import { Alert } from "#src/shell/ui/Alert.tsx";
import { Button, IconButton } from "#src/shell/ui/Button.tsx";
import { formatListDate, formatTime } from "#src/shell/ui/format.ts";
import { Icon } from "#src/shell/ui/Icon.tsx";
import { SkeletonRows } from "#src/shell/ui/Skeleton.tsx";
import type { RevisionSummary } from "../contract.ts";

export interface RevisionsProps {
  projectId: string;
  /** Number of the newest revision; the list is asked for anew when it changes. */
  current: number;
  /** Number of the revision that is shown. */
  shown: number;
  onShow: (number: number) => void;
  onRestore: (number: number) => Promise<void>;
  onClose: () => void;
}

type List =
  | { state: "loading" }
  | { state: "failed" }
  | { state: "ready"; revisions: RevisionSummary[]; nextCursor: string | undefined };

/** All revisions of a project, newest first. Bringing one back makes a new one, so nothing is lost. */
export function Revisions({ projectId, current, shown, onShow, onRestore, onClose }: RevisionsProps) {
  const { t } = useTranslation(["projects", "common"]);
  const language = useLanguage();
  const [list, setList] = useState<List>({ state: "loading" });
  const [asked, setAsked] = useState(0);
  const [isRestoring, setRestoring] = useState(false);
  useEffect(() => {
    const control = new AbortController();
    api.projects.listRevisions({ projectId }, { signal: control.signal }).then(
      ({ revisions, nextCursor }) => setList({ state: "ready", revisions, nextCursor }),
      () => (control.signal.aborted ? undefined : setList({ state: "failed" })),
    );
    return () => control.abort();
  }, [projectId, current, asked]);

  const more = async (cursor: string): Promise<void> => {
    const next = await api.projects.listRevisions({ projectId, cursor }).catch(() => null);
    if (next === null) return;
    setList((before) =>
      before.state === "ready"
        ? { state: "ready", revisions: [...before.revisions, ...next.revisions], nextCursor: next.nextCursor }
        : before,
    );
  };
  const restore = async (): Promise<void> => {
    setRestoring(true);
    await onRestore(shown).finally(() => setRestoring(false));
  };
  const noteOf = ({ note, runId, number }: RevisionSummary): string => {
    const origin = /^restored:(\d{1,9})$/.exec(note ?? "")?.[1];
    if (origin !== undefined) return t("revisions.broughtBack", { number: Number(origin) });
    return note || (runId ? t(number === 1 ? "revisions.firstRun" : "revisions.run") : t("revisions.edited"));
  };
  return (
    <>
      <div className="doc-side-head">
        <div className="doc-side-top">
          <h2>{t("revisions.title")}</h2>
          <IconButton label={t("revisions.close")} onClick={onClose}>
            <Icon of={X} size={14} />
          </IconButton>
        </div>
        <p>{t("revisions.note")}</p>
      </div>
      <div className="doc-side-body num">
        {list.state === "loading" ? <SkeletonRows rows={3} height={55} columns="16px 1fr 48px" /> : null}
        {list.state === "failed" ? (
          <Alert
            tone="danger"
            title={t("revisions.failed")}
            action={
              <Button size="small" onClick={() => setAsked((count) => count + 1)}>
                {t("common:action.retry")}
              </Button>
            }
          />
        ) : null}
        {list.state === "ready" ? (
          <ul className="revisions">
            {list.revisions.map((revision) => (
              <li key={revision.id}>
                <button
                  type="button"
                  className="revision"
                  aria-current={revision.number === shown ? "true" : undefined}
                  onClick={() => onShow(revision.number)}
                >
                  <span className="revision-sign" aria-hidden="true" />
                  <b>{t("revisions.number", { number: revision.number })}</b>
                  <span className="muted">
                    {formatListDate(revision.dateCreated, language, { today: formatTime(revision.dateCreated) })}
                  </span>
                  <small>{noteOf(revision)}</small>
                </button>
              </li>
            ))}
          </ul>
        ) : null}
        {list.state === "ready" && list.nextCursor !== undefined ? (
          <button type="button" className="link proposals-more" onClick={() => void more(list.nextCursor ?? "")}>
            {t("revisions.older")}
          </button>
        ) : null}
      </div>
      {shown === current ? null : (
        <div className="doc-side-foot num">
          <Button
            full
            icon={<Icon of={Undo2} />}
            busy={isRestoring}
            busyLabel={t("revisions.restoring")}
            onClick={() => void restore()}
          >
            {t("revisions.restore", { number: shown })}
          </Button>
          <p>{t("revisions.restoreNote", { number: current + 1 })}</p>
        </div>
      )}
    </>
  );
}
