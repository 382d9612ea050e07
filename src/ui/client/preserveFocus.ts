let stop = (): void => undefined;

/**
 * Keeps the focus in the sidebar while its lines are drawn anew, at once and as their parts arrive: on the same line,
 * else on the button that changes the width. Ends when the person goes elsewhere, or with the next call.
 * @param side the sidebar itself, which stays
 * @param line what had the focus before the first change
 */
export function preserveFocus(side: Element, line: Element): void {
  stop();
  let held = line;
  const restore = (): void => {
    if (held.isConnected) return;
    if (document.activeElement !== document.body) {
      stop();
      return;
    }
    const href = held.getAttribute("href");
    const button = held.getAttribute("data-side") ?? "width";
    const same = href ? `a[href="${CSS.escape(href)}"]` : `[data-side="${button}"]`;
    for (const one of [same, '[data-side="width"]']) {
      side.querySelector<HTMLElement>(one)?.focus();
      if (document.activeElement === document.body) continue;
      held = document.activeElement ?? held;
      return;
    }
  };
  const observer = new MutationObserver(restore);
  // A line that is drawn anew loses the focus too; then it stands no longer in the page.
  const leave = (): void =>
    queueMicrotask(() => {
      if (held.isConnected && document.activeElement !== held) stop();
    });
  stop = () => {
    observer.disconnect();
    side.removeEventListener("focusout", leave);
  };
  observer.observe(side, { childList: true, subtree: true });
  side.addEventListener("focusout", leave);
  restore();
}
