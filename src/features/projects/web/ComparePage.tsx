import { Link } from "@tanstack/react-router";
import { useSearchParams } from "#src/ui/client/useSearchParams.ts";
import { recordId, searchParams } from "#src/ui/client/searchParams.ts";
import { ArrowLeftRight } from "lucide-react";
import { useState } from "react";
import { RevisionDiff } from "#src/features/documents/web/RevisionDiff.tsx";
import { RevisionEvidence } from "#src/features/documents/web/RevisionEvidence.tsx";
import { useZone } from "#src/features/settings/web/store.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { buttonClass } from "#src/ui/Button.tsx";
import { useIsMobile } from "#src/ui/deviceClass.ts";
import { formatDateTime } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { Segment } from "#src/ui/Segment.tsx";
import { SkeletonDocument } from "#src/ui/Skeleton.tsx";
import { useWorkflowTitle } from "#src/features/workflows/web/WorkflowIcon.tsx";
import type { Project } from "../contract.ts";
import { CompareTargets } from "./CompareBar.tsx";
import { namesApart } from "./comparePair.ts";
import { CompareFigures } from "./CompareFigures.tsx";
import { ProjectFailure } from "./ProjectFailure.tsx";
import { projectTitle } from "./store.ts";
import { type ComparedProject, type ProjectPair, useProjectPair } from "./useProjectPair.ts";
import styles from "./ComparePage.module.css";
import "#src/features/documents/web/DocumentView.module.css";
import "#src/features/documents/web/DocumentSide.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import revisionDiffStyles from "#src/features/documents/web/RevisionDiff.module.css";
import compareWithStyles from "./CompareWith.module.css";

const cx = joinClasses(styles, revisionDiffStyles, compareWithStyles);

const compareSearch = searchParams<{ left: string; right: string }>({ left: recordId, right: recordId });

/** The results of two projects of one workflow: key figures first, then their texts laid over each other. */
export function ComparePage() {
  const { left, right } = useSearchParams(compareSearch);
  const { pair, reload } = useProjectPair(left, right);
  const { t } = useTranslation(["compare", "projects", "common"]);
  if (pair.state === "loading") return <SkeletonDocument />;
  if (pair.state === "failed" || pair.state === "gone")
    return <ProjectFailure isGone={pair.state === "gone"} title={t("failed")} onRetry={reload} />;
  if (pair.state !== "ready") return <NotComparable state={pair.state} projects={pair.projects} />;
  return <ProjectsCompared key={`${left} ${right}`} pair={pair} />;
}

/** Why two projects cannot be held against each other, and the way to each. */
function NotComparable({ state, projects }: { state: "different" | "empty"; projects: readonly Project[] }) {
  const { t } = useTranslation(["compare", "projects"]);
  const titleOf = useWorkflowTitle();
  return (
    <div className="page page-narrow">
      <h1 className="h1">{t(`${state}.title`)}</h1>
      <p className="lede">{t(`${state}.text`)}</p>
      <ul className={cx("compare-refused")}>
        {projects.map((project) => (
          <li key={project.id}>
            <Link to={paths.project(project.id)} className="link">
              {projectTitle(project, titleOf(project.workflow))}
            </Link>
            <small>
              {titleOf(project.workflow)}
              {project.currentRevision === null ? `, ${t("noResult")}` : ""}
            </small>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ProjectsCompared({ pair }: { pair: Extract<ProjectPair, { state: "ready" }> }) {
  const { t } = useTranslation(["compare", "projects", "common"]);
  const titleOf = useWorkflowTitle();
  const isMobile = useIsMobile();
  const [view, setView] = useState<"changes" | "side">("changes");
  const [place, setPlace] = useState(0);
  const { left, right, document, evidence } = pair;
  const zone = useZone();
  const named = ({ project, revision }: ComparedProject) => ({
    name: projectTitle(project, titleOf(project.workflow)),
    time: formatDateTime(revision.dateCreated, zone),
  });
  const [from, to] = namesApart(named(left), named(right));
  return (
    <div className={cx("doc-frame print-open compare-page")}>
      <div className="doc-sheet print-open">
        <header className={cx("compare-head")}>
          <p className={cx("compare-title num")}>
            <span>{t("title", { workflow: titleOf(right.project.workflow) })}</span>
            <Link
              to={paths.compare}
              search={{ left: right.project.id, right: left.project.id }}
              replace
              className={buttonClass({ variant: "quiet", size: "small" })}
            >
              <Icon of={ArrowLeftRight} size={14} />
              {t("swap")}
            </Link>
          </p>
          <div className={cx("compare-two")}>
            <Compared one={left} name={from} side="left" />
            <Compared one={right} name={to} side="right" />
          </div>
        </header>
        <CompareFigures pair={pair} names={[from, to]} />
        <div className="compare-bar print-hidden num">
          {isMobile ? null : (
            <Segment
              size="small"
              label={t("view")}
              value={view}
              onChange={setView}
              choices={[
                { value: "changes", label: t("projects:revisions.view.changes") },
                { value: "side", label: t("projects:revisions.view.side") },
              ]}
            />
          )}
          <p className={cx("compare-which")}>
            <del>{t("onlyLeft")}</del> <ins>{t("onlyRight")}</ins>
          </p>
          <CompareTargets place={place} places={document.places} onPlace={setPlace} />
        </div>
        <RevisionDiff
          diff={document}
          language={right.revision.document.language}
          isSideBySide={view === "side"}
          place={place}
        />
      </div>
      <aside className={cx("doc-side print-hidden compare-side")} aria-label={t("differences")}>
        <div className="doc-side-head">
          <h2>{t("differences")}</h2>
          <p>{t("differencesText")}</p>
        </div>
        <div className="doc-side-body num">
          <RevisionEvidence document={document} evidence={evidence} texts="compare:evidence" />
        </div>
      </aside>
    </div>
  );
}

/** One of the two, with the way to it. */
function Compared({ one, name, side }: { one: ComparedProject; name: string; side: "left" | "right" }) {
  const { t } = useTranslation(["compare", "projects"]);
  const zone = useZone();
  const { number, dateCreated } = one.revision;
  return (
    <div className={cx(`compare-one compare-${side}`)}>
      <Link to={paths.project(one.project.id)} aria-label={t("open", { name })}>
        {name}
      </Link>
      <small className="num">
        {t("projects:revisions.number", { number })},{" "}
        <time dateTime={dateCreated}>{formatDateTime(dateCreated, zone)}</time>
      </small>
    </div>
  );
}
