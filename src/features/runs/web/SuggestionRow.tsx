import { Link } from "@tanstack/react-router";
import { Check, ChevronDown, ChevronUp, Pencil, TriangleAlert } from "lucide-react";
import { memo, type ReactNode } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { Checkbox } from "#src/ui/Checkbox.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import type { SuggestionLine } from "./suggestionLines.ts";
import { useLineWords } from "./useLineWords.ts";
import cx from "./SuggestionRow.module.css";

export interface SuggestionRowProps {
  line: SuggestionLine;
  zone: string;
  isTicked: boolean;
  isDisabled: boolean;
  isOpen: boolean;
  conflict: string | undefined;
  /** Why it could not be added. */
  refusal: string | undefined;
  onTick: (line: SuggestionLine, isOn: boolean) => void;
  onToggle: (line: SuggestionLine) => void;
  /** What the open row shows. */
  children?: ReactNode;
}

/** Id of the title of a suggestion in its page. */
export const titleIdOf = ({ key }: Pick<SuggestionLine, "key">): string => `suggestion-${key}`;

/** One suggestion: its tick, its day, and what it is; the title opens it in place. */
export const SuggestionRow = memo(function SuggestionRow(props: SuggestionRowProps) {
  const { line, zone, isTicked, isDisabled, isOpen, conflict, refusal, onTick, onToggle, children } = props;
  const { t } = useTranslation("projects");
  const words = useLineWords(zone);
  const id = titleIdOf(line);
  const day = words.day(line);
  const isFound = line.isApplied && line.isOlder && line.kind === "lead";
  const notes = words.notes(line, conflict);
  const look = cx(
    `suggestion${day === "" ? " suggestion-undated" : ""}${isOpen ? " suggestion-open" : line.isApplied || isTicked ? "" : " suggestion-off"}`,
  );
  return (
    <li className={look}>
      {line.isApplied ? (
        <span className={cx("suggestion-done")}>
          <Icon of={Check} size={14} />
        </span>
      ) : (
        <Checkbox checked={isTicked} disabled={isDisabled} labelledBy={id} onChange={(isOn) => onTick(line, isOn)} />
      )}
      {day === "" ? null : (
        <time className="num" dateTime={line.at}>
          {day}
        </time>
      )}
      <button type="button" className={cx("suggestion-title")} aria-expanded={isOpen} onClick={() => onToggle(line)}>
        <b id={id}>{line.title}</b>
        <small>
          {line.family ? (
            <i
              className={cx("suggestion-family")}
              style={{ background: `var(--cal-${line.family}-edge)` }}
              aria-hidden="true"
            />
          ) : null}
          <span>{isOpen ? words.whole(line) : notes}</span>
          {line.changes ? (
            <span className={cx("suggestion-own")}>
              <Icon of={Pencil} size={12} />
              <span className="sr-only">{t("proposals.changedByYou")}</span>
            </span>
          ) : null}
        </small>
        {refusal ? <small className={cx("suggestion-refusal")}>{refusal}</small> : null}
      </button>
      <span
        className={cx(conflict && !isOpen ? "suggestion-sign suggestion-warn" : "suggestion-sign")}
        aria-hidden="true"
      >
        <Icon of={isOpen ? ChevronUp : conflict ? TriangleAlert : ChevronDown} size={14} />
      </span>
      {isFound ? (
        <Link to={paths.leads} search={{ lead: line.recordId ?? "" }} className={cx("link suggestion-found")}>
          {t("proposals.isOlder")}
        </Link>
      ) : null}
      {isOpen ? <div className={cx("suggestion-body")}>{children}</div> : null}
    </li>
  );
});
