import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import type { LeadRow } from "#src/features/leads/contract.ts";
import { api } from "#src/ui/client/api.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { TextInput } from "#src/ui/TextInput.tsx";
import cx from "./RowsField.module.css";

/** Leads that one search shows; whoever looks for another types on. */
const shownMost = 6;
/** Milliseconds of rest after which what was typed is looked for. */
const restMs = 250;

export interface LeadSearchProps {
  /** Ids that are chosen already. */
  chosen: readonly string[];
  onChoose: (lead: LeadRow) => void;
}

/** Finds leads by name, contact or town, and adds the one that is pressed. */
export function LeadSearch({ chosen, onChoose }: LeadSearchProps) {
  const { t } = useTranslation("workflow");
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), restMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, error, refetch } = useQuery({
    queryKey: ["leads", "search", asked],
    // Those that are chosen may be among the first ones.
    queryFn: async ({ signal }) =>
      (
        await api.leads.listLeads(
          { q: asked, limit: shownMost + Math.min(chosen.length, 50), fields: "table" },
          { signal },
        )
      ).leads,
    enabled: asked !== "",
    gcTime: 0,
  });
  const found = (data ?? []).filter(({ id }) => !chosen.includes(id)).slice(0, shownMost);
  const isCurrent = asked !== "" && asked === typed.trim() && data !== undefined;
  return (
    <div className={cx("leads-search")}>
      <TextInput
        type="search"
        value={typed}
        maxLength={200}
        autoComplete="off"
        placeholder={t("leads.search")}
        aria-label={t("leads.search")}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          // The form is not sent by looking for somebody.
          event.preventDefault();
          const [first] = found;
          if (!isCurrent || !first) return;
          onChoose(first);
          setTyped("");
        }}
      />
      {error ? <RetryAlert title={t("leads.failed")} onRetry={() => void refetch()} /> : null}
      <div role="status">{isCurrent && found.length === 0 ? <p className="hint">{t("leads.noMatch")}</p> : null}</div>
      {found.length > 0 && typed.trim() !== "" ? (
        <ul>
          {found.map((lead) => (
            <li key={lead.id}>
              <b>{lead.name}</b>
              <small>{[lead.contact, lead.address.city].filter(Boolean).join(", ")}</small>
              <button
                type="button"
                aria-label={t("leads.add", { name: lead.name })}
                onClick={() => {
                  onChoose(lead);
                  setTyped("");
                }}
              >
                <Icon of={Plus} size={14} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
