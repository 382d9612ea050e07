import { type KeyboardEvent, useState } from "react";

/** What a board says of a card that a key moves. */
export interface LiftWords {
  lifted: (name: string, column: string) => string;
  over: (column: string) => string;
  dropped: (name: string, column: string) => string;
  returned: (name: string, column: string) => string;
}

export interface LiftedCard<Column extends string> {
  id: string;
  name: string;
  column: Column;
}

export interface CardLift<Column extends string> {
  /** The card that a key has lifted, and the column it would be dropped in. */
  id: string | undefined;
  over: Column | undefined;
  /** What a screen reader is told of it. */
  message: string;
  onKeyDown: (event: KeyboardEvent) => void;
  /** The focus has left the board: the card goes back. */
  onBlur: () => void;
}

interface Lifted<Column extends string> {
  card: LiftedCard<Column>;
  over: Column;
}

/** The link of a card, once it stands in its new column. */
const focusCard = (id: string): void =>
  void requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"] a`)?.focus());

/**
 * Moving a card by keyboard: Space lifts and drops it, arrows choose the column, Escape puts it back.
 * @param columns in their order
 * @param words names of columns are those of `nameOf`
 */
export function useCardLift<Column extends string>(
  cards: readonly LiftedCard<Column>[],
  columns: readonly Column[],
  nameOf: (column: Column) => string,
  words: LiftWords,
  onDrop: (id: string, column: Column) => Promise<boolean>,
): CardLift<Column> {
  const [lifted, setLifted] = useState<Lifted<Column>>();
  const [message, setMessage] = useState("");

  const end = (said: string): void => {
    setLifted(undefined);
    setMessage(said);
  };
  const lift = (event: KeyboardEvent): void => {
    const element = event.target instanceof HTMLAnchorElement ? event.target.closest("[data-item]") : null;
    const card = cards.find(({ id }) => id === element?.getAttribute("data-item"));
    if (!card || !columns.includes(card.column)) return;
    event.preventDefault();
    setLifted({ card, over: card.column });
    setMessage(words.lifted(card.name, nameOf(card.column)));
  };
  const putBack = ({ card }: Lifted<Column>): void => end(words.returned(card.name, nameOf(card.column)));
  const drop = async (held: Lifted<Column>): Promise<void> => {
    const { card, over } = held;
    if (over === card.column) return putBack(held);
    end(words.dropped(card.name, nameOf(over)));
    const answer = onDrop(card.id, over);
    focusCard(card.id);
    if (!(await answer)) putBack(held);
    focusCard(card.id);
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
      setMessage(words.over(nameOf(next)));
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
    id: lifted?.card.id,
    over: lifted && lifted.over !== lifted.card.column ? lifted.over : undefined,
    message,
    onKeyDown,
    onBlur: () => (lifted ? putBack(lifted) : undefined),
  };
}
