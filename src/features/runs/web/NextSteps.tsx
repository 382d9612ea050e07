import { Link, useNavigate } from "@tanstack/react-router";
import { maxOutreachLeads } from "#src/features/leads/rules.ts";
import { cardNamed, cards, formPathOf } from "#src/features/workflows/catalogue/cards.ts";
import { Repeat2 } from "lucide-react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button, buttonClass } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { WorkflowIcon } from "#src/features/workflows/web/WorkflowIcon.tsx";
import type { ProposalRow } from "../contract.ts";
import { proposalWords } from "./proposalTicks.ts";
import type { ProposalsState } from "./useProposals.ts";
import cx from "./NextSteps.module.css";

export interface NextStepsProps {
  state: ProposalsState;
  /** Runs the project again each month; for documents that rest on what the web says. */
  watch?: { card: (typeof cards)[number]; open: () => void } | undefined;
}

/** What goes on with a finished document: forms of other workflows, filled in from there, and looking again. */
export function NextSteps({ state, watch }: NextStepsProps) {
  const { t } = useTranslation(["projects", "common"]);
  const steps = state.nextSteps.flatMap((row) => {
    const card = cards.find(({ workflowName }) => workflowName === row.payload["workflow"]);
    return card?.isProductionReady ? [{ row, card }] : [];
  });
  // Who was just added can be written to; messages of this very document are there already.
  const isOutreach = state.proposals.some(({ kind }) => kind === "insight");
  const added = state.proposals.flatMap(({ kind, state: now, recordId }) =>
    kind === "lead" && now === "applied" && recordId !== null && !isOutreach ? [recordId] : [],
  );
  if (steps.length === 0 && added.length === 0 && !watch) return null;
  return (
    <section className={cx("next-steps print-hidden num")} aria-labelledby="next-steps">
      <h2 id="next-steps">{t("next.title")}</h2>
      {steps.length > 0 || added.length > 0 ? <p>{t("next.text")}</p> : null}
      {state.problem ? (
        <Alert tone="danger" title={t("proposals.problem")}>
          {state.problem}
        </Alert>
      ) : null}
      <ul>
        {steps.map(({ row, card }) => (
          <Step key={row.key} row={row} card={card} state={state} />
        ))}
        {added.length === 0 ? null : <WriteTo leads={added.slice(0, maxOutreachLeads)} />}
        {watch ? (
          <li>
            <Icon of={Repeat2} size={16} />
            <div>
              <b>{t("next.watch")}</b>
              <small>{t("next.watchText")}</small>
            </div>
            <span>{t("next.watchPrice", { coins: t("common:word.coins", { count: watch.card.coins }) })}</span>
            <Button size="small" aria-haspopup="dialog" onClick={watch.open}>
              {t("next.watchOpen")}
            </Button>
          </li>
        ) : null}
      </ul>
    </section>
  );
}

const outreach = cardNamed("leadsOutreachAssistant");

/** Leads that were added from this document, the best first, as those to be written to. */
function WriteTo({ leads }: { leads: readonly string[] }) {
  const { t } = useTranslation(["projects", "common", "workflows"]);
  const workflow = t(outreach.localeKey);
  const title = t("next.writeTo", { count: leads.length });
  return (
    <li>
      <WorkflowIcon name={outreach.icon} />
      <div>
        <b>{workflow}</b>
        <small>{title}</small>
      </div>
      <span>{t("common:word.coins", { count: outreach.coins })}</span>
      <Link
        to={formPathOf(outreach)}
        search={{ leads: leads.join(",") }}
        className={buttonClass({ size: "small" })}
        aria-label={t("next.openOf", { workflow, title })}
      >
        {t("next.open")}
      </Link>
    </li>
  );
}

interface StepProps {
  row: ProposalRow;
  card: (typeof cards)[number];
  state: ProposalsState;
}

function Step({ row, card, state }: StepProps) {
  const { t } = useTranslation(["projects", "common", "workflows"]);
  const navigate = useNavigate();
  const { title } = proposalWords(row);
  const workflow = t(`workflows:${card.key}.name`, { defaultValue: card.label });
  const begin = async (): Promise<void> => {
    const projectId = await state.begin(row.key);
    if (projectId !== undefined) await navigate({ to: formPathOf(card), search: { project: projectId } });
  };
  return (
    <li>
      <WorkflowIcon name={card.icon} />
      <div>
        <b>{workflow}</b>
        <small>{title}</small>
      </div>
      <span>{t("common:word.coins", { count: card.coins })}</span>
      {row.state === "applied" && row.recordId !== null ? (
        <Link
          to={paths.project(row.recordId)}
          className={buttonClass({ size: "small" })}
          aria-label={t("next.openedOf", { workflow, title })}
        >
          {t("next.opened")}
        </Link>
      ) : (
        <Button
          size="small"
          aria-label={t("next.openOf", { workflow, title })}
          disabled={state.work !== null}
          onClick={() => void begin()}
        >
          {t("next.open")}
        </Button>
      )}
    </li>
  );
}
