import { Link } from "@tanstack/react-router";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { formatDate } from "#src/ui/format.ts";
import type { Lead } from "../contract.ts";
import "./LeadForm.css";

/** Where a lead comes from: what found it, when, under which licence. Nobody changes that by hand. */
export function LeadOrigin({ lead, zone }: { lead: Lead; zone: string }) {
  const { t } = useTranslation("leads");
  const { source, projectId } = lead;
  const map = Object.entries(lead.osmTags);
  return (
    <section className="lead-group" aria-label={t("panel.origin")}>
      <h3 className="h2">{t("panel.origin")}</h3>
      <dl className="lead-origin num">
        <dt>{t("origin.created")}</dt>
        <dd>{formatDate(lead.dateCreated, zone)}</dd>
        {source ? (
          <>
            <dt>{t("origin.adapter")}</dt>
            <dd>{[source.adapter, source.externalId].filter(Boolean).join(", ")}</dd>
            <dt>{t("origin.retrieved")}</dt>
            <dd>{formatDate(source.retrievedAt, zone)}</dd>
            {source.licence ? (
              <>
                <dt>{t("origin.licence")}</dt>
                <dd>{[source.attribution, source.licence].filter(Boolean).join(", ")}</dd>
              </>
            ) : null}
            {source.url ? (
              <>
                <dt>{t("origin.page")}</dt>
                <dd>
                  <a className="link-text" href={source.url} target="_blank" rel="noreferrer">
                    {source.url}
                  </a>
                </dd>
              </>
            ) : null}
          </>
        ) : null}
        {projectId ? (
          <>
            <dt>{t("origin.project")}</dt>
            <dd>
              <Link className="link-text" to={paths.project(projectId)}>
                {t("origin.openProject")}
              </Link>
            </dd>
          </>
        ) : null}
        {map.length > 0 ? (
          <>
            <dt>{t("origin.map")}</dt>
            <dd>{map.map(([name, value]) => `${name}=${value}`).join(", ")}</dd>
          </>
        ) : null}
      </dl>
    </section>
  );
}
