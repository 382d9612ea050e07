import { type PointerEvent as ReactPointerEvent, useState } from "react";
import { attributeAt, usePointerDrag } from "./usePointerDrag.ts";

interface Held {
  id: string;
  from: string;
  width: number;
  /** Where in the card it was taken hold of. */
  x: number;
  y: number;
}

export interface GhostPosition {
  width: number;
  left: number;
  top: number;
}

interface Dragging extends Held, GhostPosition {
  over: string | undefined;
}

const targetAt = ({ clientX, clientY }: PointerEvent): string | undefined =>
  attributeAt(clientX, clientY, "data-target");

export interface CardDrag {
  /** Id of the card that is dragged. */
  id: string | undefined;
  /** The target under the pointer, unless the card is there already. */
  over: string | undefined;
  onPointerDown: (event: ReactPointerEvent) => void;
  /** Where the card under the pointer is, CSS pixels. */
  ghost: GhostPosition | undefined;
}

/** Dragging cards with `data-item` between elements with `data-target`, with mouse or pen. */
export function useCardDrag(onDrop: (id: string, target: string) => void): CardDrag {
  const [dragging, setDragging] = useState<Dragging>();
  const onPointerDown = usePointerDrag<Held>({
    begin: (event) => {
      const card = event.target instanceof Element ? event.target.closest("[data-item]") : null;
      const id = card?.getAttribute("data-item");
      const from = card?.closest("[data-target]")?.getAttribute("data-target");
      const isButton = event.target instanceof Element && event.target.closest("button") !== null;
      if (!card || !id || !from || isButton) return undefined;
      const box = card.getBoundingClientRect();
      return { id, from, width: box.width, x: event.clientX - box.left, y: event.clientY - box.top };
    },
    drag: (held, event) => {
      const target = targetAt(event);
      const over = target === held.from ? undefined : target;
      setDragging({ ...held, left: event.clientX - held.x, top: event.clientY - held.y, over });
    },
    drop: ({ id, from }, event) => {
      const target = targetAt(event);
      if (target !== undefined && target !== from) onDrop(id, target);
    },
    end: () => setDragging(undefined),
  });
  return { id: dragging?.id, over: dragging?.over, onPointerDown, ghost: dragging };
}
