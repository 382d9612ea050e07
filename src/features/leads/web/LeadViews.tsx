import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { ViewTabs } from "#src/ui/ViewTabs.tsx";
import { type LeadSearch, searchOfView, type View, viewOf, leadSearch } from "./leadSearch.ts";

export interface LeadViewsProps {
  search: LeadSearch;
  isOutreach: boolean;
  counts: Partial<Record<View, number | undefined>>;
}

/** The views of the leads, and the messages to them. */
export function LeadViews({ search, isOutreach, counts }: LeadViewsProps) {
  const { t } = useTranslation("leads");
  const views = (["all", "quiet", "untouched"] as const).map((view) => ({
    key: view,
    label: t(`view.${view}`),
    search: { ...leadSearch.write(searchOfView(view, search)) },
    count: counts[view],
  }));
  const outreach = { key: "outreach" as const, label: t("view.outreach"), search: { view: "outreach" } };
  return (
    <ViewTabs
      label={t("views")}
      to={paths.leads}
      here={isOutreach ? outreach.key : viewOf(search)}
      tabs={[...views, outreach]}
    />
  );
}
