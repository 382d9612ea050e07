import { lazy, Suspense, useEffect } from "react";
import type { Lead } from "#src/features/leads/contract.ts";
import { LeadsPage } from "#src/features/leads/web/LeadsPage.tsx";
import { useTimeZone } from "./useTimeZone.ts";

const loadInsights = () =>
  import("#src/features/insights/web/LeadInsights.tsx").then((part) => ({ default: part.LeadInsights }));
const LeadInsights = lazy(loadInsights);
const OutreachList = lazy(() =>
  import("#src/features/insights/web/OutreachList.tsx").then((part) => ({ default: part.OutreachList })),
);

function Messages({ lead }: { lead: Lead }) {
  const zone = useTimeZone();
  return (
    <Suspense fallback={null}>
      <LeadInsights leadId={lead.id} zone={zone} isDraftsOnly={lead.legalBasis === "none"} />
    </Suspense>
  );
}

/** The leads with the messages to them: two features on one page. */
export function LeadsRoute() {
  useEffect(() => {
    // Here before a lead is opened, which may be when the connection is gone.
    void loadInsights().catch(() => undefined);
  }, []);
  return <LeadsPage outreach={<OutreachList />} Messages={Messages} />;
}
