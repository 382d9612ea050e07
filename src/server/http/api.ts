import type { AnyRouter, ORPCError, Router } from "@orpc/server";
import { StandardHandler, type StandardCodec } from "@orpc/server/standard";
import { StandardOpenAPIMatcher } from "@orpc/openapi/standard";
import { badRequest } from "#src/kit/errors.ts";
import { readJson } from "#src/platform/http/body.ts";
import type { ApiContext } from "#src/platform/http/context.ts";
import { toProductError } from "#src/platform/http/errors.ts";

const emptyHeaders = {};

/** JSON in, JSON out. Path parameters win over fields of the same name in query or body. */
const codec: StandardCodec = {
  async decode(request, params) {
    if (request.method === "GET") {
      const query: Record<string, string> = { ...params };
      for (const [name, value] of request.url.searchParams) {
        if (name === "__proto__" || value.includes("\u0000")) throw badRequest("The query cannot be used");
        if (params && name in params) continue;
        query[name] = value;
      }
      return query;
    }
    const body = await request.body();
    if (!params || Object.keys(params).length === 0) return body;
    if (body === undefined) return params;
    if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
    return { ...body, ...params };
  },
  encode: (output, procedure) => ({
    status: procedure["~orpc"].route.successStatus ?? 200,
    headers: emptyHeaders,
    body: output,
  }),
  encodeError(error: ORPCError<string, unknown>) {
    throw toProductError(error);
  },
};

/** Opens `enData` of a body when it came sealed. */
export type OpenEnvelope = (method: string, path: string, body: unknown) => Promise<unknown>;

/**
 * Answers the calls of the contract. Null when the path is none of them.
 * @param headers of every answer
 * @throws ProductError for every refusal
 */
export function openApi(
  router: AnyRouter,
  headers: Readonly<Record<string, string>>,
): (request: Request, url: URL, context: ApiContext, openEnvelope: OpenEnvelope) => Promise<Response | null> {
  const handler = new StandardHandler<ApiContext>(
    router as Router<never, ApiContext>,
    new StandardOpenAPIMatcher(),
    codec,
    {},
  );
  const answerHeaders = { ...headers, "content-type": "application/json", "cache-control": "no-store" };
  return async (request, url, context, openEnvelope) => {
    let body: Promise<unknown> | undefined;
    const result = await handler.handle(
      {
        method: request.method,
        url,
        headers: {},
        // No call outlives its answer by much, and asking for the request's signal makes a second request object.
        signal: undefined,
        body: () => (body ??= readJson(request).then((value) => openEnvelope(request.method, url.pathname, value))),
      },
      { context, prefix: "/api" },
    );
    if (!result.matched) return null;
    // As bytes: a long text would be encoded again with the headers that go out before it.
    return new Response(Buffer.from(JSON.stringify(result.response.body)), {
      status: result.response.status,
      headers: answerHeaders,
    });
  };
}
