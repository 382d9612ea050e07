import { useLayoutEffect } from "react";

/** What parts that lie over every page make room for, by the `data-` attribute of the root element that tells it. */
type RootMark = "bulk" | "docDock" | "docFoot" | "inHand" | "priceBar";

/** How many parts of the page ask for a mark now. */
const holders = new Map<RootMark, number>();

/**
 * Marks the root element while a part of the page is there, so that toasts and the like stand beside it. A selector
 * that looks for the part, `:root:has(.part)`, would be tried anew with every key and every row that comes.
 * @param value of the attribute, for more than being there; null for no mark now
 */
export function useRootMark(mark: RootMark, value: string | null = ""): void {
  const isOn = value !== null;
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    holders.set(mark, (holders.get(mark) ?? 0) + 1);
    return () => {
      const left = (holders.get(mark) ?? 1) - 1;
      holders.set(mark, left);
      if (left === 0) delete document.documentElement.dataset[mark];
    };
  }, [mark, isOn]);
  useLayoutEffect(() => {
    if (value !== null) document.documentElement.dataset[mark] = value;
  }, [mark, value]);
}
