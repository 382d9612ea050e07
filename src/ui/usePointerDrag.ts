import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useRef } from "react";

/** Pixels that the pointer moves before a press becomes a drag. */
const dragThresholdPx = 4;

/** Value of an attribute of the uppermost element under a point that has it. */
export const attributeAt = (x: number, y: number, name: string): string | undefined =>
  document
    .elementsFromPoint(x, y)
    .find((element) => element.hasAttribute(name))
    ?.getAttribute(name) ?? undefined;

export interface DragWork<Start> {
  /** What is taken hold of; undefined where nothing can be dragged. */
  begin: (event: ReactPointerEvent) => Start | undefined;
  /** Each step of a drag. */
  drag: (start: Start, event: PointerEvent) => void;
  drop: (start: Start, event: PointerEvent) => void;
  /** The drag is over, dropped or not. */
  end: (start: Start) => void;
}

/**
 * Dragging with mouse or pen inside an element. Fingers scroll; what they cannot drag they open. Escape gives up. The
 * click that ends a drag is swallowed.
 * @returns handler for `onPointerDown`
 */
export function usePointerDrag<Start>(work: DragWork<Start>): (event: ReactPointerEvent) => void {
  const latest = useRef(work);
  const stop = useRef<() => void>(undefined);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => () => stop.current?.(), []);
  return useCallback((down: ReactPointerEvent): void => {
    if (down.button !== 0 || down.pointerType === "touch" || stop.current) return;
    const start = latest.current.begin(down);
    if (start === undefined) return;
    let isDragging = false;
    const over = (): void => {
      removeEventListener("pointermove", onMove);
      removeEventListener("pointerup", onUp);
      removeEventListener("pointercancel", over);
      removeEventListener("keydown", onKey, true);
      stop.current = undefined;
      if (isDragging) latest.current.end(start);
    };
    const onMove = (event: PointerEvent): void => {
      if (!isDragging && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < dragThresholdPx)
        return;
      isDragging = true;
      event.preventDefault();
      latest.current.drag(start, event);
    };
    const swallow = (event: MouseEvent): void => {
      event.stopPropagation();
      event.preventDefault();
    };
    const onUp = (event: PointerEvent): void => {
      if (isDragging) {
        addEventListener("click", swallow, { capture: true, once: true });
        // No click follows when the pointer left what it was pressed on.
        setTimeout(() => removeEventListener("click", swallow, true));
        latest.current.drop(start, event);
      }
      over();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || !isDragging) return;
      event.stopPropagation();
      over();
    };
    addEventListener("pointermove", onMove);
    addEventListener("pointerup", onUp);
    addEventListener("pointercancel", over);
    addEventListener("keydown", onKey, true);
    stop.current = over;
  }, []);
}
