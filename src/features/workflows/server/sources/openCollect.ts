import type { Extractor } from "#src/features/files/server/extract.ts";
import { LostFileError } from "#src/features/files/server/usecases.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Config } from "#src/platform/config.ts";
import { type ApiName, apiNames } from "../../apis.ts";
import type { ReadRequest } from "../../kit/state.ts";
import type { CommonForm, SourceText } from "../../workflow.ts";
import type { Apis } from "../apis/openApis.ts";
import type { ServiceUse, SourceNote } from "./collect.ts";
import type { Fetcher } from "./fetcher.ts";
import type { Transcriber } from "../speech/transcribe.ts";
import type { Search } from "./search.ts";
import { openSourceStates, searchProviders, type SourceName, type SourceUse } from "./sourceStates.ts";

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
  services: ServiceUse[];
  /** Name of an own file whose stored bytes cannot be read: the run must not go on without it. */
  unreadable?: string;
}>;

interface Tools {
  fetcher: Fetcher;
  search: Search;
  apis: Apis;
  transcriber: Transcriber | undefined;
  /** Copies sound; threads start with the first long recording. */
  extractor: Extractor;
}

/** A service, whether it is set up, and how it answered the last time. */
export interface SourceState extends SourceUse {
  name: SourceName;
  isConfigured: boolean;
}

/** What the settings show of the sources and can ask of them. */
export interface SourceRoom {
  states: () => SourceState[];
  /** Asks every configured service the smallest question, all at once. @throws the reason of `signal` */
  checkAll: (signal: AbortSignal) => Promise<SourceState[]>;
}

/** Milliseconds that copying a part of a recording may take. */
const cutMs = 60_000;
/** Milliseconds that checking all services may take. */
const checkMs = 30_000;

const configuredSearches = ({ searxngUrl, braveApiKey, tavilyApiKey }: Config): ReadonlySet<SourceName> =>
  new Set([
    ...(searxngUrl ? (["searxng"] as const) : []),
    ...(braveApiKey ? (["brave"] as const) : []),
    ...(tavilyApiKey ? (["tavily"] as const) : []),
  ]);

/** Reading for runs. What fetches and parses pages is loaded with the first run that needs it. */
export function openCollect(deps: Pick<Deps, "db" | "storage" | "now" | "config" | "log">): {
  read: Collect;
  room: SourceRoom;
  close: () => Promise<void>;
} {
  const { config } = deps;
  const uses = openSourceStates(deps.now);
  let tools: Promise<Tools> | undefined;
  const openTools = async (): Promise<Tools> => {
    const [{ openFetcher, parseAllowHosts }, { openSearch }, { openApis }, { openTranscriber }, { openExtractor }] =
      await Promise.all([
        import("./fetcher.ts"),
        import("./search.ts"),
        import("../apis/openApis.ts"),
        import("../speech/transcribe.ts"),
        import("#src/features/files/server/extract.ts"),
      ]);
    const fetcher = openFetcher({
      allowHosts: parseAllowHosts(config.fetchAllowHosts),
      userAgent: `PioneerBot/0.1 (+${config.appUrl})`,
      now: deps.now,
      log: deps.log,
    });
    const addresses = addressesOf(config);
    const { transcriptionUrl: url, transcriptionApiKey: apiKey, transcriptionModel: model } = config;
    return {
      extractor: openExtractor({ timeMs: cutMs }),
      transcriber: url === undefined ? undefined : openTranscriber({ url, apiKey, model }),
      fetcher,
      search: openSearch(config, { fetcher, now: deps.now, states: uses }),
      apis: openApis({ addresses, fetcher, now: deps.now, states: uses }),
    };
  };
  const states = (): SourceState[] => {
    const searches = configuredSearches(config);
    const addresses = addressesOf(config);
    return [
      ...searchProviders.map((name) => ({ name, isConfigured: searches.has(name), ...uses.of(name) })),
      ...apiNames.map((name) => ({ name, isConfigured: addresses[name] !== "off", ...uses.of(name) })),
    ];
  };
  return {
    async read({ userId, requests, firstId, form, language, signal }) {
      tools ??= openTools();
      const [{ collectSources }, { fetcher, search, apis, transcriber, extractor }] = await Promise.all([
        import("./collect.ts"),
        tools,
      ]);
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
          deps: { ...deps, fetcher, search, apis, cut: extractor.cut, ...(transcriber ? { transcriber } : {}) },
        });
      } catch (error) {
        if (!(error instanceof LostFileError)) throw error;
        deps.log.error({ err: error }, "a run ends because an attached file cannot be read");
        return { sources: [], notes: [], services: [], unreadable: error.fileName };
      }
    },
    room: {
      states,
      async checkAll(signal) {
        tools ??= openTools();
        const { search, apis } = await tools;
        const timer = AbortSignal.timeout(checkMs);
        const within = AbortSignal.any([signal, timer]);
        const checks = [
          ...search.providers.map((name) => [name, () => search.probe(name, within)] as const),
          ...apis.names.map((name) => [name, () => apis.probe(name, within)] as const),
        ];
        await Promise.all(
          checks.map(([name, check]) =>
            check().catch((error: unknown) => {
              signal.throwIfAborted();
              if (!timer.aborted) throw error;
              uses.note(name, { outcome: "timeout" });
            }),
          ),
        );
        return states();
      },
    },
    async close() {
      const opened = await tools;
      await Promise.all([opened?.fetcher.close(), opened?.extractor.close()]);
    },
  };
}

/** Base addresses by service. */
const addressesOf = (config: Config): Record<ApiName, string> => {
  const named = apiNames.map((name): [ApiName, string] => [name, config[`${name}Url`]]);
  return Object.fromEntries(named) as Record<ApiName, string>;
};

declare module "#src/platform/deps.ts" {
  interface Deps {
    /** Services that runs read from, and how they answer. */
    sources: SourceRoom;
  }
}
