import { useEffect, useState } from "react";
import { currentSection } from "./outline.ts";
import { onceRendered } from "#src/ui/onceRendered.ts";
import { sectionId } from "./reading.ts";

/** The band in which a section counts as read: from below the top bar to the middle of the window. */
const band = "-76px 0px -50% 0px";
/** What moves the page by a person's hand. */
const moves = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/**
 * The section in hand, by how far the page is scrolled.
 * @param keys of the sections, in their order; the same array as long as they stay
 * @returns its key, and `pick` for one that was chosen: it stays until the person scrolls, also where the page is too
 * short to bring it to the top
 */
export function useCurrentSection(keys: readonly string[]): { current: string | null; pick: (key: string) => void } {
  const [seen, setSeen] = useState<string | null>(null);
  const [picked, setPicked] = useState<string | null>(null);
  useEffect(() => {
    const inBand = new Set<string>();
    const keyOf = new Map<Element, string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const key = keyOf.get(target);
          if (key === undefined) continue;
          if (isIntersecting) inBand.add(key);
          else inBand.delete(key);
        }
        setSeen((before) => currentSection(keys, inBand, before));
      },
      { rootMargin: band },
    );
    let isOver = false;
    for (const key of keys)
      onceRendered(
        () => (isOver ? document.body : document.getElementById(sectionId(key))),
        (section) => {
          if (isOver) return;
          keyOf.set(section, key);
          observer.observe(section);
        },
      );
    return () => {
      isOver = true;
      observer.disconnect();
    };
  }, [keys]);
  useEffect(() => {
    if (picked === null) return undefined;
    const release = (): void => setPicked(null);
    for (const move of moves) addEventListener(move, release, { passive: true });
    return () => {
      for (const move of moves) removeEventListener(move, release);
    };
  }, [picked]);
  return { current: picked !== null && keys.includes(picked) ? picked : (seen ?? keys[0] ?? null), pick: setPicked };
}
