import { useEffect, useState } from "react";
import { useZone } from "#src/features/settings/web/store.ts";
import { api } from "#src/ui/client/api.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { formatListDate } from "#src/ui/format.ts";
import type { Project } from "../contract.ts";
import cx from "#src/features/documents/web/DocumentView.module.css";

export interface NewsNoticeProps {
  project: Project;
  /** Takes over the project once the server knows that it was opened. */
  put: (project: Project) => void;
  /** Opens the comparison with this revision; undefined while one is open. */
  onCompare: ((from: number) => void) | undefined;
}

/** What scheduled runs brought since the person was here last. To have it in sight is to have opened it. */
export function NewsNotice({ project, put, onCompare }: NewsNoticeProps) {
  const { t } = useTranslation(["projects", "common"]);
  const language = useLanguage();
  const zone = useZone();
  // Said as long as the page is open, although the server forgets it now.
  const [told, setTold] = useState(project.news);
  const { id, news } = project;
  const isNew = news !== null;
  useEffect(() => {
    if (!isNew) return;
    // Without an answer it stays news, which is no harm.
    api.projects.updateProject({ id, opened: true }).then(
      ({ updatedProject }) => put(updatedProject),
      () => undefined,
    );
  }, [id, isNew, put]);
  if (news && news.from !== told?.from) setTold(news);
  if (!told || !onCompare) return null;
  const date = formatListDate(told.since, language, { zone, today: t("common:date.today") });
  return (
    <div className={cx("doc-ended num")}>
      <Alert
        title={t("common:news.since", { date })}
        action={
          <Button size="small" onClick={() => onCompare(told.from)}>
            {t("news.compare")}
          </Button>
        }
        live={false}
      >
        {t("news.text")}
      </Alert>
    </div>
  );
}
