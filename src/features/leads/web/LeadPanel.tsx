import { useQuery } from "@tanstack/react-query";
import { type ComponentType, useState } from "react";
import { useSelector } from "react-redux";
import { api, isGone } from "#src/ui/client/api.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { SkeletonText } from "#src/ui/Skeleton.tsx";
import { SidePanel } from "#src/ui/SidePanel.tsx";
import type { Lead } from "../contract.ts";
import { LeadForm } from "./LeadForm.tsx";
import { selectLeads } from "./store.ts";
import cx from "./LeadForm.module.css";

export interface LeadPanelProps {
  /** Undefined for a lead that is not there yet. */
  leadId: string | undefined;
  zone: string;
  onClose: () => void;
  /** @returns whether it is gone */
  onDelete: (lead: Lead) => Promise<boolean>;
  Messages: ComponentType<{ lead: Lead }>;
}

/** One lead beside the list: read, changed, deleted, or made. */
export function LeadPanel(props: LeadPanelProps) {
  return props.leadId === undefined ? (
    <LeadForm {...props} lead={undefined} />
  ) : (
    <KnownLead {...props} id={props.leadId} />
  );
}

function KnownLead({ id, ...props }: LeadPanelProps & { id: string }) {
  const { t } = useTranslation(["leads", "common"]);
  const { items } = useSelector(selectLeads);
  // As it was when the panel opened: what is typed stands against that.
  const [listed] = useState(() => items?.find((item) => item.id === id));
  const { data, error, refetch } = useQuery({
    queryKey: ["lead", id],
    queryFn: ({ signal }) => api.leads.getLead({ id }, { signal }),
    enabled: listed === undefined,
    gcTime: 0,
  });
  const lead = listed ?? data?.lead;
  const isMissing = isGone(error);
  if (lead) return <LeadForm {...props} lead={lead} />;
  return (
    <SidePanel
      className={cx("lead-panel")}
      title={error ? t(isMissing ? "panel.gone" : "failed.lead") : t("panel.edit")}
      onClose={props.onClose}
    >
      {error ? (
        <Alert
          tone="danger"
          title={t(isMissing ? "panel.gone" : "failed.lead")}
          action={
            <Button size="small" onClick={isMissing ? props.onClose : () => void refetch()}>
              {isMissing ? t("panel.toAll") : t("common:action.retry")}
            </Button>
          }
        >
          {isMissing ? t("panel.goneText") : null}
        </Alert>
      ) : (
        <SkeletonText lines={12} />
      )}
    </SidePanel>
  );
}
