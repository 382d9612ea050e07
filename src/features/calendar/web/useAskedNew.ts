import { useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { isModalOpen } from "#src/ui/isModalOpen.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** What an entry begins with that another page asks for. */
    newEntry?: AskedEntry;
  }
}

export interface AskedEntry {
  title: string;
  /** `Mara Brandt <mara@example.com>` or the address alone. */
  attendees: string[];
}

export interface AskedNewProps {
  /** False until the page knows how to answer. */
  isAsked: boolean;
  onNew: (asked: AskedEntry | undefined) => void;
  /** Takes the question out of the address, so that neither a reload nor the way back asks again. */
  settle: () => void;
}

/** `?entry=new` in the address, as the command palette asks, begins a new entry. */
export function useAskedNew(props: AskedNewProps): void {
  const { isAsked } = props;
  const asked = useRouterState({ select: ({ location }) => location.state.newEntry });
  const latest = useRef({ ...props, asked });
  useEffect(() => {
    latest.current = { ...props, asked };
  });
  useEffect(() => {
    if (!isAsked) return;
    const { settle, asked: words } = latest.current;
    settle();
    // The palette that asked holds the focus until it is gone.
    const begin = (): void => {
      if (isModalOpen()) requestAnimationFrame(begin);
      else latest.current.onNew(words);
    };
    begin();
  }, [isAsked]);
}
