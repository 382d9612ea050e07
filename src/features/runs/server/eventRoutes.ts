import { Hono } from "hono";
import { id as idSchema } from "#src/kit/schemas.ts";
import { notFound } from "#src/kit/errors.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { RequestEnv, SessionOf } from "#src/platform/http/requestContext.ts";
import type { Feed } from "./feed.ts";
import { runsOf, toRun } from "./repository.ts";
import { openRunReaders, type StreamPosition } from "./runPoller.ts";
import { openStreamSessions } from "./streamSessions.ts";

/** A comment keeps proxies from closing a quiet stream; milliseconds. */
const heartbeatMs = 15_000;
/** Streams are closed after this time; the browser reconnects with its `Last-Event-ID`. */
const longestMs = 10 * 60_000;

function positionOf(lastEventId: string | undefined): StreamPosition {
  const match = /^(\d{1,9})\.(\d{1,9})$/.exec(lastEventId ?? "");
  return match ? { row: Number(match[1]), event: Number(match[2]) } : { row: -1, event: Number.MAX_SAFE_INTEGER };
}

/**
 * `GET /api/workflows/runs/{runId}/events`: server-sent events, one RunEvent as JSON per message, resuming after
 * `Last-Event-ID`. Any process can serve any run. A process that shuts down ends its streams, and browsers reconnect to
 * another one.
 */
export function eventRoutes(
  deps: Pick<Deps, "db" | "log" | "closing"> & { feed: Feed },
  sessionOf: SessionOf,
): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  const { closing } = deps;
  const openReader = openRunReaders(deps);
  const sessions = openStreamSessions(deps);
  app.get("/api/workflows/runs/:runId/events", async (context) => {
    const session = await sessionOf(context);
    const runId = idSchema.safeParse(context.req.param("runId"));
    const runs = runsOf(session.userId, deps.db);
    const known = runId.success ? await runs.find(runId.data) : null;
    if (!known) throw notFound("Run not found");
    const headers = { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" };
    // A HEAD response has no reader, so nothing would ever end its stream.
    if (context.req.method === "HEAD") return new Response(null, { headers });
    const position = positionOf(context.req.header("last-event-id"));
    const gone = new AbortController();
    const leave = sessions.open(session.userId, {
      runId: known.id,
      sessionId: session.id,
      end: () => gone.abort(),
    });
    const reader = openReader(known.id);
    const end = (): void => {
      gone.abort();
      closing.removeEventListener("abort", end);
      context.req.raw.signal.removeEventListener("abort", end);
      reader.close();
      leave();
    };
    closing.addEventListener("abort", end);
    context.req.raw.signal.addEventListener("abort", end);
    if (closing.aborted) end();

    const until = Date.now() + longestMs;
    let lastSentAt = Date.now();
    let hasEnded = false;
    /** The next piece of the stream, null after the last. */
    const next = async (): Promise<string | null> => {
      while (!gone.signal.aborted && !hasEnded && Date.now() < until) {
        const { text, hasEnd, isCaughtUp } = reader.take(position);
        hasEnded = hasEnd;
        if (text !== "") return text;
        if (isCaughtUp && known.finished_at !== null) {
          // The stream of an old run is forgotten; what became of it is not.
          hasEnded = true;
          return `data: ${JSON.stringify({ type: "end", run: toRun(known) })}\n\n`;
        }
        if (Date.now() - lastSentAt > heartbeatMs) return (await runs.find(known.id)) ? ": alive\n\n" : null;
        await reader.wait(heartbeatMs, gone.signal);
      }
      return null;
    };
    const encoder = new TextEncoder();
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(encoder.encode("retry: 1000\n\n")),
      async pull(controller) {
        const piece = await next().catch((error: unknown) => {
          deps.log.warn({ err: error, runId: known.id }, "a run's stream broke");
          return null;
        });
        lastSentAt = Date.now();
        if (piece !== null) return controller.enqueue(encoder.encode(piece));
        end();
        controller.close();
      },
      cancel: end,
    });
    return new Response(stream, { headers });
  });
  return app;
}
