import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { formatDate } from "#src/ui/format.ts";
import type { Lead } from "../contract.ts";
import "./LeadForm.css";

/** Where a lead comes from: what found it, when, under which licence. Nobody changes that by hand. */
export function LeadOrigin({ lead, zone }: { lead: Lead; zone: string }) {
  const { t } = useTranslation("leads");
  const { source, projectId } = lead;
  const rows: [string, ReactNode][] = [
    ["created", formatDate(lead.dateCreated, zone)],
    ["adapter", source && [source.adapter, source.externalId].filter(Boolean).join(", ")],
    ["retrieved", source && formatDate(source.retrievedAt, zone)],
    ["licence", source?.licence && [source.attribution, source.licence].filter(Boolean).join(", ")],
    [
      "page",
      source?.url && (
        <a className="link-text" href={source.url} target="_blank" rel="noreferrer">
          {source.url}
        </a>
      ),
    ],
    [
      "project",
      projectId && (
        <Link className="link-text" to={paths.project(projectId)}>
          {t("origin.openProject")}
        </Link>
      ),
    ],
    [
      "map",
      Object.entries(lead.osmTags)
        .map(([name, value]) => `${name}=${value}`)
        .join(", "),
    ],
  ];
  return (
    <section className="lead-group" aria-label={t("panel.origin")}>
      <h3 className="h2">{t("panel.origin")}</h3>
      <dl className="lead-origin num">
        {rows.map(([name, value]) =>
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
