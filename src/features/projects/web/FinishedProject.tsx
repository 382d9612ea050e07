import { useCallback, useEffect, useRef, useState } from "react";
import { calendarEntries } from "#src/features/calendar/web/store.ts";
import { scheduledOutcomes } from "#src/features/outcomes/web/store.ts";
import { useEngineLabel } from "#src/shell/i18n/engineTexts.ts";
import { useThunkDispatch } from "#src/kit/dispatch.ts";
import { ApiError, api } from "#src/shell/api.ts";
import { hasText, useTranslation } from "#src/shell/i18n/index.ts";
import { Alert } from "#src/shell/ui/Alert.tsx";
import { Button } from "#src/shell/ui/Button.tsx";
import { formatDateTime } from "#src/shell/ui/format.ts";
import { toast } from "#src/shell/ui/toastStore.ts";
import { MetaLine, Stamp } from "./DocumentMarks.tsx";
import { DocumentNotes } from "./DocumentNotes.tsx";
import { DocumentView } from "./DocumentView.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import { ProjectHead } from "./ProjectHead.tsx";
import { Proposals, ProposalsBar } from "./Proposals.tsx";
import { Revisions } from "./Revisions.tsx";
import { RunEnded } from "./RunView.tsx";
import { useProposals } from "./useProposals.ts";
import { readRevision, revisionOf, type ProjectData, type ReadRevision } from "./useProject.ts";

export interface FinishedProjectProps {
  data: ProjectData;
  /** The newest revision. */
  newest: ReadRevision;
  name: string;
  workflow: { key: string; name: string };
  formLink: string | null;
  reload: () => Promise<void>;
  put: (project: ProjectData["project"]) => void;
}

/** A project with a result: its document, or an older one to read, beside proposals or revisions. */
export function FinishedProject({ data, newest, name, workflow, formLink, reload, put }: FinishedProjectProps) {
  const { project, run } = data;
  const { t } = useTranslation(["projects", "common"]);
  const dispatch = useThunkDispatch();
  const [older, setOlder] = useState<ReadRevision | null>(null);
  const [isListing, setListing] = useState(false);
  const listButton = useRef<HTMLButtonElement>(null);
  const closeList = useCallback((): void => {
    setListing(false);
    setOlder(null);
    listButton.current?.focus();
  }, []);
  useEscape(isListing, closeList);
  const shown = older ?? newest;
  const { document } = shown;
  const ownRun = run !== null && run.id === shown.runId ? run : null;
  // A revision that was brought back has no run of its own: what the last one proposed can still be undone.
  const proposing = newest.runId ?? (run?.status === "succeeded" ? run.id : null);
  const proposals = useProposals(older === null ? proposing : null, () => {
    // Lists that another page has open are stale now; the project's own state moved too.
    dispatch(scheduledOutcomes.reset());
    dispatch(calendarEntries.reset());
    void reload();
  });
  const issueTexts = useIssueTexts(document.issues, workflow.key);

  const show = async (number: number): Promise<void> => {
    if (number === newest.number) {
      setOlder(null);
      return;
    }
    try {
      setOlder(await revisionOf(project.id, number));
    } catch {
      toast({ tone: "danger", title: t("revisions.notOpened") });
    }
  };
  const restore = async (number: number): Promise<void> => {
    try {
      const { revision } = await api.projects.restoreRevision({ projectId: project.id, restore: number });
      await reload();
      setOlder(null);
      toast({ title: t("revisions.restored", { number, next: readRevision(revision).number }) });
    } catch (cause) {
      toast({
        tone: "danger",
        title: t("revisions.notRestored"),
        text:
          cause instanceof ApiError && cause.status === 0
            ? t("messages:network.offline.title")
            : t("messages:unknown.description"),
      });
    }
  };
  const engine = useEngineLabel({
    kind: document.generator.engine,
    provider: document.generator.provider,
    model: document.generator.model,
  });
  const isLost = run !== null && run.id !== newest.runId && (run.status === "failed" || run.status === "cancelled");
  return (
    <div className="doc-frame">
      <div className="doc-sheet">
        <ProjectHead
          project={project}
          name={name}
          isRunning={false}
          onChange={put}
          formLink={formLink}
          revisions={{
            isOpen: isListing,
            toggle: () => (isListing ? closeList() : setListing(true)),
            button: listButton,
          }}
        >
          <ExportMenu revision={shown} workflow={workflow} issueTexts={issueTexts} />
        </ProjectHead>
        {isLost && older === null ? <RunEnded run={run} formLink={formLink} /> : null}
        {older ? (
          <div className="doc-older">
            <Alert
              tone="info"
              title={t("revisions.readOnly", { number: older.number, date: formatDateTime(older.dateCreated) })}
              action={
                <Button size="small" onClick={() => setOlder(null)}>
                  {t("revisions.back", { number: newest.number })}
                </Button>
              }
            />
          </div>
        ) : null}
        <DocumentView
          key={shown.id}
          document={document}
          sources={document.sources}
          language={document.language}
          stamp={document.aiMark ? null : <Stamp reasonCode={ownRun?.engine.reasonCode} />}
          meta={
            <MetaLine
              parts={[
                workflow.name,
                formatDateTime(shown.dateCreated),
                t("revisions.number", { number: shown.number }),
                document.aiMark ? engine : "",
                ownRun ? t("common:word.coins", { count: ownRun.coins }) : "",
              ]}
            />
          }
        >
          <DocumentNotes document={document} issueTexts={issueTexts} engine={engine} usage={ownRun?.usage ?? null} />
        </DocumentView>
      </div>
      <aside
        className={isListing ? "doc-side doc-side-shown" : "doc-side"}
        aria-label={isListing ? t("revisions.title") : t("proposals.title")}
      >
        {isListing ? (
          <Revisions
            projectId={project.id}
            current={newest.number}
            shown={shown.number}
            onShow={(number) => void show(number)}
            onRestore={restore}
            onClose={closeList}
          />
        ) : (
          <Proposals state={proposals} />
        )}
      </aside>
      {isListing ? null : <ProposalsBar state={proposals} />}
    </div>
  );
}

/** Escape anywhere on the page, unless a menu, a dialog or an input took it for itself. */
function useEscape(isOn: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && !event.defaultPrevented) onEscape();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [isOn, onEscape]);
}

/** Sentences of what a check noticed; a code without words is shown as it is. */
function useIssueTexts(issues: { code: string; params?: Record<string, string | number> }[], key: string): string[] {
  const { t } = useTranslation(["projects", "workflows"]);
  return issues.map(({ code, params }) => {
    const found = [`workflow.${key}:issues.${code}`, `workflows:issues.${code}`, `projects:issues.${code}`].find(
      (place) => hasText(place) || hasText(`${place}_other`),
    );
    return found ? t(found, params ?? {}) : code;
  });
}
