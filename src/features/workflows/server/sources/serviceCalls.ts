import { setTimeout as sleep } from "node:timers/promises";
import { DataServiceError, type ApiCallOptions } from "../apis/adapter.ts";
import type { ServiceLimits } from "../apis/apiFacts.ts";
import type { Fetcher } from "./fetcher.ts";
import { openHostQueue, orAborted } from "./hostQueue.ts";
import type { SourceName, SourceStates } from "./sourceStates.ts";

export type ServiceAnswer = Awaited<ReturnType<Fetcher["callBytes"]>>;

export interface ServiceRequest {
  url: URL;
  options?: ApiCallOptions | undefined;
  limits: ServiceLimits;
  /** The service has to be on the public internet. An address that the operator chose may be on a private network. */
  isPublic: boolean;
  signal: AbortSignal;
  /** What a refusal means, where its status alone does not tell; null leaves it to the status. */
  problem?: (answer: ServiceAnswer) => DataServiceError | null;
}

export interface ServiceCalls {
  /**
   * Sends a request when it is the service's turn and answers what came with status 200, or 304 to the
   * question whether something has changed.
   * @throws ApiError for every other answer; FetchError; the reason of `signal`
   */
  call: (name: SourceName, request: ServiceRequest) => Promise<ServiceAnswer>;
}

/** Longest pause after a service asks to wait, milliseconds; longer ones are cut to this. */
const maxPauseMs = 60 * 60 * 1000;
/** Times a question is sent at most. */
const maxTries = 2;

/** `Retry-After` in milliseconds: seconds or a date, RFC 9110 section 10.2.3. */
function retryAfterMs(value: string | null, now: Date): number | null {
  if (value === null) return null;
  const text = value.trim();
  const wait = /^\d{1,7}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime();
  return Number.isFinite(wait) ? Math.min(maxPauseMs, Math.max(0, wait)) : null;
}

const asksToWait = ({ status, retryAfter }: ServiceAnswer, { busy = [] }: ServiceLimits): boolean =>
  status === 429 || busy.includes(status) || (status === 503 && retryAfter !== null);

function problemOf(status: number): DataServiceError {
  if (status === 401 || status === 403 || status === 406)
    return new DataServiceError("refused", `the service answered ${status}`, { status });
  return new DataServiceError(status === 404 ? "notFound" : "failed", `the service answered ${status}`, { status });
}

/**
 * Calls of outside services: one request at a time for each, with its pause, and none while it asks to be left alone.
 */
export function openServiceCalls({
  fetcher,
  now,
  states,
}: {
  fetcher: Pick<Fetcher, "callBytes">;
  now: () => Date;
  states: SourceStates;
}): ServiceCalls {
  const queue = openHostQueue();
  /** `performance.now()` until which a service is left alone. */
  const pausedUntil = new Map<SourceName, number>();
  const waitOf = (name: SourceName): number => (pausedUntil.get(name) ?? 0) - performance.now();

  const pause = (name: SourceName, milliseconds: number): void => {
    pausedUntil.set(name, Math.max(pausedUntil.get(name) ?? 0, performance.now() + milliseconds));
    states.note(name, { limitedUntil: new Date(now().getTime() + milliseconds).toISOString() });
  };

  /** Null: while it waited for its turn, the service asked to be left alone. */
  const send = (
    name: SourceName,
    { url, options, limits, isPublic, signal }: ServiceRequest,
  ): Promise<ServiceAnswer | null> =>
    queue.run(name, limits.gapMs, signal, async () =>
      waitOf(name) > 0
        ? null
        : fetcher.callBytes(url, {
            ...options,
            signal,
            timeMs: limits.timeMs,
            maxBytes: limits.bytes,
            isPublic,
          }),
    );

  return {
    async call(name, request) {
      const { limits, signal } = request;
      for (let tries = 0; ;) {
        const wait = waitOf(name);
        if (wait > limits.patienceMs || (wait > 0 && tries >= maxTries))
          throw new DataServiceError("limited", "the service asked to be left alone", { waitMs: wait });
        if (wait > 0) await orAborted(sleep(wait), signal);
        const answer = await send(name, request);
        if (answer === null) continue;
        tries += 1;
        const { status } = answer;
        const isUnchanged = status === 304 && request.options?.headers?.["if-none-match"] !== undefined;
        if (status === 200 || isUnchanged) return answer;
        if (!asksToWait(answer, limits)) {
          const problem = request.problem?.(answer) ?? problemOf(status);
          if (problem.waitMs > 0) pause(name, problem.waitMs);
          throw problem;
        }
        pause(name, retryAfterMs(answer.retryAfter, now()) ?? limits.waitMs);
        if (tries >= maxTries)
          throw new DataServiceError("limited", `the service answered ${status} twice`, { status });
      }
    },
  };
}
