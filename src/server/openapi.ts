import { contract } from "./contract.ts";

/** The parts of an OpenAPI 3.1 document that our own documentation page reads. */
export interface OpenApiDocument {
  info: { title: string; version: string; description?: string };
  paths?: Record<string, Record<string, OpenApiOperation> | undefined>;
}

export interface OpenApiOperation {
  summary?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[];
  requestBody?: { content?: Record<string, { schema?: unknown }> };
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: unknown }> }>;
}

let made: Promise<OpenApiDocument> | undefined;

/** The contract as OpenAPI 3.1, made once per process when first asked for. */
export function openApiDocument(appUrl: string): Promise<OpenApiDocument> {
  made ??= (async () => {
    const [{ OpenAPIGenerator }, { ZodToJsonSchemaConverter }] = await Promise.all([
      import("@orpc/openapi"),
      import("@orpc/zod/zod4"),
    ]);
    const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
    const document: unknown = await generator.generate(contract, {
      info: {
        title: "Pioneer",
        version: "0.1.0",
        description:
          "Calls of the signed-in person. Sign-in is the next-auth v4 dialect under /api/auth. Where a body has enData, a sealed string is accepted in place of the object. Refusals are {code, message, requestId, fields?}.",
      },
      servers: [{ url: `${appUrl}/api` }],
    });
    const plain = document as OpenApiDocument;
    plain.paths = { ...plain.paths, ...eventStreamPath };
    return plain;
  })();
  return made;
}

/** Streams are not part of the contract object; their description is. */
const eventStreamPath: OpenApiDocument["paths"] = {
  "/workflows/runs/{runId}/events": {
    get: {
      summary: "Server-sent events of a run; resumes after Last-Event-ID",
      tags: ["workflows"],
      parameters: [
        { name: "runId", in: "path", required: true, schema: { type: "string", format: "uuid" } },
        { name: "Last-Event-ID", in: "header", schema: { type: "string" } },
      ],
      responses: {
        "200": {
          description: "One RunEvent as JSON per message",
          content: { "text/event-stream": { schema: { type: "string" } } },
        },
      },
    },
  },
};
