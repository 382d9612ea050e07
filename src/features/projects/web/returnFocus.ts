import { useCallback, useEffect, useRef } from "react";
import { sectionId } from "#src/features/documents/web/reading.ts";
import { onceRendered } from "#src/ui/onceRendered.ts";
import { joinClasses } from "#src/ui/classNames.ts";
import sectionFoldStyles from "#src/features/documents/web/SectionFold.module.css";
import gapsStyles from "#src/features/documents/web/Gaps.module.css";

const cx = joinClasses(sectionFoldStyles, gapsStyles);

/** A row of a list that was in hand: its place from 0, and how many there were. */
export interface RowInHand {
  index: number;
  count: number;
}

/** Frames in which what an edit has brought is drawn. */
const soon = 10;

const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

const isInSight = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};

const titleOf = (section: Element): HTMLElement | null => section.querySelector<HTMLElement>("h2 button");

/** Rows of the tables of a section as they are read; what stands below a row belongs to it. */
const rowsOf = (section: Element): HTMLElement[] => [
  ...section.querySelectorAll<HTMLElement>("tbody > tr:not(.doc-row-below)"),
];

/** Shows a section that was worked on: the row that was in hand if there is one, else its title. */
function showSection(section: Element, row: RowInHand | null): void {
  const title = titleOf(section);
  const rows = row === null ? [] : rowsOf(section);
  const last = row !== null && rows.length === row.count ? rows[row.index] : undefined;
  last?.scrollIntoView({ block: "center" });
  if (last && (!title || !isInSight(title))) {
    // The focus is where the eyes are: the title is far above.
    last.tabIndex = -1;
    last.focus({ preventScroll: true });
    return;
  }
  title?.focus({ preventScroll: true });
  title?.closest(`.${cx("doc-section-head")}`)?.scrollIntoView({ block: "nearest" });
}

/**
 * Gives the focus back to a section when what it was worked on with goes away and takes the focus along: an editor, a
 * wish, a rewrite. A focus that is elsewhere by then stays there.
 * @param inHand what is done with sections, by their keys
 * @returns is told the row of a list that has the focus
 */
export function useReturnFocus(inHand: ReadonlyMap<string, string>): (index: number, count: number) => void {
  const before = useRef(inHand);
  const row = useRef<RowInHand | null>(null);
  useEffect(() => {
    const was = before.current;
    before.current = inHand;
    for (const [key, work] of was) {
      const now = inHand.get(key);
      if (now === work) continue;
      const lastRow = row.current;
      row.current = null;
      onceRendered(
        () => document.getElementById(sectionId(key)),
        (section) => {
          if (!isFocusLost()) return;
          if (now === undefined) showSection(section, lastRow);
          else titleOf(section)?.focus({ preventScroll: true });
        },
        soon,
      );
    }
  });
  return useCallback((index, count) => {
    row.current = { index, count };
  }, []);
}

/** Where the words of an answer stand in a section: the button of their evidence. */
function answerIn(section: Element, answer: string): HTMLElement | null {
  const own = [...section.querySelectorAll(`.${cx("claim-own")}`)].find(({ textContent }) => {
    const text = textContent.trim();
    return text !== "" && answer.includes(text);
  });
  return own?.parentElement?.querySelector<HTMLElement>("[data-claim]") ?? null;
}

/**
 * Gives the focus to a gap, or to what is there once it is closed: the answer, the next gap of the section, its title.
 * @param answer what was saved in it; null where it was left as it is
 * @param next the next open gap
 */
export function focusGap(at: string, answer: string | null, next: string | null): void {
  const sectionKey = (place: string): string => place.slice(0, place.indexOf("/"));
  const gap = (place: string) => document.querySelector<HTMLElement>(`button[data-gap="${CSS.escape(place)}"]`);
  const find = (): HTMLElement | null => {
    const section = document.getElementById(sectionId(sectionKey(at)));
    const words = section && answer !== null ? answerIn(section, answer) : null;
    const nextHere = next !== null && sectionKey(next) === sectionKey(at) ? gap(next) : null;
    return words ?? gap(at) ?? nextHere ?? (section && titleOf(section));
  };
  onceRendered(
    find,
    (part) => {
      part.focus({ preventScroll: true });
      part.scrollIntoView({ block: "nearest" });
    },
    soon,
  );
}
