import { z } from "zod";

/** What a request came back with. */
export interface VisitorAnswer {
  status: number;
  headers: Headers;
  /** Parsed JSON, or the text when it is none. */
  body: unknown;
}

/** Somebody at a browser, as far as HTTP goes: keeps cookies, sends JSON or forms, follows nothing. */
export interface Visitor {
  /** One request, answered whole. */
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<VisitorAnswer>;
  /** One request whose answer is still streaming. */
  open: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>;
  /** Value of the Cookie header now. */
  cookie: () => string;
}

type Fetch = (request: Request) => Response | Promise<Response>;

/**
 * A visitor of the product at `origin`.
 * @param fetch answers requests; the network unless told
 */
export function openVisitor(origin: string, fetch: Fetch = globalThis.fetch): Visitor {
  const cookies = new Map<string, string>();
  const cookie = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const open: Visitor["open"] = async (method, path, body, headers = {}) => {
    const isForm = body instanceof URLSearchParams;
    const response = await fetch(
      new Request(new URL(path, origin), {
        method,
        headers: {
          origin,
          ...(body === undefined
            ? {}
            : { "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json" }),
          ...(cookies.size > 0 ? { cookie: cookie() } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isForm ? body.toString() : JSON.stringify(body) }),
      }),
    );
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(";");
      const at = pair.indexOf("=");
      if (attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  };
  return {
    open,
    cookie,
    async send(...request) {
      const response = await open(...request);
      const text = await response.text();
      let body: unknown = text;
      try {
        body = JSON.parse(text);
      } catch {
        // An answer that is no JSON is handed on as it came.
      }
      return { status: response.status, headers: response.headers, body };
    },
  };
}

const registered = z.object({ user: z.object({ id: z.string() }) });
const csrf = z.object({ csrfToken: z.string() });

/**
 * Registers a person.
 * @returns the new person's id, or null when the address is taken
 */
export async function register(
  visitor: Visitor,
  person: { name: string; email: string; password: string; language?: "en" | "de" },
): Promise<string | null> {
  const answer = await visitor.send("POST", "/api/auth/register", person);
  if (answer.status === 409) return null;
  if (answer.status !== 201) throw new Error(`registration answered ${told(answer)}`);
  return registered.parse(answer.body).user.id;
}

/** Signs in by password. @throws Error when the product refuses */
export async function signIn(visitor: Visitor, person: { email: string; password: string }): Promise<void> {
  const { csrfToken } = csrf.parse((await visitor.send("GET", "/api/auth/csrf")).body);
  const form = new URLSearchParams({ ...person, csrfToken, callbackUrl: "/", json: "true" });
  const answer = await visitor.send("POST", "/api/auth/callback/credentials", form);
  if (answer.status !== 200) throw new Error(`sign-in answered ${told(answer)}`);
}

/** Status and body of an answer in one line, for an error. */
export const told = (answer: VisitorAnswer): string => `${answer.status} ${JSON.stringify(answer.body)}`.slice(0, 500);

/** One message of a run's stream. */
export interface StreamMessage {
  /** `row.event`; null for what cannot be resumed from. */
  id: string | null;
  data: { type: string; [key: string]: unknown };
}

const messageData = z.looseObject({ type: z.string() });

/** Reads a run's stream as it arrives, to its end. */
export async function* readRun(visitor: Visitor, runId: string, signal?: AbortSignal): AsyncGenerator<StreamMessage> {
  const response = await visitor.open("GET", `/api/workflows/runs/${runId}/events`);
  if (response.status !== 200 || !response.body) throw new Error(`the stream answered ${response.status}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  signal?.addEventListener("abort", () => void reader.cancel());
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const messages = (rest + value).split("\n\n");
    rest = messages.pop() ?? "";
    for (const message of messages) {
      const data = /^data: ([^\r\n]*)/m.exec(message)?.[1];
      if (data === undefined) continue;
      yield { id: /^id: (.*)$/m.exec(message)?.[1] ?? null, data: messageData.parse(JSON.parse(data)) };
    }
  }
}
