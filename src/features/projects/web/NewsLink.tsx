import { Link } from "@tanstack/react-router";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { formatListDate } from "#src/ui/format.ts";
import type { Project } from "../contract.ts";

export interface NewsLinkProps {
  projectId: string;
  name: string;
  news: Project["news"];
  /** Whose days, IANA name. */
  zone: string;
}

/** Since when scheduled runs brought something new; leads to the comparison with what was seen last. Nothing without news. */
export function NewsLink({ projectId, name, news, zone }: NewsLinkProps) {
  const { t } = useTranslation("common");
  const language = useLanguage();
  if (!news) return null;
  const since = t("news.since", { date: formatListDate(news.since, language, { zone, today: t("date.today") }) });
  return (
    <Link
      to={paths.project(projectId)}
      search={{ compare: news.from }}
      className="link news-link"
      aria-label={`${since}: ${name}`}
    >
      {since}
    </Link>
  );
}
