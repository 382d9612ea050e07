import { type ComponentProps, useEffect } from "react";

let locks = 0;

/** Keeps the page from scrolling until the last one who asked for it lets it go. */
function lockPage(): () => void {
  const page = document.documentElement;
  // The place of a bar that goes stays, so that nothing moves.
  if (locks === 0) page.dataset["locked"] = innerWidth > page.clientWidth ? "bar" : "";
  locks += 1;
  return () => {
    locks -= 1;
    if (locks === 0) delete page.dataset["locked"];
  };
}

/**
 * What lies between a page and the dialog over it; stands in the dialog's portal. Radix' own overlay stops scrolling by
 * a variable and a position of the body, for which the browser works out every style and place of the page anew at each
 * opening and closing (decision 17); this one does it by an attribute.
 */
export function Scrim({ open, className = "scrim", ...rest }: ComponentProps<"div"> & { open: boolean }) {
  // In the order of Radix' own effects, so that no style is worked out between them.
  useEffect(() => (open ? lockPage() : undefined), [open]);
  return <div {...rest} className={className} data-state={open ? "open" : "closed"} />;
}
