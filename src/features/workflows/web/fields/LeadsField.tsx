import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Ban, X } from "lucide-react";
import { useRef } from "react";
import type { LeadRow } from "#src/features/leads/contract.ts";
import type { JsonValue } from "#src/kit/schemas.ts";
import { api } from "#src/ui/client/api.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { buttonClass } from "#src/ui/Button.tsx";
import { Chip } from "#src/ui/Chip.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { LeadSearch } from "./LeadSearch.tsx";
import cx from "./RowsField.module.css";

export interface LeadsFieldProps {
  /** Ids of leads. */
  value: JsonValue;
  onChange: (ids: string[]) => void;
}

/** Rows that stand for leads whose names are still on their way. */
const mostBars = 5;

/** Chosen leads: who they are, who must not be written to, a way to leave one out, and a search for others. */
export function LeadsField({ value, onChange }: LeadsFieldProps) {
  const { t } = useTranslation("workflow");
  const ids = (Array.isArray(value) ? value : []).filter((id): id is string => typeof id === "string");
  const known = useRef(new Map<string, LeadRow>());
  const unknown = ids.filter((id) => !known.current.has(id));
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["leads", "named", unknown],
    queryFn: async ({ signal }) => {
      const { leads } = await api.leads.listLeads({ ids: unknown, limit: unknown.length, fields: "table" }, { signal });
      for (const lead of leads) known.current.set(lead.id, lead);
      return leads;
    },
    enabled: unknown.length > 0,
    gcTime: 0,
  });
  const isReady = data !== undefined || unknown.length === 0;
  return (
    <div className={cx("leads-field")}>
      {ids.length === 0 ? <p className="hint">{t("leads.none")}</p> : null}
      {error ? <RetryAlert title={t("leads.failed")} onRetry={() => void refetch()} /> : null}
      {!isReady && isFetching ? <SkeletonRows rows={Math.min(mostBars, ids.length)} columns="1fr 90px" /> : null}
      {isReady && ids.length > 0 ? (
        <ul>
          {ids.map((id) => {
            const lead = known.current.get(id);
            const name = lead?.name ?? t("leads.gone");
            return (
              <li key={id}>
                <b>{name}</b>
                <small>{[lead?.contact, lead?.address.city].filter(Boolean).join(", ")}</small>
                {lead?.doNotContact ? (
                  <Chip tone="warn" icon={<Icon of={Ban} size={12} />}>
                    {t("leads.shut")}
                  </Chip>
                ) : null}
                <button
                  type="button"
                  aria-label={t("leads.remove", { name })}
                  onClick={() => onChange(ids.filter((one) => one !== id))}
                >
                  <Icon of={X} size={14} />
                </button>
              </li>
            );
          })}
        </ul>
      ) : null}
      <LeadSearch
        chosen={ids}
        onChoose={(lead) => {
          known.current.set(lead.id, lead);
          onChange([...ids, lead.id]);
        }}
      />
      <Link to={paths.leads} className={buttonClass({ size: "small" })}>
        {t(ids.length === 0 ? "leads.choose" : "leads.chooseOthers")}
      </Link>
    </div>
  );
}
