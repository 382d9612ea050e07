import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useZone } from "#src/features/settings/web/store.ts";
import { useCursorPages } from "#src/ui/data/useCursorPages.ts";
import { api } from "#src/ui/client/api.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Dialog } from "#src/ui/Dialog.tsx";
import { formatDateTime } from "#src/ui/format.ts";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import type { Project } from "../contract.ts";
import { pairOf } from "./comparePair.ts";
import { SearchField } from "./ProjectsFilters.tsx";
import { projectTitle } from "./store.ts";
import "./ProjectsPage.module.css";
import cx from "./CompareWith.module.css";

/** Projects read at once. */
const pageSize = 50;

export interface CompareWithProps {
  /** A project with a result. */
  project: Project;
  name: string;
  onClose: () => void;
}

/** Asks which other project of the same workflow a project is compared with. */
export function CompareWith({ project, name, onClose }: CompareWithProps) {
  const { t } = useTranslation(["projects", "common"]);
  const zone = useZone();
  const [words, setWords] = useState("");
  const q = words.trim();
  const query = { workflow: project.workflow, ...(q === "" ? {} : { q }) };
  const pages = useCursorPages<Project>(
    ["projectPairs", query],
    async (page, options) => {
      const { projects, nextCursor } = await api.projects.listProjects({ ...query, ...page }, options);
      return { items: projects, nextCursor };
    },
    { pageSize },
  );
  const pairs = (pages.items ?? []).flatMap((other) => {
    const pair = pairOf([project, other]);
    return pair ? [{ other, pair }] : [];
  });
  const isEmpty = pages.items !== undefined && pairs.length === 0 && !pages.isLoading && !pages.hasMore;
  return (
    <Dialog open onOpenChange={onClose} title={t("compareWith.title", { name })} description={t("compareWith.text")}>
      <SearchField words={words} onSearch={setWords} />
      <div className={cx("compare-with")} aria-busy={pages.isLoading || undefined}>
        {pages.items === undefined && pages.isLoading ? (
          <SkeletonRows rows={3} height={52} columns="1fr 120px" />
        ) : null}
        <ul>
          {pairs.map(({ other, pair }) => (
            <li key={other.id}>
              <Link to={paths.compare} search={pair}>
                <b>{projectTitle(other, t("compareWith.unnamed"))}</b>
                <small>
                  {t("revisions.number", { number: other.currentRevision ?? 1 })},{" "}
                  <time dateTime={other.dateUpdated}>{formatDateTime(other.dateUpdated, zone)}</time>
                </small>
              </Link>
            </li>
          ))}
        </ul>
        {isEmpty ? <p className="hint">{t(q === "" ? "compareWith.none" : "compareWith.notFound")}</p> : null}
        {pages.hasMore && !pages.hasFailed ? (
          <button type="button" className="link" onClick={pages.more}>
            {t("compareWith.more")}
          </button>
        ) : null}
        {pages.hasFailed ? (
          <RetryAlert
            title={t(pages.items ? "list.moreFailed" : "list.failed")}
            onRetry={pages.items ? pages.more : pages.reload}
          />
        ) : null}
      </div>
    </Dialog>
  );
}
