import type { EntryPreview } from "../contract.ts";

/** An entry under the pointer while it is dragged; CSS pixels of the window. */
export interface Carried {
  entry: EntryPreview;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A hold on an entry of a grid. */
export interface Grip {
  /** Dims the entry where it was. @returns where it is drawn for this place of the pointer */
  carry: (x: number, y: number) => Carried;
  release: () => void;
}

/** Takes hold of the entry that `target` is a part of, at a point of it; undefined where it is none. */
export function gripOf(entry: EntryPreview, target: Element, x: number, y: number): Grip | undefined {
  const source = target.closest<HTMLElement>("[data-entry]");
  if (!source) return undefined;
  const { left, top, width, height } = source.getBoundingClientRect();
  return {
    carry(toX, toY) {
      source.dataset["dragged"] = "";
      return { entry, left: left + toX - x, top: top + toY - y, width, height };
    },
    release() {
      delete source.dataset["dragged"];
    },
  };
}
