import { useState } from "react";
import { useTranslation } from "react-i18next";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { calendarEntries } from "#src/features/calendar/web/store.ts";
import { scheduledOutcomes } from "#src/features/outcomes/web/store.ts";
import { useEngineLabel, useEngineReason } from "#src/features/workflows/web/useEngineTexts.ts";
import { useThunkDispatch } from "#src/kit/dispatch.ts";
import { ApiError, api } from "#src/shell/api.ts";
import { hasText, useLanguage } from "#src/shell/i18n/index.ts";
import { Alert, DraftStamp } from "#src/shell/ui/Alert.tsx";
import { Button } from "#src/shell/ui/Button.tsx";
import { formatDateTime } from "#src/shell/ui/format.ts";
import { Popover } from "#src/shell/ui/Popover.tsx";
import { SkeletonText } from "#src/shell/ui/Skeleton.tsx";
import { toast } from "#src/shell/ui/toastStore.ts";
import { DocumentNotes } from "./DocumentNotes.tsx";
import { DocumentView } from "./DocumentView.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import { ProjectHead } from "./ProjectHead.tsx";
import { Proposals, ProposalsBar } from "./Proposals.tsx";
import { Revisions } from "./Revisions.tsx";
import { RunEnded, RunView } from "./RunView.tsx";
import { projectTitle } from "./store.ts";
import { useProposals } from "./useProposals.ts";
import { readRevision, revisionOf, useProject, type ProjectData, type ReadRevision } from "./useProject.ts";
import "./ProjectPage.css";

/** A project: its run while one is on, then its document with what it proposes. */
export function ProjectPage({ projectId }: { projectId: string }) {
  const { t } = useTranslation(["projects", "run", "common", "workflows"]);
  const { state, reload, put } = useProject(projectId);
  if (state.state === "loading") return <PageBars />;
  if (state.state === "failed") {
    const isGone = state.error.status === 404;
    return (
      <div className="doc-failed">
        <Alert
          tone="danger"
          title={isGone ? t("common:errors.notFound.title") : t("page.failed")}
          action={
            isGone ? undefined : (
              <Button size="small" onClick={() => void reload()}>
                {t("common:action.retry")}
              </Button>
            )
          }
        >
          {isGone ? t("common:errors.notFound.description") : t("page.failedText")}
        </Alert>
      </div>
    );
  }
  return <Loaded key={projectId} data={state.value} reload={reload} put={put} />;
}

interface LoadedProps {
  data: ProjectData;
  reload: () => Promise<void>;
  put: (project: ProjectData["project"]) => void;
}

function Loaded({ data, reload, put }: LoadedProps) {
  const { project, run, revision } = data;
  const card = cards.find(({ workflowName, key }) => workflowName === project.workflow || key === project.workflow);
  const { t } = useTranslation(["projects", "common", "workflows", `workflow.${card?.key ?? "contentPlanner"}`]);
  const workflow = {
    key: card?.key ?? "",
    name: card ? t(`workflows:${card.key}.name`, { defaultValue: card.label }) : project.workflow,
  };
  const name = projectTitle(project, workflow.name);
  const formLink = card && card.path ? `${card.path}?project=${project.id}` : null;
  const label = useEngineLabel(run?.engine);
  const isOpen = run !== null && (run.status === "queued" || run.status === "running");
  if (run !== null && (isOpen || revision === null)) {
    return (
      <RunView
        key={run.id}
        run={run}
        name={name}
        toolbar={
          <ProjectHead
            project={project}
            name={name}
            isRunning={isOpen}
            onChange={put}
            formLink={formLink}
            revisions={null}
          />
        }
        meta={
          <MetaLine parts={[workflow.name, formatDateTime(run.createdAt), run.engine.kind === "draft" ? "" : label]} />
        }
        stamp={run.engine.kind === "draft" ? <Stamp reasonCode={run.engine.reasonCode} /> : null}
        formLink={formLink}
        onEnd={() => void reload()}
      />
    );
  }
  if (revision === null) {
    return (
      <div className="doc-frame">
        <div className="doc-sheet">
          <ProjectHead
            project={project}
            name={name}
            isRunning={false}
            onChange={put}
            formLink={formLink}
            revisions={null}
          />
          <p className="hint">{t("page.empty")}</p>
        </div>
      </div>
    );
  }
  return (
    <Finished
      data={data}
      newest={revision}
      name={name}
      workflow={workflow}
      formLink={formLink}
      reload={reload}
      put={put}
    />
  );
}

interface FinishedProps extends LoadedProps {
  newest: ReadRevision;
  name: string;
  workflow: { key: string; name: string };
  formLink: string | null;
}

function Finished({ data, newest, name, workflow, formLink, reload, put }: FinishedProps) {
  const { project, run } = data;
  const { t } = useTranslation(["projects", "common"]);
  const dispatch = useThunkDispatch();
  const [older, setOlder] = useState<ReadRevision | null>(null);
  const [isListing, setListing] = useState(false);
  const shown = older ?? newest;
  const { document } = shown;
  const ownRun = run !== null && run.id === shown.runId ? run : null;
  const proposals = useProposals(older === null ? newest.runId : null, () => {
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
            ? t("common:errors.network.offline.title")
            : t("common:errors.unknown.description"),
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
            toggle: () => {
              setListing((before) => !before);
              setOlder(null);
            },
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
          />
        ) : (
          <Proposals state={proposals} />
        )}
      </aside>
      {isListing ? null : <ProposalsBar state={proposals} />}
    </div>
  );
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

function MetaLine({ parts }: { parts: string[] }) {
  return parts.filter(Boolean).map((part) => <span key={part}>{part}</span>);
}

/** The stamp of a document that no model took part in, with the reason for those who want it. */
function Stamp({ reasonCode }: { reasonCode: string | undefined }) {
  const { t } = useTranslation(["projects", "common"]);
  const reason = useEngineReason(reasonCode);
  return (
    <div className="doc-stamp">
      <DraftStamp>
        <Popover title={t("common:draft.label")} trigger={<button type="button">{t("common:draft.why")}</button>}>
          {reason ? <p>{reason}</p> : null}
          <p>{t("document.draftMeans")}</p>
        </Popover>
      </DraftStamp>
    </div>
  );
}

function PageBars() {
  const language = useLanguage();
  return (
    <div className="doc-frame" lang={language}>
      <div className="doc-sheet">
        <div className="doc-text">
          <SkeletonText />
        </div>
      </div>
      <aside className="doc-side" aria-hidden="true" />
    </div>
  );
}
