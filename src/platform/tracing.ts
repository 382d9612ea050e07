import { AsyncLocalStorage } from "node:async_hooks";
import type { Context, Span } from "@opentelemetry/api";
import type { Version } from "./version.ts";
import { trimEndBy } from "#src/kit/text.ts";

type Attributes = Record<string, string | number>;

/** Spans of requests, of runs with their steps, and of engine calls. Attributes hold no words and no names of people. */
export interface Tracing {
  recordRequest: (request: {
    method: string;
    route: string;
    status: number;
    startedAt: number;
    ms: number;
    requestId: string;
  }) => void;
  /** Runs `work` inside a span; spans of what it calls become its children. */
  span: <T>(name: string, attributes: Attributes, work: () => Promise<T>) => Promise<T>;
  /** Begins a child of the span in force that something else ends. */
  begin: (name: string, attributes: Attributes) => { end: (attributes: Attributes, failed: boolean) => void };
  /** Sends what is left. */
  stop: () => Promise<void>;
}

/** Milliseconds that the end of the process waits for the last spans. */
const flushMs = 500;

/**
 * Sends spans to `<endpoint>/v1/traces`. The library is loaded here, so that nobody else pays for it.
 * @param endpoint base address, as OTEL_EXPORTER_OTLP_ENDPOINT means it
 */
export async function openTracing(endpoint: string, { version, commit }: Version, role: string): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      "service.name": "pioneer",
      "service.version": version,
      "pioneer.role": role,
      ...(commit ? { "vcs.ref.head.revision": commit } : {}),
    }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${trimEndBy(endpoint, /\//)}/v1/traces` }),
        scheduledDelayMillis: 1_000,
      }),
    ],
  });
  const tracer = provider.getTracer("pioneer", version);
  const current = new AsyncLocalStorage<Context>();
  const context = (): Context => current.getStore() ?? api.ROOT_CONTEXT;
  const fail = (span: Span): void => void span.setStatus({ code: api.SpanStatusCode.ERROR });
  return {
    recordRequest({ method, route, status, startedAt, ms, requestId }) {
      const span = tracer.startSpan(
        `${method} ${route}`,
        {
          kind: api.SpanKind.SERVER,
          startTime: startedAt,
          attributes: {
            "http.request.method": method,
            "http.route": route,
            "http.response.status_code": status,
            "pioneer.request_id": requestId,
          },
        },
        api.ROOT_CONTEXT,
      );
      if (status >= 500) fail(span);
      span.end(startedAt + ms);
    },
    async span(name, attributes, work) {
      const span = tracer.startSpan(name, { attributes }, context());
      try {
        return await current.run(api.trace.setSpan(context(), span), work);
      } catch (error) {
        // Messages of errors may repeat what a person wrote: the name of the error has to do.
        span.setAttribute("error.type", error instanceof Error ? error.name : typeof error);
        fail(span);
        throw error;
      } finally {
        span.end();
      }
    },
    begin(name, attributes) {
      const span = tracer.startSpan(name, { kind: api.SpanKind.CLIENT, attributes }, context());
      return {
        end(more, failed) {
          span.setAttributes(more);
          if (failed) fail(span);
          span.end();
        },
      };
    },
    async stop() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((done) => {
        timer = setTimeout(done, flushMs);
      });
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}
