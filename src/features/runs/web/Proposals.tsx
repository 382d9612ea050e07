import { Link } from "@tanstack/react-router";
import { ChevronUp, Undo2 } from "lucide-react";
import { useMemo, useState } from "react";
import type { ProposalRow } from "../contract.ts";
import { hasText, useLanguage, useTranslation } from "#src/shell/i18n/index.ts";
import { paths } from "#src/shell/paths.ts";
import { Alert } from "#src/shell/ui/Alert.tsx";
import { Button } from "#src/shell/ui/Button.tsx";
import { Checkbox } from "#src/shell/ui/Checkbox.tsx";
import { Dialog } from "#src/shell/ui/Dialog.tsx";
import { formatListDate, formatWeekday } from "#src/shell/ui/format.ts";
import { Icon } from "#src/shell/ui/Icon.tsx";
import { RetryAlert } from "#src/shell/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/shell/ui/Skeleton.tsx";
import { proposalKinds, proposalWords, withTick, type ProposalKind } from "./proposalTicks.ts";
import type { ProposalsState } from "./useProposals.ts";

/** Rows of a group before "Show n more". */
const firstRows = 5;

export interface ProposalsProps {
  state: ProposalsState;
}

/** What a finished run offers to the other areas. Nothing exists until it is applied, and applying can be undone. */
export function Proposals({ state }: ProposalsProps) {
  const { t } = useTranslation("projects");
  return (
    <>
      <div className="doc-side-head">
        <h2>{t("proposals.title")}</h2>
        <p>{state.proposals.length === 0 && !state.isLoading ? t("proposals.none") : t(noteOf(state))}</p>
      </div>
      <div className="doc-side-body">
        {state.isLoading ? <SkeletonRows rows={6} height={51} columns="16px 48px 1fr" /> : null}
        {state.loadFailed ? <RetryAlert title={t("proposals.failed")} onRetry={state.reload} /> : null}
        <ProposalGroups state={state} />
      </div>
      {state.proposals.length > 0 ? (
        <div className="doc-side-foot num">
          <ProposalActions state={state} />
        </div>
      ) : null}
    </>
  );
}

/** The same for a narrow page: the button stays in reach, the list opens over the page. */
export function ProposalsBar({ state }: ProposalsProps) {
  const { t } = useTranslation(["projects", "common"]);
  const [isOpen, setOpen] = useState(false);
  if (state.proposals.length === 0) return null;
  return (
    <section className="doc-foot num" aria-label={t("proposals.title")}>
      <p className="doc-foot-line">
        <span>
          <b>{t("proposals.count", { count: state.proposals.length })}</b>,{" "}
          {t("proposals.ticked", { count: state.ticked.size })}
        </span>
        <button type="button" className="link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t("proposals.show")}
          <Icon of={ChevronUp} size={14} className="sr-only" />
        </button>
      </p>
      <ProposalActions state={state} size="bar" />
      <Dialog open={isOpen} onOpenChange={setOpen} title={t("proposals.title")} description={t(noteOf(state))} wide>
        <ProposalGroups state={state} />
        <div className="proposals-foot">
          <ProposalActions state={state} size="bar" />
        </div>
      </Dialog>
    </section>
  );
}

/** What stands under the title: a promise while something can be applied, the way back after that. */
function noteOf({ proposals }: ProposalsState): "proposals.note" | "proposals.noteApplied" {
  const isAllApplied = proposals.length > 0 && proposals.every((proposal) => proposal.state === "applied");
  return isAllApplied ? "proposals.noteApplied" : "proposals.note";
}

function ProposalActions({ state, size }: ProposalsProps & { size?: "bar" }) {
  const { t } = useTranslation(["projects", "common"]);
  const applied = state.proposals.filter((proposal) => proposal.state === "applied").length;
  const open = state.proposals.length - applied;
  const isAllApplied = open === 0;
  return (
    <>
      {state.problem ? (
        <div className="doc-side-alert">
          <Alert tone="danger" title={t("proposals.notApplied")}>
            {state.problem}
          </Alert>
        </div>
      ) : null}
      {isAllApplied ? null : (
        <Button
          variant="primary"
          full
          size={size ?? "normal"}
          busy={state.work === "apply"}
          busyLabel={t("proposals.applying")}
          disabled={state.ticked.size === 0 || state.work !== null}
          onClick={() => void state.apply()}
        >
          {t("proposals.apply", { part: state.ticked.size, whole: open })}
        </Button>
      )}
      {applied > 0 ? (
        <div className="proposals-applied">
          <span role="status">{t("proposals.applied", { count: applied })}</span>
          <Button
            variant="quiet"
            size="small"
            icon={<Icon of={Undo2} size={14} />}
            busy={state.work === "undo"}
            busyLabel={t("proposals.undoing")}
            disabled={state.work !== null}
            onClick={() => void state.undo()}
          >
            {t("common:action.undo")}
          </Button>
        </div>
      ) : (
        <p>{t("proposals.free")}</p>
      )}
    </>
  );
}

function ProposalGroups({ state }: ProposalsProps) {
  return proposalKinds.map((kind) => {
    const rows = state.proposals.filter((proposal) => proposal.kind === kind);
    return rows.length === 0 ? null : <Group key={kind} kind={kind} rows={rows} state={state} />;
  });
}

function Group({ kind, rows, state }: ProposalsProps & { kind: ProposalKind; rows: ProposalRow[] }) {
  const { t } = useTranslation(["projects", "common"]);
  const [isWhole, setWhole] = useState(false);
  const open = useMemo(() => rows.filter((row) => row.state !== "applied").map(({ key }) => key), [rows]);
  const sorted = useMemo(() => rows.toSorted((a, b) => proposalWords(a).at.localeCompare(proposalWords(b).at)), [rows]);
  const shown = isWhole ? sorted : sorted.slice(0, firstRows);
  const rest = sorted.length - firstRows;
  const count = rows.filter((row) => row.state === "applied" || state.ticked.has(row.key)).length;
  return (
    <section className="proposals" aria-label={t(`proposals.kind.${kind}`)}>
      <h3 className="proposals-head">
        <Checkbox
          checked={count === rows.length ? true : count === 0 ? false : "mixed"}
          disabled={open.length === 0 || state.work !== null}
          onChange={(isOn) => state.tick(withTick(state.proposals, state.ticked, open, isOn))}
          label={t("proposals.all", { kind: t(`proposals.kind.${kind}`) })}
        />
        {t(`proposals.kind.${kind}`)}
        <span className="num">{t("common:word.of", { part: count, whole: rows.length })}</span>
      </h3>
      <ul>
        {shown.map((row) => (
          <ProposalLine key={row.key} row={row} state={state} />
        ))}
      </ul>
      {rest > 0 ? (
        <button
          type="button"
          className="link proposals-more"
          aria-expanded={isWhole}
          onClick={() => setWhole((before) => !before)}
        >
          {isWhole ? t("common:action.less") : t("proposals.more", { count: rest })}
        </button>
      ) : null}
    </section>
  );
}

function ProposalLine({ row, state }: ProposalsProps & { row: ProposalRow }) {
  const { t } = useTranslation(["projects", "workflows"]);
  const language = useLanguage();
  const words = proposalWords(row);
  const isApplied = row.state === "applied";
  const isFound = row.isOlder === true && row.kind === "lead";
  const isOn = isApplied || state.ticked.has(row.key);
  const id = `proposal-${row.key}`;
  const typeKey = `workflows:contentTypes.${words.contentType}`;
  const notes = [
    words.at ? formatWeekday(words.at, language) : "",
    words.family ? t(`workflows:calendarFamilies.${words.family}`) : "",
    row.kind === "lead" && words.kind ? t(`proposals.leadKind.${words.kind}`, { defaultValue: words.kind }) : "",
    [
      words.platform,
      words.contentType !== null && hasText(typeKey)
        ? t(typeKey)
        : words.platform || row.kind === "lead"
          ? ""
          : words.kind,
    ]
      .filter(Boolean)
      .join(" "),
    isApplied && !isFound ? t("proposals.isApplied") : "",
  ].filter(Boolean);
  return (
    <li className={isOn ? "proposal" : "proposal proposal-off"}>
      <Checkbox
        checked={isOn}
        disabled={isApplied || state.work !== null}
        labelledBy={id}
        onChange={(on) => state.tick(withTick(state.proposals, state.ticked, [row.key], on))}
      />
      <time className="num" dateTime={words.at || undefined}>
        {words.at ? formatListDate(words.at, language) : ""}
      </time>
      <div
        onClick={isApplied ? undefined : () => state.tick(withTick(state.proposals, state.ticked, [row.key], !isOn))}
      >
        <b id={id}>{words.title}</b>
        <small>
          {words.family ? (
            <i
              className="proposal-family"
              style={{ background: `var(--cal-${words.family}-edge)` }}
              aria-hidden="true"
            />
          ) : null}
          {notes.join(", ")}
          {isFound && notes.length > 0 ? ", " : null}
          {isFound ? (
            <Link to={paths.leads} search={{ lead: row.recordId ?? "" }} className="link">
              {t("proposals.isOlder")}
            </Link>
          ) : null}
        </small>
      </div>
    </li>
  );
}
