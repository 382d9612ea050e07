import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import type { Outcome } from "../contract.ts";
import type { BoardStatus } from "../rules.ts";

export interface CardLift {
  /** The card that a key has lifted, and the column it would be dropped in. */
  id: string | undefined;
  over: BoardStatus | undefined;
  /** What a screen reader is told of it. */
  message: string;
  onKeyDown: (event: KeyboardEvent) => void;
  /** The focus has left the board: the card goes back. */
  onBlur: () => void;
}

interface Lifted {
  item: Outcome;
  over: BoardStatus;
}

/** The link of a card, once it stands in its new column. */
const focusCard = (id: string): void =>
  void requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"] a`)?.focus());

/** Moving a card by keyboard: Space lifts and drops it, arrows choose the column, Escape puts it back. */
export function useCardLift(
  items: readonly Outcome[],
  columns: readonly BoardStatus[],
  onDrop: (item: Outcome, status: BoardStatus) => Promise<boolean>,
): CardLift {
  const { t } = useTranslation("content");
  const [lifted, setLifted] = useState<Lifted>();
  const [message, setMessage] = useState("");
  const nameOf = (status: BoardStatus): string => t(`status.${status}`);

  const end = (words: string): void => {
    setLifted(undefined);
    setMessage(words);
  };
  const lift = (event: KeyboardEvent): void => {
    const card = event.target instanceof HTMLAnchorElement ? event.target.closest("[data-item]") : null;
    const item = items.find(({ id }) => id === card?.getAttribute("data-item"));
    const over = columns.find((status) => status === item?.status);
    if (!item || !over) return;
    event.preventDefault();
    setLifted({ item, over });
    setMessage(t("lift.lifted", { name: item.title, status: nameOf(over) }));
  };
  const putBack = ({ item }: Lifted): void =>
    end(t("lift.returned", { name: item.title, status: t(`status.${item.status}`) }));
  const drop = async (held: Lifted): Promise<void> => {
    const { item, over } = held;
    if (over === item.status) return putBack(held);
    end(t("lift.dropped", { name: item.title, status: nameOf(over) }));
    const answer = onDrop(item, over);
    focusCard(item.id);
    if (!(await answer)) putBack(held);
    focusCard(item.id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!lifted) {
      if (event.key === " ") lift(event);
      return;
    }
    const { over } = lifted;
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 0, ArrowUp: 0 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = columns[columns.indexOf(over) + step] ?? over;
      setLifted({ ...lifted, over: next });
      setMessage(t("lift.over", { status: nameOf(next) }));
      const column = document.querySelector(`[data-target="${next}"]`);
      column?.scrollIntoView({ block: "nearest", inline: "nearest" });
    } else if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      void drop(lifted);
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      putBack(lifted);
    }
  };
  return {
    id: lifted?.item.id,
    over: lifted && lifted.over !== lifted.item.status ? lifted.over : undefined,
    message,
    onKeyDown,
    onBlur: () => (lifted ? putBack(lifted) : undefined),
  };
}
