/** Pages kept, and UTF-16 units of their texts together: about 40 MB at most. */
const maxPages = 300;
const maxLength = 20_000_000;

interface CacheEntry<Page> {
  page: Page;
  until: number;
}

export interface PageCache<Page> {
  get: (url: string) => Page | undefined;
  /** @param freshMs milliseconds that this page stays fresh, where it differs */
  set: (url: string, page: Page, freshMs?: number) => void;
}

/**
 * Remembers pages for a while and forgets the one that was unused longest first.
 * @param keepMs milliseconds a page stays fresh
 */
export function openPageCache<Page extends { text: string }>(keepMs: number, now: () => Date): PageCache<Page> {
  const kept = new Map<string, CacheEntry<Page>>();
  let length = 0;

  const drop = (url: string): void => {
    length -= kept.get(url)?.page.text.length ?? 0;
    kept.delete(url);
  };

  return {
    get(url) {
      const found = kept.get(url);
      if (!found) return undefined;
      if (found.until <= now().getTime()) {
        drop(url);
        return undefined;
      }
      kept.delete(url);
      kept.set(url, found);
      return found.page;
    },
    set(url, page, freshMs = keepMs) {
      drop(url);
      kept.set(url, { page, until: now().getTime() + freshMs });
      length += page.text.length;
      for (const oldest of kept.keys()) {
        if (kept.size <= maxPages && length <= maxLength) break;
        drop(oldest);
      }
    },
  };
}
