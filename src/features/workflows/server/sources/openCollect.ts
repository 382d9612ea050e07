import { LostFileError } from "#src/features/files/server/usecases.ts";
import type { Deps } from "#src/server/deps.ts";
import type { CommonForm, SourceText, Workflow } from "../../workflow.ts";
import type { Fetcher } from "./fetcher.ts";
import type { Search } from "./search.ts";

/** Reads what a workflow asks for before the engine runs. */
export type Collect = (run: {
  userId: string;
  workflow: Workflow;
  form: CommonForm;
  language: string;
  signal: AbortSignal;
}) => Promise<{
  sources: SourceText[];
  files: number;
  pages: number;
  failed: number;
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
    async read({ userId, workflow, form, language, signal }) {
      const requests = workflow.sources(form);
      if (requests.length === 0) return { sources: [], files: 0, pages: 0, failed: 0 };
      tools ??= openTools();
      const [{ collectSources }, { fetcher, search }] = await Promise.all([import("./collect.ts"), tools]);
      const { research, allowedDomains, blockedDomains } = form;
      const collected = await collectSources(requests, {
        research,
        allowedDomains,
        blockedDomains,
        userId,
        language,
        signal,
        deps: { ...deps, fetcher, search },
      }).catch((error: unknown) => {
        if (error instanceof LostFileError) return error;
        throw error;
      });
      if (collected instanceof LostFileError) {
        deps.log.error({ err: collected }, "a run ends because an attached file cannot be read");
        return { sources: [], files: 0, pages: 0, failed: 1, unreadable: collected.fileName };
      }
      const { sources, notes } = collected;
      const files = sources.filter(({ source }) => source.url.startsWith("file:")).length;
      const failed = notes.filter(
        (note) => !["read", "duplicate", "enough", "researchOff"].includes(note.outcome),
      ).length;
      return { sources, files, pages: sources.length - files, failed };
    },
    async close() {
      const opened = await tools;
      await opened?.fetcher.close();
    },
  };
}
