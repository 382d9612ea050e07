import { Hono } from "hono";
import { id as idSchema } from "#src/kit/schemas.ts";
import { notFound, ProductError } from "#src/kit/errors.ts";
import type { Session } from "#src/features/account/server/session.ts";
import type { Deps } from "#src/server/deps.ts";
import type { RunEvent } from "../contract.ts";
import { eventsAfter } from "./events.ts";
import type { Feed } from "./feed.ts";
import { runsOf, toRun } from "./repository.ts";

/** Looks at the stream this often when another process writes it; milliseconds. */
const lookMs = 200;
/** A comment keeps proxies from closing a quiet stream; milliseconds. */
const heartbeatMs = 15_000;
/** An open stream asks this often whether its session still lives; milliseconds. */
const sessionMs = 2_000;
/** A stream is closed after this long; the browser comes back with its place. */
const longestMs = 10 * 60_000;

/** Place in a stream: row and event inside it. `3.1` has seen the second event of row 3. */
function placeOf(lastEventId: string | undefined): { row: number; event: number } {
  const match = /^(\d{1,9})\.(\d{1,9})$/.exec(lastEventId ?? "");
  return match ? { row: Number(match[1]), event: Number(match[2]) } : { row: -1, event: Number.MAX_SAFE_INTEGER };
}

/**
 * `GET /api/workflows/runs/{runId}/events`: server-sent events, one RunEvent as JSON per message, resuming after
 * `Last-Event-ID`. Any process can serve any run.
 */
export function eventRoutes(
  deps: Pick<Deps, "db" | "log" | "closing"> & { feed: Feed },
  sessionOf: (request: Request) => Promise<Session>,
): Hono {
  const app = new Hono();
  const isSignedIn = (request: Request): Promise<boolean> =>
    sessionOf(request).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ProductError && error.status === 401) return false;
        throw error;
      },
    );
  app.get("/api/workflows/runs/:runId/events", async (context) => {
    const session = await sessionOf(context.req.raw);
    const runId = idSchema.safeParse(context.req.param("runId"));
    const runs = runsOf(session.userId, deps.db);
    const known = runId.success ? await runs.find(runId.data) : null;
    if (!known) throw notFound("Run not found");
    const place = placeOf(context.req.header("last-event-id"));
    const gone = new AbortController();
    const ended = AbortSignal.any([gone.signal, deps.closing]);
    const encoder = new TextEncoder();

    const pump = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
      const send = (text: string): void => {
        if (!gone.signal.aborted) controller.enqueue(encoder.encode(text));
      };
      const until = Date.now() + longestMs;
      const wasFinished = known.finished_at !== null;
      let quietSince = Date.now();
      let askedAt = Date.now();
      let hasEnded = false;
      send("retry: 1000\n\n");
      while (!ended.aborted && !hasEnded && Date.now() < until) {
        if (Date.now() - askedAt > sessionMs) {
          if (!(await isSignedIn(context.req.raw))) break;
          askedAt = Date.now();
        }
        const rows = await eventsAfter(known.id, place.row - 1, deps.db);
        let batch = "";
        for (const row of rows) {
          row.events.forEach((event: RunEvent, index) => {
            if (row.offset === place.row && index <= place.event) return;
            batch += `id: ${row.offset}.${index}\ndata: ${JSON.stringify(event)}\n\n`;
            place.row = row.offset;
            place.event = index;
            if (event.type === "end") hasEnded = true;
          });
        }
        if (batch !== "") {
          send(batch);
          quietSince = Date.now();
          if (rows.length >= 500) continue;
        }
        if (hasEnded) break;
        if (wasFinished) {
          // The stream of an old run is forgotten; what became of it is not.
          send(`data: ${JSON.stringify({ type: "end", run: toRun(known) })}\n\n`);
          break;
        }
        if (Date.now() - quietSince > heartbeatMs) {
          if (!(await runs.find(known.id))) break;
          send(": alive\n\n");
          quietSince = Date.now();
        }
        await deps.feed.wait(known.id, lookMs, ended);
      }
    };

    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        pump(controller)
          .catch((error: unknown) => deps.log.warn({ err: error, runId: known.id }, "a run's stream broke"))
          .finally(() => {
            try {
              controller.close();
            } catch {
              // The reader has gone: there is nothing left to close.
            }
          });
      },
      cancel: () => gone.abort(),
    });
    context.req.raw.signal.addEventListener("abort", () => gone.abort());
    return new Response(stream, {
      headers: { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" },
    });
  });
  return app;
}
