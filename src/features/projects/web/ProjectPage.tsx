import { Link } from "@tanstack/react-router";
import { formPathOf } from "#src/features/workflows/catalogue/cards.ts";
import { isGone } from "#src/ui/client/api.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { useEngineLabel } from "#src/ui/i18n/engineTexts.ts";
import { paths } from "#src/ui/client/paths.ts";
import { buttonClass } from "#src/ui/Button.tsx";
import { formatDateTime } from "#src/ui/format.ts";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { StateDot } from "#src/ui/StateDot.tsx";
import { stateNameOf } from "../rules.ts";
import { SkeletonDocument } from "#src/ui/Skeleton.tsx";
import { MetaLine, Stamp } from "#src/features/documents/web/DocumentMarks.tsx";
import { FinishedProject, type FinishedProjectProps } from "./FinishedProject.tsx";
import { ProjectHead } from "./ProjectHead.tsx";
import { RunView } from "#src/features/runs/web/RunView.tsx";
import { useZone } from "#src/features/settings/web/store.ts";
import { projectTitle } from "./store.ts";
import { cardOf, useProject, type ProjectData } from "./useProject.ts";
import "#src/features/documents/web/DocumentView.css";
import "./ProjectPage.css";

/** A project: its run while one is on, then its document with what it proposes. */
export function ProjectPage({ projectId }: { projectId: string }) {
  const { t } = useTranslation(["projects", "run", "common", "workflows"]);
  const { state, reload, put, putRevision } = useProject(projectId);
  if (state.state === "loading") return <SkeletonDocument />;
  if (state.state === "failed") {
    if (isGone(state.error)) {
      return (
        <div className="page page-narrow">
          <h1 className="h1">{t("page.gone")}</h1>
          <p className="lede">{t("page.goneText")}</p>
          <Link to={paths.projects} className={`${buttonClass()} page-below`}>
            {t("page.toAll")}
          </Link>
        </div>
      );
    }
    return (
      <div className="page page-narrow">
        <RetryAlert title={<h1>{t("page.failed")}</h1>} onRetry={() => void reload()}>
          {t("page.failedText")}
        </RetryAlert>
      </div>
    );
  }
  return <Loaded key={projectId} data={state.value} reload={reload} put={put} putRevision={putRevision} />;
}

interface LoadedProps {
  data: ProjectData;
  reload: () => Promise<void>;
  put: (project: ProjectData["project"]) => void;
  putRevision: FinishedProjectProps["putRevision"];
}

function Loaded({ data, reload, put, putRevision }: LoadedProps) {
  const { project, run, revision, outline, isJustStarted } = data;
  const card = cardOf(project);
  const { t } = useTranslation(["projects", "common", "workflows", `workflow.${card?.key ?? "contentPlanner"}`]);
  const workflow = {
    key: card?.key ?? "",
    name: card ? t(`workflows:${card.key}.name`, { defaultValue: card.label }) : project.workflow,
  };
  const name = projectTitle(project, workflow.name);
  const formLink = card ? `${formPathOf(card)}?project=${project.id}` : null;
  const label = useEngineLabel(run?.engine);
  const zone = useZone();
  const isOpen = run !== null && (run.status === "queued" || run.status === "running");
  if (run !== null && (isOpen || revision === null)) {
    return (
      <RunView
        key={run.id}
        run={run}
        outline={outline}
        isJustStarted={isJustStarted}
        name={name}
        toolbar={<ProjectHead project={project} name={name} isRunning={isOpen} onChange={put} formLink={formLink} />}
        meta={
          <>
            <StateDot state={stateNameOf(project)} named />
            <MetaLine
              parts={[workflow.name, formatDateTime(run.createdAt, zone), run.engine.kind === "draft" ? "" : label]}
            />
          </>
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
      putRevision={putRevision}
    />
  );
}
