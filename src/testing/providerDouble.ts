import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { wireOf } from "./providerWires.ts";
import type { Usage, Wire } from "./providerWires.ts";

/** How an answer that begins well goes on. `whole` is the way of the world; the others are faults. */
export type Ending =
  | "whole"
  /** The connection breaks after the content. */
  | "cut"
  /** The stream closes properly, with no finish reason. */
  | "noFinish"
  /** Nothing more comes, the connection stays open. */
  | "stall"
  /** Nothing more comes but pings, every 10 ms. */
  | "pings"
  /** One event that is not JSON, then the rest as if nothing had been. */
  | "malformed"
  /** An error event of the provider in the stream. */
  | "error";

export interface Answer {
  type: "answer";
  text: string;
  /** Default `whole`; all others happen after `share` of the text. */
  ending?: Ending;
  /** Share of the text that is sent before a fault or before `gate` opens; default 0.5. */
  share?: number;
  /** Raw finish reason of the OpenAI dialect; default `stop`. */
  finish?: string;
  /** The text comes as a refusal. */
  isRefusal?: boolean;
  /** What the model thinks before it writes; only in dialects that show it. */
  thoughts?: string;
  /** `null` sends no usage; default 11 in, 22 out. */
  usage?: Usage | null;
  /** Milliseconds between pieces; default 0. */
  pieceMs?: number;
  /** Characters of a piece; default 12. */
  pieceLength?: number;
  /** Sends `share` of the text and waits for this before it goes on. */
  gate?: Promise<void>;
}

export type Reply =
  | Answer
  | { type: "status"; status: number; body: unknown; headers?: Record<string, string> }
  /** The connection is reset before anything is answered. */
  | { type: "reset" }
  /** Not even headers are sent. */
  | { type: "silent" }
  /** A successful answer that is no stream. */
  | { type: "body"; contentType: string; body: string };

export interface SeenRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** Parsed JSON, or the text when it is none. */
  body: unknown;
  /** The client closed the connection before the answer was complete. */
  aborted: boolean;
  /** `performance.now()` when the whole answer had been handed over. */
  answeredAt?: number;
}

/** What the next call is answered with: one after the other, the last one for good; or asked per call. */
export type Script = Reply[] | ((request: SeenRequest, call: number) => Reply | Promise<Reply>);

export interface ProviderDouble {
  /** `http://127.0.0.1:PORT`; the OpenAI dialect lives under `/v1`, Anthropic's under `/v1`, Google's under `/v1beta`. */
  url: string;
  /** Calls for an answer, in order; what asks about models is not among them. */
  calls: SeenRequest[];
  /** Answers anew from here on and forgets the calls so far. */
  script: (script: Script) => void;
  /** Forgets the calls so far. */
  forget: () => void;
  /** Resolves when the `count`th call (from 1) has arrived. */
  arrived: (count: number) => Promise<SeenRequest>;
  /** Resolves when the client has gone away in the middle of the `count`th call. */
  left: (count: number) => Promise<void>;
  close: () => Promise<void>;
}

export interface ProviderDoubleOptions {
  /** Reported by `/v1/models`, LM Studio's `/api/v0/models` and Ollama's `/api/tags`; default `double-1`. */
  models?: string[];
  /** What the models take and, in LM Studio, were loaded with, in the fields of Ollama and LM Studio. */
  contextTokens?: { most?: number; loaded?: number };
  script?: Script;
  /** TCP port; default any free one. */
  port?: number;
}

/** Settings of a product whose model is the double. */
export const modelOf = ({ url }: Pick<ProviderDouble, "url">) => ({
  AI_ENGINE: "",
  AI_MODEL: "openai-compatible:double-1",
  OPENAI_BASE_URL: `${url}/v1`,
});

/**
 * A model provider on 127.0.0.1 that speaks real HTTP: `/v1/models`, `/v1/chat/completions` and `/v1/responses`
 * (streamed or not), the streams of Anthropic (`/v1/messages`) and Google
 * (`/v1beta/models/NAME:streamGenerateContent`), and the lines of Ollama (`/api/chat`). Mistral speaks the older
 * dialect of OpenAI.
 */
export async function openProviderDouble(options: ProviderDoubleOptions = {}): Promise<ProviderDouble> {
  const models = options.models ?? ["double-1"];
  let script: Script = options.script ?? [answer("{}")];
  let calls: SeenRequest[] = [];
  let waiting: { isMet: () => boolean; met: () => void }[] = [];

  const changed = (): void => {
    const met = waiting.filter((wait) => wait.isMet());
    waiting = waiting.filter((wait) => !met.includes(wait));
    for (const wait of met) wait.met();
  };
  const until = async (isMet: () => boolean): Promise<void> => {
    if (!isMet()) await new Promise<void>((met) => waiting.push({ isMet, met }));
  };

  const next = async (request: SeenRequest): Promise<Reply> => {
    const call = calls.push(request) - 1;
    changed();
    if (typeof script === "function") return script(request, call);
    return script[call] ?? script.at(-1) ?? answer("{}");
  };

  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy());
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const seen = await read(request);
    const list = listOf(seen, models, options.contextTokens ?? {});
    if (list) return sendJson(response, list.status, list.body);
    const wire = wireOf(seen.path, seen.body);
    if (!wire)
      return sendJson(response, 404, {
        error: { message: `no such path ${seen.path}`, type: "invalid_request_error" },
      });
    const onClose = (): void => {
      seen.aborted = !response.writableFinished;
      if (!seen.aborted) seen.answeredAt = performance.now();
      changed();
    };
    // Whoever went away while the request was read is not heard of any more.
    if (response.closed) onClose();
    else response.once("close", onClose);
    await play(await next(seen), wire, response);
  }

  await new Promise<void>((ready, failed) => {
    server.once("error", failed);
    server.listen(options.port ?? 0, "127.0.0.1", ready);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the double has no port");

  return {
    url: `http://127.0.0.1:${address.port}`,
    get calls() {
      return calls;
    },
    script: (newScript) => {
      script = newScript;
      calls = [];
    },
    forget: () => {
      calls = [];
    },
    arrived: async (count) => {
      await until(() => calls.length >= count);
      const call = calls[count - 1];
      if (!call) throw new Error("calls are counted from 1");
      return call;
    },
    left: (count) => until(() => calls[count - 1]?.aborted === true),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** A good answer. */
export const answer = (text: string, more: Omit<Answer, "type" | "text"> = {}): Answer => ({
  type: "answer",
  text,
  ...more,
});

/** What is said of models, in three dialects; null for a request that asks for something else. */
function listOf(
  { method, path, body }: SeenRequest,
  models: string[],
  { most, loaded }: { most?: number; loaded?: number },
): { status: number; body: unknown } | null {
  if (method === "GET" && path.endsWith("/api/tags")) {
    const details = { format: "gguf", family: "double" };
    return { status: 200, body: { models: models.map((name) => ({ name, model: name, size: 1, details })) } };
  }
  if (path.endsWith("/api/show")) {
    const name = String(Reflect.get(Object(body), "model"));
    if (!models.includes(name)) return { status: 404, body: { error: `model '${name}' not found` } };
    const length = most === undefined ? {} : { "double.context_length": most };
    return { status: 200, body: { model_info: { "general.architecture": "double", ...length } } };
  }
  if (method !== "GET" || !path.endsWith("/models")) return null;
  const lengths = path.endsWith("/api/v0/models") ? { max_context_length: most, loaded_context_length: loaded } : {};
  const data = models.map((id) => ({ id, object: "model", owned_by: "double", ...lengths }));
  return { status: 200, body: { object: "list", data } };
}

/** Refusals in the words of OpenAI. */
export const faults = {
  /** @param retryAfter whole seconds, an HTTP date, or nothing */
  rateLimited: (retryAfter?: string): Reply => ({
    type: "status",
    status: 429,
    headers: retryAfter === undefined ? {} : { "retry-after": retryAfter },
    body: {
      error: { message: "Rate limit reached for requests", type: "requests", param: null, code: "rate_limit_exceeded" },
    },
  }),
  quota: (): Reply => ({
    type: "status",
    status: 429,
    body: {
      error: {
        message: "You exceeded your current quota, please check your plan and billing details.",
        type: "insufficient_quota",
        param: null,
        code: "insufficient_quota",
      },
    },
  }),
  /** @param key echoed in the message, as OpenAI does with the parts of a key */
  unauthorized: (key = "sk-…"): Reply => ({
    type: "status",
    status: 401,
    body: {
      error: {
        message: `Incorrect API key provided: ${key}.`,
        type: "invalid_request_error",
        param: null,
        code: "invalid_api_key",
      },
    },
  }),
  badRequest: (message = "Invalid value for 'model'."): Reply => ({
    type: "status",
    status: 400,
    body: { error: { message, type: "invalid_request_error", param: null, code: null } },
  }),
  serverError: (status = 500): Reply => ({
    type: "status",
    status,
    body: {
      error: {
        message: "The server had an error while processing your request.",
        type: "server_error",
        param: null,
        code: null,
      },
    },
  }),
  /** In the words of Ollama. */
  modelMissing: (model = "double-1"): Reply => ({
    type: "status",
    status: 404,
    body: { error: `model '${model}' not found` },
  }),
  reset: (): Reply => ({ type: "reset" }),
  silent: (): Reply => ({ type: "silent" }),
} as const;

async function read(request: IncomingMessage): Promise<SeenRequest> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(Buffer.from(piece));
  const text = Buffer.concat(pieces).toString("utf8");
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
  return {
    method: request.method ?? "",
    path: (request.url ?? "").split("?")[0] ?? "",
    headers: Object.fromEntries(headers),
    body: parsed(text),
    aborted: false,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

async function play(reply: Reply, wire: Wire, response: ServerResponse): Promise<void> {
  switch (reply.type) {
    case "status":
      return sendJson(response, reply.status, reply.body, reply.headers);
    case "reset":
      response.socket?.resetAndDestroy();
      return;
    case "silent":
      return;
    case "body":
      response.writeHead(200, { "content-type": reply.contentType });
      response.end(reply.body);
      return;
    default:
      await (wire.isStream ? stream(reply, wire, response) : whole(reply, wire, response));
  }
}

async function whole(reply: Answer, wire: Wire, response: ServerResponse): Promise<void> {
  await reply.gate;
  sendJson(response, 200, wire.whole(reply.text, usageOf(reply), reply.finish ?? "stop"));
}

const usageOf = (reply: Answer): Usage | null => (reply.usage === undefined ? { input: 11, output: 22 } : reply.usage);

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

async function stream(reply: Answer, wire: Wire, response: ServerResponse): Promise<void> {
  response.writeHead(200, {
    "content-type": wire.contentType ?? "text/event-stream; charset=utf-8",
    "cache-control": "no-cache",
  });
  response.flushHeaders();
  const send = async (event: string): Promise<void> => {
    if (response.destroyed) return;
    if (!response.write(event)) await new Promise<void>((done) => response.once("drain", done).once("close", done));
  };
  const sendText = async (text: string): Promise<void> => {
    const size = reply.pieceLength ?? 12;
    for (let at = 0; at < text.length && !response.destroyed; at += size) {
      await send(wire.piece(text.slice(at, at + size), reply.isRefusal ?? false));
      if (reply.pieceMs) await pause(reply.pieceMs);
    }
  };
  const ending = reply.ending ?? "whole";
  const isBroken = ending !== "whole" || reply.gate !== undefined;
  const cut = isBroken ? Math.floor(reply.text.length * (reply.share ?? 0.5)) : reply.text.length;

  await send(wire.begin());
  if (reply.thoughts !== undefined && wire.thought) {
    for (const word of reply.thoughts.split(" ")) {
      await send(wire.thought(`${word} `));
      if (reply.pieceMs) await pause(reply.pieceMs);
    }
  }
  await sendText(reply.text.slice(0, cut));
  await reply.gate;
  switch (ending) {
    case "stall":
      return;
    case "pings":
      while (!response.destroyed) {
        await send(wire.ping());
        await pause(10);
      }
      return;
    case "cut":
      // What was written must leave before the socket dies, else the fault is a plain reset.
      await pause(20);
      response.socket?.destroy();
      return;
    case "noFinish":
      response.end();
      return;
    case "error":
      await send(wire.error("The server is overloaded."));
      response.end();
      return;
    case "malformed":
      await send(wire.broken());
      break;
    default:
  }
  await sendText(reply.text.slice(cut));
  response.end(wire.finish(reply.finish ?? "stop", usageOf(reply)));
}
