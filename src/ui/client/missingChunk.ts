const mark = "pioneer.reloadedFor";

/**
 * After a deploy the parts an open page still asks for are gone: load the page anew, once for each missing part, so
 * that a part that is really missing ends on the error page and not in a loop. Never while the server does not answer:
 * the page that is open is worth more than one that cannot be loaded.
 */
export function reloadOnceForMissingChunk(): void {
  addEventListener("vite:preloadError", (event) => {
    const part = event.payload.message;
    // The router would load the page anew at once, also without a network, which ends on the browser's own error page.
    try {
      sessionStorage.setItem(`tanstack_router_reload:${part}`, "1");
    } catch {
      // Without storage the router does not reload either.
    }
    const reload = async (): Promise<void> => {
      const alive = await fetch("/health/live", { cache: "no-store" });
      if (!alive.ok) return;
      try {
        // All of them: two missing parts would else take turns for ever.
        const parts = sessionStorage.getItem(mark)?.split("\n") ?? [];
        if (parts.includes(part)) return;
        sessionStorage.setItem(mark, [...parts, part].join("\n"));
      } catch {
        return;
      }
      location.reload();
    };
    reload().catch(() => undefined);
  });
}
