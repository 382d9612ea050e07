import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Logger, pino } from "pino";
import type { Engine } from "#src/features/workflows/engine.ts";
import { readConfig } from "#src/server/config.ts";
import { openProduct, type Product } from "#src/server/product.ts";
import { openTestDatabase, type TestDatabase } from "./database.ts";

/** A person at a browser, as far as HTTP goes: keeps cookies, sends JSON, follows nothing. */
export interface Person {
  email: string;
  userId: string;
  /** One request; `body` is sent as JSON. */
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  signOut: () => Promise<void>;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed JSON; undefined when there is none. Tests read what they expect. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts the shape it reads
  body: any;
  response: Response;
}

export interface TestProduct extends Product {
  database: TestDatabase;
  origin: string;
  /** A request of nobody. */
  send: Person["send"];
  /** A new, signed-in person. */
  signUp: (name?: string, more?: { language?: "en" | "de" }) => Promise<Person>;
  close: () => Promise<void>;
}

const origin = "http://localhost:3000";
const password = "a long enough password";

type Fetch = (request: Request) => Response | Promise<Response>;

/** The HTTP side of a person without a session yet. */
function visitor(fetch: Fetch): { send: Person["send"]; cookies: Map<string, string> } {
  const cookies = new Map<string, string>();
  const send: Person["send"] = async (method, path, body, headers = {}) => {
    const isForm = body instanceof URLSearchParams;
    const isRaw = typeof body === "string" || body instanceof Uint8Array;
    const payload = body === undefined ? undefined : isForm ? body.toString() : isRaw ? body : JSON.stringify(body);
    const response = await fetch(
      new Request(new URL(path, origin), {
        method,
        headers: {
          origin,
          ...(payload === undefined
            ? {}
            : { "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json" }),
          ...(cookies.size > 0 ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") } : {}),
          ...headers,
        },
        ...(payload === undefined ? {} : { body: payload as BodyInit }),
      }),
    );
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(";");
      const at = pair.indexOf("=");
      if (attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
    const text = isStream ? "" : await response.clone().text();
    let parsed: unknown;
    try {
      parsed = text === "" ? undefined : JSON.parse(text);
    } catch {
      parsed = text;
    }
    return { status: response.status, headers: response.headers, body: parsed, response };
  };
  return { send, cookies };
}

let people = 0;

/** Signs a new person up and in over HTTP. */
export async function signUp(
  fetch: Fetch,
  name = "Mara Brandt",
  more: { language?: "en" | "de" } = {},
): Promise<Person> {
  const { send } = visitor(fetch);
  people += 1;
  const email = `person-${people}-${Math.random().toString(36).slice(2)}@example.com`;
  const registered = await send("POST", "/api/auth/register", { name, email, password, ...more });
  if (registered.status !== 201)
    throw new Error(`registration answered ${registered.status}: ${JSON.stringify(registered.body)}`);
  const csrf = async (): Promise<string> => (await send("GET", "/api/auth/csrf")).body.csrfToken;
  const signedIn = await send(
    "POST",
    "/api/auth/callback/credentials",
    new URLSearchParams({ csrfToken: await csrf(), email, password, callbackUrl: origin, json: "true" }),
  );
  if (signedIn.status !== 200) throw new Error(`sign-in answered ${signedIn.status}`);
  return {
    email,
    userId: registered.body.user.id,
    send,
    async signOut() {
      await send("POST", "/api/auth/signout", new URLSearchParams({ csrfToken: await csrf(), json: "true" }));
    },
  };
}

export interface TestProductOptions {
  /** Without one, drafts without AI. */
  engine?: Engine;
  env?: Record<string, string>;
  now?: () => Date;
  /** What the product logs to; silent unless TEST_LOG names a level. */
  log?: Logger;
  /** Address of the pages; tests that serve them say where. */
  appUrl?: string;
}

/** The whole product in this process on a database of its own. Call once per file and close it. */
export async function openTestProduct(options: TestProductOptions = {}): Promise<TestProduct> {
  const [database, dataDir] = await Promise.all([openTestDatabase(), mkdtemp(join(tmpdir(), "pioneer-product-"))]);
  const config = readConfig({
    AI_ENGINE: "draft",
    THROTTLES: "relaxed",
    OLLAMA_URL: "off",
    LM_STUDIO_URL: "off",
    ...options.env,
  });
  const { chooseEngine } = await import("#src/features/workflows/server/engines/detect.ts");
  const product = await openProduct({
    config: {
      ...config,
      dataDir,
      appUrl: options.appUrl ?? origin,
      authSecret: "a secret that only the tests know, 32+ characters",
    },
    pool: database.pool,
    connectionString: database.connectionString,
    engine: options.engine ?? (await chooseEngine(config)),
    log: options.log ?? pino({ level: process.env["TEST_LOG"] ?? "silent" }),
    pollMs: 20,
    ...(options.now ? { now: options.now } : {}),
  });
  const fetch: Fetch = (request) => product.fetch(request);
  return {
    ...product,
    database,
    origin,
    send: visitor(fetch).send,
    signUp: (name, more) => signUp(fetch, name, more),
    async close() {
      await product.stop();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Reads a run's stream to its end, or until `until` says so. */
export async function readEvents(
  person: Pick<Person, "send">,
  runId: string,
  options: { lastEventId?: string; until?: (event: StreamEvent) => boolean } = {},
): Promise<StreamEvent[]> {
  const answer = await person.send(
    "GET",
    `/api/workflows/runs/${runId}/events`,
    undefined,
    options.lastEventId ? { "last-event-id": options.lastEventId } : {},
  );
  if (answer.status !== 200 || !answer.response.body) throw new Error(`events answered ${answer.status}`);
  const events: StreamEvent[] = [];
  const decoder = new TextDecoder();
  let rest = "";
  const reader = answer.response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return events;
    rest += decoder.decode(value, { stream: true });
    const messages = rest.split("\n\n");
    rest = messages.pop() ?? "";
    for (const message of messages) {
      const id = /^id: (.*)$/m.exec(message)?.[1] ?? null;
      const data = /^data: ([^\r\n]*)/m.exec(message)?.[1];
      if (data === undefined) continue;
      const event: StreamEvent = { id, data: JSON.parse(data) };
      events.push(event);
      if (options.until?.(event)) {
        await reader.cancel();
        return events;
      }
    }
  }
}

export interface StreamEvent {
  id: string | null;
  data: { type: string; [key: string]: unknown };
}
