const mark = "pioneer.reloadedFor";

/**
 * After a deploy the parts an open page still asks for are gone: load the page anew, once for each missing part, so
 * that a part that is really missing ends on the error page and not in a loop.
 */
export function reloadOnceForMissingChunk(): void {
  addEventListener("vite:preloadError", (event) => {
    // Without a connection nothing is missing but that: loading anew would lose the page that is there.
    if (!navigator.onLine) return;
    const part = event.payload.message;
    try {
      if (sessionStorage.getItem(mark) === part) return;
      sessionStorage.setItem(mark, part);
    } catch {
      return;
    }
    event.preventDefault();
    location.reload();
  });
}
