import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { formatShortDate } from "#src/ui/formatShortDate.ts";
import type { Lead } from "../contract.ts";
import cx from "./LeadForm.module.css";

/** Where a lead comes from: what found it, when, under which licence. Nobody changes that by hand. */
export function LeadOrigin({ lead, zone }: { lead: Lead; zone: string }) {
  const { t } = useTranslation("leads");
  const language = useLanguage();
  const { source, projectId } = lead;
  const tags = Object.entries(lead.osmTags).map(([name, value]) => `${name}=${value}`);
  const rows: { name: string; value: ReactNode }[] = [
    { name: "created", value: formatShortDate(lead.dateCreated, language, zone) },
    { name: "adapter", value: source && [source.adapter, source.externalId].filter(Boolean).join(", ") },
    { name: "retrieved", value: source && formatShortDate(source.retrievedAt, language, zone) },
    { name: "licence", value: source?.licence && [source.attribution, source.licence].filter(Boolean).join(", ") },
    {
      name: "page",
      value: source?.url && (
        <a className="link-text" href={source.url} target="_blank" rel="noreferrer">
          {source.url}
        </a>
      ),
    },
    {
      name: "project",
      value: projectId && (
        <Link className="link-text" to={paths.project(projectId)}>
          {t("origin.openProject")}
        </Link>
      ),
    },
    { name: "map", value: tags.join(", ") },
  ];
  return (
    <section className="field-group" aria-label={t("panel.origin")}>
      <h3 className="h2">{t("panel.origin")}</h3>
      <dl className={cx("lead-origin num")}>
        {rows.map(({ name, value }) =>
          value ? (
            <Fragment key={name}>
              <dt>{t(`origin.${name}`)}</dt>
              <dd>{value}</dd>
            </Fragment>
          ) : null,
        )}
      </dl>
    </section>
  );
}
