import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";

export interface RowKeys {
  /** The row that the tab key comes to. */
  currentAt: number;
  setCurrent: (at: number) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** Rows that a page of the keyboard moves. */
const pageRows = 12;

/**
 * Right goes from a row to its first cell that can be changed and on, left back to the row, Escape to the row at once.
 * @returns whether the key meant that
 */
function stepInRow(target: HTMLElement, key: string): boolean {
  const row = target.closest<HTMLElement>("[data-at]");
  if (!row || (target !== row && !target.matches("[data-cell]"))) return false;
  const cells = [row, ...row.querySelectorAll<HTMLElement>("[data-cell]")].filter(
    (cell) => cell === row || cell.getClientRects().length > 0,
  );
  const step = { ArrowRight: 1, ArrowLeft: -1, Escape: -cells.length }[key];
  if (step === undefined) return false;
  cells[Math.max(0, Math.min(cells.indexOf(target) + step, cells.length - 1))]?.focus({ preventScroll: true });
  return true;
}

/**
 * Arrow keys move between the rows of a list that draws only what is in sight.
 * @param act what Space (with shift for a range) and Enter do
 */
export function useRowKeys(
  place: RefObject<HTMLElement | null>,
  count: number,
  scrollTo: (at: number) => void,
  act: { tick: (at: number, isRange: boolean) => void; open: (at: number) => void },
): RowKeys {
  const [currentAt, setCurrent] = useState(0);
  const isMoving = useRef(false);
  useEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    place.current?.querySelector<HTMLElement>(`[data-at="${currentAt}"]`)?.focus({ preventScroll: true });
  });
  const bounded = Math.max(0, Math.min(currentAt, count - 1));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (!target || event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.key === "ArrowRight" || event.key === "ArrowLeft" || target.matches("[data-cell]")) {
      if (stepInRow(target, event.key)) event.preventDefault();
      return;
    }
    if (!target.matches("[data-at]")) return;
    const moves: Record<string, number> = {
      ArrowDown: bounded + 1,
      ArrowUp: bounded - 1,
      PageDown: bounded + pageRows,
      PageUp: bounded - pageRows,
      Home: 0,
      End: count - 1,
    };
    const next = moves[event.key];
    if (next !== undefined) {
      event.preventDefault();
      const at = Math.max(0, Math.min(next, count - 1));
      isMoving.current = true;
      setCurrent(at);
      scrollTo(at);
    } else if (event.key === " ") {
      event.preventDefault();
      act.tick(bounded, event.shiftKey);
    } else if (event.key === "Enter") {
      event.preventDefault();
      act.open(bounded);
    }
  };
  return { currentAt: bounded, setCurrent: useCallback((at: number) => setCurrent(at), []), onKeyDown };
}
