import { formPathOf } from "#src/features/workflows/catalogue/cards.ts";
import { isGone } from "#src/ui/client/api.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { useEngineLabel } from "#src/ui/i18n/engineTexts.ts";
import { formatDateTime } from "#src/ui/format.ts";
import { StateDot } from "#src/ui/StateDot.tsx";
import { stateNameOf } from "../rules.ts";
import { SkeletonDocument } from "#src/ui/Skeleton.tsx";
import { MetaLine, Stamp } from "#src/features/documents/web/DocumentMarks.tsx";
import { FinishedProject, type FinishedProjectProps } from "./FinishedProject.tsx";
import { ProjectFailure } from "./ProjectFailure.tsx";
import { ProjectHead } from "./ProjectHead.tsx";
import { RunView } from "#src/features/runs/web/RunView.tsx";
import { useZone } from "#src/features/settings/web/store.ts";
import { projectTitle } from "./store.ts";
import { cardOf, useProject, type ProjectData } from "./useProject.ts";
import "#src/features/documents/web/DocumentView.module.css";
import "./ProjectPage.module.css";

/** A project: its run while one is on, then its document with what it proposes. */
export function ProjectPage({ projectId }: { projectId: string }) {
  const { t } = useTranslation(["projects", "run", "common", "workflows"]);
  const { data, failure, reload, put } = useProject(projectId);
  if (failure)
    return <ProjectFailure isGone={isGone(failure)} title={t("page.failed")} onRetry={() => void reload()} />;
  if (!data) return <SkeletonDocument />;
  return <Loaded key={projectId} data={data} reload={reload} put={put} />;
}

interface LoadedProps {
  data: ProjectData;
  reload: () => Promise<void>;
  put: FinishedProjectProps["put"];
}

function Loaded({ data, reload, put }: LoadedProps) {
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
      <div className="doc-frame print-open">
        <div className="doc-sheet print-open">
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
