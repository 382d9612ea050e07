import { Link } from "@tanstack/react-router";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";

export interface GapsLinkProps {
  projectId: string;
  title: string;
  /** Open gaps of its document. */
  gaps: number;
  className: string;
}

/** The way to the first open gap of a document. */
export function GapsLink({ projectId, title, gaps, className }: GapsLinkProps) {
  const { t } = useTranslation("dashboard");
  const words = t("gaps.fill", { count: gaps });
  return (
    <Link
      to={paths.project(projectId)}
      search={{ gap: "first" }}
      className={className}
      aria-label={t("actionFor", { action: words, title })}
    >
      {words}
    </Link>
  );
}
