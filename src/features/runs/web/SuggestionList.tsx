import { ChevronDown, ChevronRight, ListFilter } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { onceRendered } from "#src/ui/onceRendered.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button, IconButton } from "#src/ui/Button.tsx";
import { Checkbox } from "#src/ui/Checkbox.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { withTick } from "./proposalTicks.ts";
import { SuggestionFilters } from "./SuggestionFilters.tsx";
import { SuggestionForm } from "./SuggestionForm.tsx";
import { SuggestionRow, titleIdOf } from "./SuggestionRow.tsx";
import {
  filterLines,
  groupLines,
  groupOf,
  type HeldLine,
  isFiltered,
  type LineGroup,
  needsYear,
  noFilter,
  openGroup,
  type SuggestionLine,
} from "./suggestionLines.ts";
import { useLineWords } from "./useLineWords.ts";
import type { ProposalsState } from "./useProposals.ts";
import cx from "./Proposals.module.css";

export interface SuggestionListProps {
  state: ProposalsState;
  zone: string;
  /** Shows only what could not be added. */
  isFailedOnly: boolean;
  onAll: () => void;
  onShowInText: ((key: string) => void) | undefined;
}

/** Suggestions that can be applied, by week: ticks, filters, and each one open in place. */
export function SuggestionList({ state, zone, isFailedOnly, onAll, onShowInText }: SuggestionListProps) {
  const { t } = useTranslation(["projects", "common"]);
  const [filter, setFilter] = useState(noFilter);
  const [isFiltering, setFiltering] = useState(false);
  const { open } = state;
  const shown = useMemo(() => {
    const found = filterLines(open, filter);
    return isFailedOnly ? found.filter(({ keys }) => keys.some((key) => state.failed.has(key))) : found;
  }, [open, filter, isFailedOnly, state.failed]);
  const [held, setHeld] = useState<HeldLine>();
  const groups = useMemo(() => groupLines(shown, zone, held), [shown, zone, held]);
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const today = localDateOf(new Date().toISOString(), zone);
  const first = useMemo(() => openGroup(groups, today), [groups, today]);
  const withYear = needsYear(groups, today);
  const isNarrowed = isFiltered(filter) || isFailedOnly;
  const count = open.filter(({ key }) => state.ticked.has(key)).length;
  const isLocked = state.work !== null && state.work !== "change";

  const latest = useRef({ state, held });
  useEffect(() => {
    latest.current = { state, held };
  });
  const tickKeys = useCallback((keys: readonly string[], isOn: boolean): void => {
    const { proposals, ticked, tick } = latest.current.state;
    tick(withTick(proposals, ticked, keys, isOn));
  }, []);
  const tickLine = useCallback((line: SuggestionLine, isOn: boolean) => tickKeys(line.keys, isOn), [tickKeys]);
  const toggle = useCallback(
    (line: SuggestionLine): void => {
      const { held: before } = latest.current;
      setHeld(before?.key === line.key ? undefined : line);
      if (before?.key !== line.key) return;
      // With another date it goes to another week now: the person goes along.
      const week = groupOf(line, zone);
      if (week === groupOf({ ...line, at: before.at }, zone)) return;
      setFolds((folded) => new Map(folded).set(week, true));
      onceRendered(
        () => document.getElementById(titleIdOf(line))?.closest("button") ?? null,
        (button) => button.focus(),
      );
    },
    [zone],
  );
  if (open.length === 0) return null;
  const tickAll = (isOn: boolean): void =>
    tickKeys(
      shown.flatMap(({ keys }) => keys),
      isOn,
    );
  return (
    <>
      <div className={cx("suggestions-head num")}>
        <span>
          <b>{t("common:word.of", { part: count, whole: open.length })}</b> {t("proposals.selected")}
        </span>
        <Button variant="quiet" size="small" disabled={isLocked} onClick={() => tickAll(true)}>
          {t("proposals.tickAll")}
        </Button>
        <Button variant="quiet" size="small" disabled={isLocked} onClick={() => tickAll(false)}>
          {t("proposals.tickNone")}
        </Button>
        <IconButton
          label={t("proposals.filter")}
          aria-expanded={isFiltering}
          onClick={() => {
            setFiltering(!isFiltering);
            setFilter(noFilter);
          }}
        >
          <Icon of={ListFilter} />
        </IconButton>
      </div>
      {isFiltering ? <SuggestionFilters lines={open} filter={filter} onChange={setFilter} /> : null}
      {isNarrowed ? (
        <p className={cx("suggestions-narrowed num")} role="status">
          {open.length > shown.length ? `${t("proposals.hidden", { count: open.length - shown.length })} ` : null}
          <button
            type="button"
            className="link"
            onClick={() => {
              setFilter(noFilter);
              onAll();
            }}
          >
            {t("proposals.showAll")}
          </button>
        </p>
      ) : null}
      {groups.map((group) => {
        const isOpen = isNarrowed || (folds.get(group.id) ?? group.id === first);
        return (
          <section key={group.id} className="suggestions-group">
            <GroupHead
              group={group}
              zone={zone}
              withYear={withYear}
              ticked={state.ticked}
              isOpen={isOpen}
              isDisabled={isLocked}
              onFold={() => setFolds(new Map(folds).set(group.id, !isOpen))}
              onTick={(isOn) =>
                tickKeys(
                  group.lines.flatMap(({ keys }) => keys),
                  isOn,
                )
              }
            />
            {isOpen ? (
              <ul>
                {group.lines.map((line) => (
                  <SuggestionRow
                    key={line.key}
                    line={line}
                    zone={zone}
                    isTicked={state.ticked.has(line.key)}
                    isDisabled={isLocked}
                    isOpen={held?.key === line.key}
                    conflict={state.conflicts.get(line.key)}
                    refusal={line.keys.map((key) => state.failed.get(key)).find(Boolean)}
                    onTick={tickLine}
                    onToggle={toggle}
                  >
                    {held?.key === line.key ? (
                      <SuggestionForm
                        line={line}
                        zone={zone}
                        onChange={(changes) => state.change(line, changes)}
                        onShowInText={onShowInText}
                      />
                    ) : null}
                  </SuggestionRow>
                ))}
              </ul>
            ) : null}
          </section>
        );
      })}
    </>
  );
}

interface GroupHeadProps {
  group: LineGroup;
  zone: string;
  withYear: boolean;
  ticked: ReadonlySet<string>;
  isOpen: boolean;
  isDisabled: boolean;
  onFold: () => void;
  onTick: (isOn: boolean) => void;
}

/** A week with its tick; the name folds it. */
function GroupHead({ group, zone, withYear, ticked, isOpen, isDisabled, onFold, onTick }: GroupHeadProps) {
  const { t } = useTranslation(["projects", "common"]);
  const { name, span } = useLineWords(zone).group(group, withYear);
  const whole = group.lines.length;
  const part = group.lines.filter(({ key }) => ticked.has(key)).length;
  return (
    <h3 className={cx(isOpen ? "suggestions-week suggestions-week-open" : "suggestions-week")}>
      <Checkbox
        checked={part === whole ? true : part === 0 ? false : "mixed"}
        disabled={isDisabled}
        onChange={onTick}
        label={t("proposals.all", { kind: [name, span].filter(Boolean).join(", ") })}
      />
      <button type="button" aria-expanded={isOpen} onClick={onFold}>
        <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} />
        <b>{name}</b>
        <span className="num">{span}</span>
      </button>
      <span className="num">{part === whole ? whole : t("common:word.of", { part, whole })}</span>
    </h3>
  );
}
