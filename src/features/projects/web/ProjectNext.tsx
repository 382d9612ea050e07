import { Link } from "@tanstack/react-router";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { stateNameOf } from "../rules.ts";
import type { Project } from "../contract.ts";

/** What comes next with a project, in a few words: suggestions to apply, gaps to fill, a form to run. */
export function ProjectNext({ project, name }: { project: Project; name: string }) {
  const { t } = useTranslation("projects");
  const { suggestions, gapsOpen, gapsFilled } = project.next;
  const state = stateNameOf(project);
  if (project.archived || state === "progress" || state === "done") return null;
  if (state === "new") return t("next.form");
  if (state === "failed") return t("next.failed");
  if (state === "cancelled") return t("next.cancelled");
  const gaps =
    gapsFilled > 0
      ? t("next.gaps", { filled: gapsFilled, all: gapsFilled + gapsOpen })
      : t("next.fill", { count: gapsOpen });
  return (
    <>
      {suggestions > 0 ? <span>{t("next.suggestions", { count: suggestions })}</span> : null}
      {gapsOpen > 0 ? (
        <Link
          to={paths.project(project.id)}
          search={{ gap: "first" }}
          className="link"
          aria-label={t("next.gapsOf", { gaps, name })}
        >
          {gaps}
        </Link>
      ) : null}
    </>
  );
}
