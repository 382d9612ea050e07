import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus, Send } from "lucide-react";
import { useState } from "react";
import { cardNamed, formPathOf } from "#src/features/workflows/catalogue/cards.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { api } from "#src/ui/client/api.ts";
import { useHasDraft } from "#src/ui/forms/useDraft.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button, buttonClass } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { toast } from "#src/ui/toastStore.ts";
import { InsightEditor, newDraftKey } from "./InsightEditor.tsx";
import { InsightItem } from "./InsightItem.tsx";
import { leadsOutreachInsights } from "./store.ts";
import cx from "./Insights.module.css";

export interface LeadInsightsProps {
  leadId: string;
  zone: string;
  /** True where the lead has no legal basis: nothing may be sent. */
  isDraftsOnly: boolean;
  /** The lead wants no contact: no run may write to it. */
  isShut: boolean;
}

const outreach = cardNamed("leadsOutreachAssistant");

/** Messages of one lead, newest first, and a new one by hand. */
export function LeadInsights({ leadId, zone, isDraftsOnly, isShut }: LeadInsightsProps) {
  const { t } = useTranslation(["leads", "common"]);
  const dispatch = useThunkDispatch();
  const draft = newDraftKey(leadId);
  const [isWriting, setWriting] = useState(useHasDraft(draft));
  const { data, error, refetch } = useQuery({
    queryKey: ["insights", leadId],
    queryFn: ({ signal }) => api.insights.listInsights({ leadId, limit: 50 }, { signal }),
  });
  return (
    <section className="field-group" aria-label={t("insights.title")}>
      <h3 className="h2">
        {t("insights.title")}
        {isWriting || isShut ? null : (
          <Link
            to={formPathOf(outreach)}
            search={{ leads: leadId }}
            className={cx(`${buttonClass({ size: "small", variant: "quiet" })} insights-new`)}
          >
            <Icon of={Send} size={14} />
            {t("insights.write", { count: outreach.coins })}
          </Link>
        )}
        {isWriting ? null : (
          <Button
            size="small"
            className={cx(isShut ? "insights-new" : "")}
            icon={<Icon of={Plus} size={14} />}
            onClick={() => setWriting(true)}
          >
            {t("insights.new")}
          </Button>
        )}
      </h3>
      {isDraftsOnly ? <p className="hint">{t("insights.draftsOnly")}</p> : null}
      {isWriting ? (
        <InsightEditor
          insight={undefined}
          draft={draft}
          onCancel={() => setWriting(false)}
          onSave={async (values) => {
            await dispatch(leadsOutreachInsights.create({ leadId, ...values })).unwrap();
            setWriting(false);
            toast({ title: t("insights.added") });
          }}
        />
      ) : null}
      {error ? <RetryAlert title={t("insights.failed")} onRetry={() => void refetch()} /> : null}
      {/* Nothing stands under a message that is being written which would move it when the others arrive. */}
      {!data && !error && !isWriting ? <SkeletonRows rows={2} columns="64px 1fr" /> : null}
      {data?.insights.length === 0 && !isWriting ? <p className="hint">{t("insights.emptyLead")}</p> : null}
      {data && data.insights.length > 0 ? (
        <ul className={cx("insights")}>
          {data.insights.map((insight) => (
            <InsightItem key={insight.id} insight={insight} zone={zone} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}
