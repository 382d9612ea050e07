import { createPortal } from "react-dom";
import type { Outcome } from "../contract.ts";
import { CardText } from "./ItemCard.tsx";
import type { CardDrag } from "#src/ui/useCardDrag.ts";
import cx from "./ItemCard.module.css";

interface CardGhostProps {
  drag: CardDrag;
  items: readonly Outcome[];
  zone: string;
  top: "day" | "time";
}

/** The dragged card under the pointer. */
export function CardGhost({ drag, items, zone, top }: CardGhostProps) {
  const item = drag.ghost && items.find(({ id }) => id === drag.id);
  if (!drag.ghost || !item) return null;
  const { left, top: y, width } = drag.ghost;
  return createPortal(
    <div className={cx("item-ghost num")} aria-hidden="true" style={{ left, top: y, width }}>
      <CardText item={item} zone={zone} top={top}>
        {item.title}
      </CardText>
    </div>,
    document.body,
  );
}
