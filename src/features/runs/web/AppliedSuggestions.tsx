import { Link } from "@tanstack/react-router";
import { ChevronDown, ChevronRight, CircleCheck, Undo2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { dayOf } from "#src/ui/format.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Button, buttonClass } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { ReadText } from "./SuggestionForm.tsx";
import { SuggestionRow } from "./SuggestionRow.tsx";
import { groupLines, type SuggestionLine } from "./suggestionLines.ts";
import type { ProposalsState } from "./useProposals.ts";
import suggestionRowStyles from "./SuggestionRow.module.css";
import styles from "./AppliedSuggestions.module.css";
import { joinClasses } from "#src/ui/classNames.ts";

const cx = joinClasses(styles, suggestionRowStyles);

interface AppliedProps {
  state: ProposalsState;
  zone: string;
}

/** Where applied lines went, in the order of the areas. */
export function areasOf(lines: readonly SuggestionLine[]): ("calendar" | "content" | "leads" | "outreach")[] {
  const has = (kind: SuggestionLine["kind"]): boolean => lines.some((line) => line.kind === kind);
  return [
    ...(lines.some(({ hasEntry }) => hasEntry) ? (["calendar"] as const) : []),
    ...(has("content") ? (["content"] as const) : []),
    ...(has("lead") ? (["leads"] as const) : []),
    ...(has("insight") && !has("lead") ? (["outreach"] as const) : []),
  ];
}

const areaPaths = {
  calendar: paths.calendar,
  content: paths.content,
  leads: paths.leads,
  outreach: paths.leads,
};

type Area = ReturnType<typeof areasOf>[number];

/** The way to what was applied in an area; the calendar opens on the day of the first entry. */
export function areaLink(area: Area, applied: readonly SuggestionLine[], zone: string) {
  const [first] = applied
    .filter(({ hasEntry, at }) => hasEntry && at !== "")
    .map(({ at }) => at)
    .toSorted((a, b) => Date.parse(a) - Date.parse(b));
  return {
    to: areaPaths[area],
    search: area === "calendar" && first !== undefined ? { date: dayOf(first, zone) } : {},
  };
}

/** Leads that were there before and are named beside what was added; the others are in the list below. */
const mostOlder = 5;

/** What was added, with the way there and the way back. */
export function AppliedBlock({ state, zone }: AppliedProps) {
  const { t } = useTranslation(["projects", "common"]);
  const applied = state.lines.filter(({ isApplied }) => isApplied);
  if (applied.length === 0) return null;
  const added = applied.filter(({ isOlder }) => !isOlder);
  const older = applied.filter(({ isOlder, kind }) => isOlder && kind === "lead").slice(0, mostOlder);
  const counts = (["entry", "content", "lead", "insight"] as const).flatMap((kind) => {
    const count = added.filter((line) => line.kind === kind).length;
    return count === 0 ? [] : [{ kind, count }];
  });
  return (
    <div className={cx("suggestions-applied num")}>
      <Icon of={CircleCheck} />
      <div>
        <p role="status">
          <b>{t("proposals.added", { count: added.length })}</b>
        </p>
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
        <ul>
          {counts.map(({ kind, count }) => (
            <li key={kind}>{t(`proposals.addedKind.${kind}`, { count })}</li>
          ))}
          {older.map(({ key, title, recordId }) => (
            <li key={key}>
              {title}:{" "}
              <Link to={paths.leads} search={{ lead: recordId ?? "" }} className="link">
                {t("proposals.isOlder")}
              </Link>
            </li>
          ))}
        </ul>
        <div className={cx("suggestions-areas")}>
          {areasOf(applied).map((area) => (
            <Link key={area} {...areaLink(area, applied, zone)} className={buttonClass({ size: "small" })}>
              {t(`proposals.openArea.${area}`)}
            </Link>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Applied suggestions that an edit of the document has touched: each is updated or removed, or stays. */
export function NewerSuggestions({ state }: Pick<AppliedProps, "state">) {
  const { t } = useTranslation(["projects", "common"]);
  const lines = state.changed;
  const plain = lines.flatMap(({ key, newer }) => (newer?.payload && isWritable(newer.record) ? [key] : []));
  if (lines.length === 0) return null;
  return (
    <section className={cx("suggestions-newer")} aria-label={t("proposals.newer.title")}>
      <h3>
        {t("proposals.newer.title")}
        {plain.length > 1 ? (
          <Button size="small" disabled={state.work !== null} onClick={() => void state.update(plain)}>
            {t("proposals.newer.updateAll", { count: plain.length })}
          </Button>
        ) : null}
      </h3>
      <ul>
        {lines.map((line) => (
          <NewerLine key={line.key} line={line} state={state} />
        ))}
      </ul>
    </section>
  );
}

const isWritable = (record: string): boolean => record === "same" || record === "changed";

function NewerLine({ line, state }: { line: SuggestionLine; state: ProposalsState }) {
  const { t } = useTranslation(["projects", "common"]);
  const { newer } = line;
  if (!newer) return null;
  const { record, kept } = newer;
  const isGone = newer.payload === undefined;
  const names = [...new Set(kept.map((part) => (["at", "title", "text"].includes(part) ? part : "other")))].map(
    (part) => t(`proposals.newer.part.${part}`),
  );
  const note = isGone
    ? record === "same"
      ? t("proposals.newer.gone")
      : t(`proposals.newer.goneBut.${record}`)
    : record === "deleted" || record === "final"
      ? t(`proposals.newer.${record}.${line.kind}`)
      : kept.length > 0
        ? t("proposals.newer.kept", { parts: names.join(", ") })
        : t("proposals.newer.differs");
  const does = (label: string, run: () => Promise<void>) => (
    <Button
      size="small"
      disabled={state.work !== null}
      aria-label={`${label}: ${line.title}`}
      onClick={() => void run()}
    >
      {label}
    </Button>
  );
  return (
    <li>
      <b>{line.title}</b>
      <small>{note}</small>
      <div>
        {isGone && record !== "final" ? does(t("proposals.newer.remove"), () => state.undo(line.keys)) : null}
        {!isGone && isWritable(record) ? does(t("proposals.newer.update"), () => state.update(line.keys)) : null}
        {!isGone && kept.length > 0 && isWritable(record)
          ? does(t("proposals.newer.replace"), () => state.update(line.keys, true))
          : null}
        {!isGone && record === "deleted"
          ? does(t("proposals.newer.addAgain"), () => state.update(line.keys, true))
          : null}
      </div>
    </li>
  );
}

/** What was added, folded: each can be looked at and taken back by itself. */
export function AppliedList({ state, zone }: AppliedProps) {
  const { t } = useTranslation(["projects", "common"]);
  const [isOpen, setOpen] = useState(false);
  const [openKey, setOpenKey] = useState<string>();
  const applied = useMemo(() => state.lines.filter(({ isApplied }) => isApplied), [state.lines]);
  const sorted = useMemo(() => groupLines(applied, zone).flatMap(({ lines }) => lines), [applied, zone]);
  if (sorted.length === 0) return null;
  return (
    <section className="suggestions-group">
      <h3 className={cx("suggestions-week suggestions-folded")}>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} />
          <b>{t("proposals.addedTitle")}</b>
        </button>
        <span className="num">{sorted.length}</span>
      </h3>
      {isOpen ? (
        <ul>
          {sorted.map((line) => (
            <SuggestionRow
              key={line.key}
              line={line}
              zone={zone}
              isTicked
              isDisabled
              isOpen={openKey === line.key}
              conflict={undefined}
              refusal={undefined}
              onTick={() => undefined}
              onToggle={({ key }) => setOpenKey(openKey === key ? undefined : key)}
            >
              {openKey === line.key ? (
                <>
                  <ReadText text={line.text} />
                  <div className={cx("suggestion-tools")}>
                    <Button
                      variant="quiet"
                      size="small"
                      icon={<Icon of={Undo2} size={14} />}
                      disabled={state.work !== null}
                      onClick={() => void state.undo(line.keys)}
                    >
                      {t("proposals.takeBack")}
                    </Button>
                  </div>
                </>
              ) : null}
            </SuggestionRow>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
