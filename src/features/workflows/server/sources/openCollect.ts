import { LostFileError } from "#src/features/files/server/usecases.ts";
import type { Deps } from "#src/server/deps.ts";
import type { ReadRequest } from "../../kit/state.ts";
import type { CommonForm, SourceText } from "../../workflow.ts";
import type { SourceNote } from "./collect.ts";
import type { Fetcher } from "./fetcher.ts";
import type { Search } from "./search.ts";

/** Reads what the plan of a run asks for. */
export type Collect = (wanted: {
  userId: string;
  requests: readonly ReadRequest[];
  /** Number of the first source; ids of a run are never given twice. */
  firstId: number;
  form: Pick<CommonForm, "research" | "allowedDomains" | "blockedDomains">;
  language: string;
  signal: AbortSignal;
}) => Promise<{
  sources: SourceText[];
  notes: SourceNote[];
  /** Name of an own file whose stored bytes cannot be read: the run must not go on without it. */
  unreadable?: string;
}>;

interface Tools {
  fetcher: Fetcher;
  search: Search;
}

/** Reading for runs. What fetches and parses pages is loaded with the first run that needs it. */
export function openCollect(deps: Pick<Deps, "db" | "storage" | "now" | "config" | "log">): {
  read: Collect;
  close: () => Promise<void>;
} {
  let tools: Promise<Tools> | undefined;
  const openTools = async (): Promise<Tools> => {
    const [{ openFetcher, parseAllowHosts }, { openSearch }] = await Promise.all([
      import("./fetcher.ts"),
      import("./search.ts"),
    ]);
    const fetcher = openFetcher({
      allowHosts: parseAllowHosts(deps.config.fetchAllowHosts),
      userAgent: `PioneerBot/0.1 (+${deps.config.appUrl})`,
      now: deps.now,
      log: deps.log,
    });
    return { fetcher, search: openSearch(deps.config, fetcher) };
  };
  return {
    async read({ userId, requests, firstId, form, language, signal }) {
      tools ??= openTools();
      const [{ collectSources }, { fetcher, search }] = await Promise.all([import("./collect.ts"), tools]);
      const { research, allowedDomains, blockedDomains } = form;
      try {
        return await collectSources(requests, {
          research,
          allowedDomains,
          blockedDomains,
          userId,
          language,
          signal,
          firstId,
          deps: { ...deps, fetcher, search },
        });
      } catch (error) {
        if (!(error instanceof LostFileError)) throw error;
        deps.log.error({ err: error }, "a run ends because an attached file cannot be read");
        return { sources: [], notes: [], unreadable: error.fileName };
      }
    },
    async close() {
      const opened = await tools;
      await opened?.fetcher.close();
    },
  };
}
