/** Ends the notice that is shown. */
let end: (() => void) | undefined;

/** Names the tab until it is looked at again, whatever its page calls itself in between. */
export function showTabNotice(text: string): void {
  end?.();
  let ofPage = document.title;
  const keep = (): void => {
    if (document.title === text) return;
    ofPage = document.title;
    document.title = text;
  };
  const watch = new MutationObserver(keep);
  const looked = (): void => {
    if (document.visibilityState === "visible") end?.();
  };
  end = () => {
    watch.disconnect();
    document.removeEventListener("visibilitychange", looked);
    document.title = ofPage;
    end = undefined;
  };
  keep();
  watch.observe(document.head, { childList: true, characterData: true, subtree: true });
  document.addEventListener("visibilitychange", looked);
}
