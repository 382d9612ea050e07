import { z } from "zod";

/** What a request came back with. */
export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed JSON, the text when it is none, undefined when there is none or it is a stream. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts the shape it reads
  body: any;
  /** The answer itself, its body not read yet. */
  response: Response;
}

/** Somebody at a browser, as far as HTTP goes: keeps cookies, names the page's origin, follows nothing. */
export interface Visitor {
  /** One request. A form is sent as one, text and bytes as they are, everything else as JSON; `headers` win. */
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  /** Value of the Cookie header now. */
  cookie: () => string;
}

/** Somebody with an account, signed in. */
export interface Person extends Visitor {
  userId: string;
  email: string;
  password: string;
  signOut: () => Promise<void>;
  /** Proves the address, where the test has the database at hand. */
  verify?: () => Promise<void>;
}

type Fetch = (request: Request) => Response | Promise<Response>;

/**
 * A visitor of the product at `origin`.
 * @param fetch answers requests, for a product in this process; the network unless told
 */
export function openVisitor(origin: string, fetch: Fetch = globalThis.fetch): Visitor {
  const cookies = new Map<string, string>();
  const cookie = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return {
    cookie,
    async send(method, path, body, headers = {}) {
      const sent = payloadOf(body);
      const response = await fetch(
        new Request(new URL(path, origin), {
          method,
          redirect: "manual",
          headers: {
            origin,
            ...sent.headers,
            ...(cookies.size > 0 ? { cookie: cookie() } : {}),
            ...headers,
          },
          ...(sent.body === undefined ? {} : { body: sent.body }),
        }),
      );
      for (const line of response.headers.getSetCookie()) keepCookie(cookies, line);
      return { status: response.status, headers: response.headers, body: await bodyOf(response), response };
    },
  };
}

function payloadOf(body: unknown): { headers: Record<string, string>; body?: BodyInit } {
  if (body === undefined) return { headers: {} };
  if (body instanceof URLSearchParams)
    return { headers: { "content-type": "application/x-www-form-urlencoded" }, body: body.toString() };
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  return {
    headers: { "content-type": "application/json" },
    body: isRaw ? (body as BodyInit) : JSON.stringify(body),
  };
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = "", ...attributes] = line.split(";");
  const at = pair.indexOf("=");
  if (attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))) cookies.delete(pair.slice(0, at));
  else cookies.set(pair.slice(0, at), pair.slice(at + 1));
}

async function bodyOf(response: Response): Promise<unknown> {
  if (response.headers.get("content-type")?.startsWith("text/event-stream")) return undefined;
  const text = await response.clone().text();
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

/** The `fetch` of a visitor's page: stores of the browser that ask with it reach the visitor's product. */
export const pageFetch =
  (visitor: Pick<Visitor, "send">) =>
  async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = Object.fromEntries(new Headers(init.headers));
    return (await visitor.send(init.method ?? "GET", path, init.body ?? undefined, headers)).response;
  };

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
  if (answer.status !== 201) throw new Error(`registration answered ${describeAnswer(answer)}`);
  return registered.parse(answer.body).user.id;
}

/** A form as the pages of the account send it, with the token that goes with the visitor's cookies. */
async function sendForm(visitor: Visitor, path: string, fields: Record<string, string>): Promise<Answer> {
  const { csrfToken } = csrf.parse((await visitor.send("GET", "/api/auth/csrf")).body);
  return visitor.send("POST", path, new URLSearchParams({ ...fields, csrfToken, json: "true" }));
}

/** Signs in by password. @throws Error when the product refuses */
export async function signIn(
  visitor: Visitor,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const answer = await sendForm(visitor, "/api/auth/callback/credentials", { email, password, callbackUrl: "/" });
  if (answer.status !== 200) throw new Error(`sign-in answered ${describeAnswer(answer)}`);
}

/** Signs out, whether the visitor was signed in or not. */
export async function signOut(visitor: Visitor): Promise<void> {
  await sendForm(visitor, "/api/auth/signout", {});
}

/** Makes a visitor a new person, signed in. */
export async function signUp(
  visitor: Visitor,
  name = "Mara Brandt",
  more: { language?: "en" | "de" } = {},
): Promise<Person> {
  const email = `person-${crypto.randomUUID().slice(-12)}@example.com`;
  const password = "a long enough password";
  const userId = await register(visitor, { name, email, password, ...more });
  if (userId === null) throw new Error(`${email} is taken`);
  await signIn(visitor, { email, password });
  return { ...visitor, userId, email, password, signOut: () => signOut(visitor) };
}

/** Status and body of an answer in one line, for an error. */
export const describeAnswer = ({ status, body }: Pick<Answer, "status" | "body">): string =>
  `${status} ${JSON.stringify(body)}`.slice(0, 500);

/** One message of a run's stream. */
export interface StreamMessage {
  /** `row.event`; null for what cannot be resumed from. */
  id: string | null;
  data: { type: string; [key: string]: unknown };
}

const messageData = z.looseObject({ type: z.string() });

/** Whether a message brings a piece of the document. */
export const isWriting = ({ data }: StreamMessage): boolean => data.type === "delta" || data.type === "partial";

/** Reads a run's stream as it arrives, to its end; whoever stops listening hangs up. */
export async function* readRun(
  visitor: Pick<Visitor, "send">,
  runId: string,
  options: { lastEventId?: string } = {},
): AsyncGenerator<StreamMessage> {
  const headers: Record<string, string> =
    options.lastEventId === undefined ? {} : { "last-event-id": options.lastEventId };
  const answer = await visitor.send("GET", `/api/workflows/runs/${runId}/events`, undefined, headers);
  if (answer.status !== 200 || !answer.response.body) throw new Error(`the stream answered ${describeAnswer(answer)}`);
  const reader = answer.response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
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
  } finally {
    await reader.cancel();
  }
}

/** Everything a run's stream says to its end, or until `until` says so. */
export async function readEvents(
  visitor: Pick<Visitor, "send">,
  runId: string,
  options: { lastEventId?: string; until?: (message: StreamMessage) => boolean } = {},
): Promise<StreamMessage[]> {
  const messages: StreamMessage[] = [];
  for await (const message of readRun(visitor, runId, options)) {
    messages.push(message);
    if (options.until?.(message)) break;
  }
  return messages;
}
