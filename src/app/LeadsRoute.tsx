import { useEffect } from "react";
import type { Lead } from "#src/features/leads/contract.ts";
import { LeadsPage } from "#src/features/leads/web/LeadsPage.tsx";
import { lazyWithRetry } from "#src/ui/lazyWithRetry.tsx";
import { SkeletonText } from "#src/ui/Skeleton.tsx";
import { useZone } from "#src/features/settings/web/store.ts";
import cx from "#src/features/leads/web/LeadsPage.module.css";

const loadInsights = () => import("#src/features/insights/web/LeadInsights.tsx").then((part) => part.LeadInsights);
const LeadInsights = lazyWithRetry(loadInsights);
const OutreachList = lazyWithRetry(
  () => import("#src/features/insights/web/OutreachList.tsx").then((part) => part.OutreachList),
  (alert) => <div className={cx("leads-failed")}>{alert}</div>,
);

function Messages({ lead }: { lead: Lead }) {
  const zone = useZone();
  return (
    <LeadInsights leadId={lead.id} zone={zone} isDraftsOnly={lead.legalBasis === "none"} isShut={lead.doNotContact} />
  );
}

/** The leads with the messages to them: two features on one page. */
export function LeadsRoute() {
  useEffect(() => {
    // Here before a lead is opened, which may be when the connection is gone.
    void loadInsights().catch(() => undefined);
  }, []);
  return <LeadsPage outreach={<OutreachList instead={<SkeletonText lines={6} />} />} Messages={Messages} />;
}
