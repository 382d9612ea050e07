import { useTranslation } from "#src/shell/i18n/index.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { useEngineLabel } from "#src/shell/i18n/engineTexts.ts";
import { Alert } from "#src/shell/ui/Alert.tsx";
import { Button } from "#src/shell/ui/Button.tsx";
import { formatDateTime } from "#src/shell/ui/format.ts";
import { SkeletonText } from "#src/shell/ui/Skeleton.tsx";
import { MetaLine, Stamp } from "./DocumentMarks.tsx";
import { FinishedProject } from "./FinishedProject.tsx";
import { ProjectHead } from "./ProjectHead.tsx";
import { RunView } from "./RunView.tsx";
import { projectTitle } from "./store.ts";
import { useProject, type ProjectData } from "./useProject.ts";
import "./ProjectPage.css";

/** A project: its run while one is on, then its document with what it proposes. */
export function ProjectPage({ projectId }: { projectId: string }) {
  const { t } = useTranslation(["projects", "run", "common", "workflows"]);
  const { state, reload, put } = useProject(projectId);
  if (state.state === "loading") return <PageBars />;
  if (state.state === "failed") {
    // An address that holds no id at all (400) names no project either.
    const isGone = state.error.status === 404 || state.error.status === 400;
    return (
      <div className="doc-failed">
        <Alert
          tone="danger"
          title={isGone ? t("messages:notFound.title") : t("page.failed")}
          action={
            isGone ? undefined : (
              <Button size="small" onClick={() => void reload()}>
                {t("common:action.retry")}
              </Button>
            )
          }
        >
          {isGone ? t("messages:notFound.description") : t("page.failedText")}
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
        toolbar={<ProjectHead project={project} name={name} isRunning={isOpen} onChange={put} formLink={formLink} />}
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
          <ProjectHead project={project} name={name} isRunning={false} onChange={put} formLink={formLink} />
          <p className="hint">{t("page.empty")}</p>
        </div>
      </div>
    );
  }
  return (
    <FinishedProject
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

function PageBars() {
  return (
    <div className="doc-frame">
      <div className="doc-sheet">
        <div className="doc-text">
          <SkeletonText />
        </div>
      </div>
      <aside className="doc-side" aria-hidden="true" />
    </div>
  );
}
