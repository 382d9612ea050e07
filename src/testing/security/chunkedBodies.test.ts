import type { ServerType } from "@hono/node-server";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listen } from "#src/platform/http/listen.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { openVisitor, register, signIn } from "#src/testing/visitor.ts";
import { talk, type SocketAnswer } from "./sockets.ts";

/** What is known of a request is the same whether its body has a length or comes in chunks, as proxies send it. */

const lines: string[] = [];
let product: TestProduct;
let server: ServerType;
let port: number;

beforeAll(async () => {
  product = await openTestProduct({
    env: { THROTTLES: "default", TRUST_PROXY: "1" },
    log: pino({ level: "info" }, { write: (line) => void lines.push(line) }),
  });
  port = await new Promise((resolve) => {
    server = listen(product.fetch, { port: 0, hostname: "127.0.0.1" }, resolve);
  });
});
afterAll(async () => {
  if ("closeAllConnections" in server) server.closeAllConnections();
  await new Promise<void>((closed) => server.close(() => closed()));
  await product.close();
});

interface Sent {
  from: string;
  type?: string;
  cookie?: string;
  body: string;
}

/** A request in chunks, by way of a proxy that names `from`. */
const send = (method: string, path: string, { from, type = "application/json", cookie = "", body }: Sent) =>
  talk(port, {
    pieces: [
      [
        `${method} ${path} HTTP/1.1`,
        "Host: localhost:3000",
        "Origin: http://localhost:3000",
        `X-Forwarded-For: ${from}`,
        `Cookie: ${cookie}`,
        `Content-Type: ${type}`,
        "Transfer-Encoding: chunked",
        "Connection: close",
        "",
        `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`,
      ].join("\r\n"),
    ],
  });

const bodyOf = ({ text }: SocketAnswer): Record<string, unknown> => {
  const json = /\{.*\}/s.exec(text)?.[0];
  return json ? JSON.parse(json) : {};
};

const csrf = async (): Promise<{ token: string; cookie: string }> => {
  const visitor = openVisitor("http://localhost:3000", (request) => product.fetch(request));
  const { body } = await visitor.send("GET", "/api/auth/csrf");
  return { token: body.csrfToken, cookie: visitor.cookie() };
};

async function signInFrom(from: string, email: string, password: string): Promise<SocketAnswer> {
  const { token, cookie } = await csrf();
  const body = new URLSearchParams({ csrfToken: token, email, password, json: "true" }).toString();
  const type = "application/x-www-form-urlencoded";
  return send("POST", "/api/auth/callback/credentials", { from, type, cookie, body });
}

const statuses = async (count: number, ask: (turn: number) => Promise<SocketAnswer>): Promise<number[]> => {
  const answers: number[] = [];
  for (let turn = 0; turn < count; turn += 1) answers.push((await ask(turn)).status);
  return answers;
};

describe("a body in chunks", () => {
  test("counts registrations by the address of each person", async () => {
    const registerFrom = (from: string) => (turn: number) =>
      send("POST", "/api/auth/register", { from, body: JSON.stringify({ name: "", turn }) });
    expect(await statuses(21, registerFrom("203.0.113.1"))).toEqual([...Array.from({ length: 20 }, () => 400), 429]);
    expect(await statuses(1, registerFrom("203.0.113.2"))).toEqual([400]);
  });

  test("counts reports of browsers by the address of each person", async () => {
    const reportFrom = (from: string) => () => send("POST", "/_log", { from, body: "{}" });
    expect(await statuses(31, reportFrom("203.0.113.1"))).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
    expect(await statuses(1, reportFrom("203.0.113.2"))).toEqual([200]);
  });

  test("counts attempts to sign in by the address of each person", async () => {
    const guessFrom = (from: string) => (turn: number) => signInFrom(from, `nobody${turn}@example.com`, "wrong wrong");
    expect(await statuses(1, guessFrom("203.0.113.1"))).toEqual([401]);
    const limit = { name: "signin.address", points: 100, seconds: 900, isShared: true };
    for (let turn = 1; turn < 100; turn += 1) await product.deps.throttle.take(limit, "203.0.113.1");
    expect(await statuses(1, guessFrom("203.0.113.1"))).toEqual([429]);
    expect(await statuses(1, guessFrom("203.0.113.2"))).toEqual([401]);
  });

  test("signs in from an address that the list of sessions shows", async () => {
    const visitor = openVisitor("http://localhost:3000", (request) => product.fetch(request));
    const person = { name: "Mara Brandt", email: "chunked@example.com", password: "a long enough password" };
    await register(visitor, person);
    expect((await signInFrom("203.0.113.9", person.email, person.password)).status).toBe(200);
    await signIn(visitor, person);
    const { body } = await visitor.send("GET", "/api/user/sessions");
    expect(body.sessions.map(({ address }: { address: string | null }) => address)).toContain("203.0.113.9");
  });

  test("that makes something fail is refused with the request id of the log", async () => {
    const visitor = openVisitor("http://localhost:3000", (request) => product.fetch(request));
    const person = { name: "Mara Brandt", email: "faulty@example.com", password: "a long enough password" };
    await register(visitor, person);
    await signIn(visitor, person);
    const { db } = product.deps;
    product.deps.db = new Proxy(db, {
      get: (target, name) => {
        if (name === "transaction") throw new Error("a fault of the test");
        return Reflect.get(target, name);
      },
    });
    const body = JSON.stringify({ onboardingState: "finished" });
    const answer = await send("POST", "/api/user/settings", { from: "203.0.113.4", cookie: visitor.cookie(), body });
    product.deps.db = db;
    const { requestId } = bodyOf(answer);
    expect([answer.status, typeof requestId]).toEqual([500, "string"]);
    const said = lines.filter((line) => line.includes(`"${String(requestId)}"`));
    expect(said.filter((line) => line.includes("a fault of the test"))).toHaveLength(1);
  });
});
