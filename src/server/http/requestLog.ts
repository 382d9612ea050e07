import { createHmac } from "node:crypto";
import type { Logger } from "pino";
import { getOrCompute } from "#src/kit/boundedCache.ts";
import type { Metrics } from "#src/platform/metrics.ts";
import type { Tracing } from "#src/platform/tracing.ts";
import type { RouteName } from "./routeNames.ts";

/** A request that was answered. */
export interface AnsweredRequest {
  method: string;
  /** Without the query. */
  path: string;
  status: number;
  /** Asked only where the route alone does not say what the answer is. */
  isPage: () => boolean;
  /** Milliseconds until the answer began. */
  ms: number;
  /** When the request came, milliseconds since 1970. */
  startedAt: number;
  requestId: string;
  userId: string | undefined;
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** People whose name in the log is remembered. */
const rememberedPeople = 10_000;

/**
 * Names a person in the log: the same for all their requests, and nobody without the secret can tell whose it is.
 */
export function pseudonymizer(secret: string): (userId: string) => string {
  const key = createHmac("sha256", secret).update("log/1").digest();
  const known = new Map<string, string>();
  return (userId) =>
    getOrCompute(known, userId, rememberedPeople, () =>
      createHmac("sha256", key).update(userId).digest("base64url").slice(0, 12),
    );
}

/** Route of a request by a name that holds nothing of a person: paths of pages and of mistakes hold ids and words. */
function routeOf({ method, path, status, isPage }: AnsweredRequest, routeName: RouteName): string {
  const known = routeName(method, path);
  if (known !== undefined) return known;
  if (status === 404) return "unknown";
  if (path.startsWith("/api/")) return "/api/*";
  return isPage() ? "page" : "asset";
}

/** One line, one measurement and one span for each request. Queries, cookies and bodies reach none of them. */
export function openRequestLog(options: {
  log: Logger;
  secret: string;
  routeName: RouteName;
  metrics: Metrics | undefined;
  tracing: Tracing | undefined;
}): (request: AnsweredRequest) => void {
  const { log, routeName, metrics, tracing } = options;
  const pseudonym = pseudonymizer(options.secret);
  return (request) => {
    const { status, requestId, userId } = request;
    const method = methods.has(request.method) ? request.method : "other";
    const route = routeOf(request, routeName);
    metrics?.countRequest({ method, route, status, seconds: request.ms / 1000 });
    // Probes and files would bury what people do.
    const isQuiet = route === "asset" || route.startsWith("/health/") || route === "/metrics";
    if (!isQuiet)
      tracing?.recordRequest({ method, route, status, startedAt: request.startedAt, ms: request.ms, requestId });
    const level = isQuiet && status < 500 ? "debug" : "info";
    if (!log.isLevelEnabled(level)) return;
    const ms = Math.round(request.ms * 10) / 10;
    log[level](
      { method, route, status, ms, requestId, ...(userId === undefined ? {} : { person: pseudonym(userId) }) },
      "request",
    );
  };
}
