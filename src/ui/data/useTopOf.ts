import { type RefObject, useLayoutEffect, useState } from "react";

/** Distance of an element from the top of the document, CSS pixels; follows what comes and goes above it. */
export function useTopOf(place: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => {
      const box = place.current?.getBoundingClientRect();
      if (box) setTop(Math.round(box.top + window.scrollY));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, [place]);
  return top;
}
