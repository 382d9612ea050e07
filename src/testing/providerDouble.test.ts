import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answer, faults, openProviderDouble } from "./providerDouble.ts";
import type { Ending, ProviderDouble } from "./providerDouble.ts";

let double: ProviderDouble;
beforeAll(async () => {
  double = await openProviderDouble({ models: ["one", "two"] });
});
afterAll(() => double.close());

const ask = (body: object = { stream: true }, path = "/v1/chat/completions", signal?: AbortSignal): Promise<Response> =>
  fetch(`${double.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer k" },
    body: JSON.stringify({ model: "one", messages: [], ...body }),
    ...(signal ? { signal } : {}),
  });

const dataLines = (text: string): string[] =>
  text.split("\n").flatMap((line) => (line.startsWith("data: ") ? [line.slice(6)] : []));
const contentOf = (line: string): unknown => JSON.parse(line).choices[0]?.delta.content ?? "";

describe("provider double", () => {
  test("lists its models without counting a call", async () => {
    double.script([answer("x")]);
    const list: unknown = await (await fetch(`${double.url}/v1/models`)).json();
    expect(list).toMatchObject({ object: "list", data: [{ id: "one" }, { id: "two" }] });
    expect(double.calls).toHaveLength(0);
  });

  test("streams chunks with a finish reason, requested usage and [DONE]", async () => {
    double.script([answer("Hello from the double", { pieceLength: 4 })]);
    const response = await ask({ stream: true, stream_options: { include_usage: true } });
    expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
    const lines = dataLines(await response.text());
    expect(lines.at(-1)).toBe("[DONE]");
    expect(JSON.parse(lines.at(-2) ?? "")).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 11, completion_tokens: 22 },
    });
    expect(JSON.parse(lines.at(-3) ?? "")).toMatchObject({ choices: [{ finish_reason: "stop" }] });
    expect(lines.slice(0, -2).map(contentOf).join("")).toBe("Hello from the double");
  });

  test("sends usage only on request", async () => {
    double.script([answer("x")]);
    expect(await (await ask()).text()).not.toContain("usage");
  });

  test("returns a complete answer without streaming", async () => {
    double.script([answer("Hello")]);
    expect(await (await ask({ stream: false })).json()).toMatchObject({
      choices: [{ message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
      usage: { total_tokens: 33 },
    });
  });

  test("plays a script in order, repeats the last reply and records every call", async () => {
    double.script([faults.rateLimited("7"), faults.unauthorized(), answer("x")]);
    const first = await ask();
    expect([first.status, first.headers.get("retry-after")]).toEqual([429, "7"]);
    expect((await ask()).status).toBe(401);
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(200);
    expect(double.calls).toHaveLength(4);
    expect(double.calls[0]).toMatchObject({
      method: "POST",
      headers: { authorization: "Bearer k" },
      body: { model: "one" },
    });
  });

  test.each<[Ending, RegExp | null]>([
    ["noFinish", null],
    ["malformed", /\[DONE\]/],
    ["error", /server_error/],
  ])("ends a stream with %s", async (ending, expected) => {
    double.script([answer("abcdefgh", { ending, pieceLength: 4 })]);
    const text = await (await ask()).text();
    expect(text).toContain("abcd");
    if (expected) expect(text).toMatch(expected);
    else expect(text).not.toMatch(/finish_reason":"|\[DONE\]/);
    const isBroken = dataLines(text).some((line) => line !== "[DONE]" && !isJson(line));
    expect(isBroken).toBe(ending === "malformed");
  });

  test("cuts, resets and stalls connections", async () => {
    double.script([answer("abcdefgh", { ending: "cut" }), faults.reset(), faults.silent()]);
    await expect((await ask()).text()).rejects.toThrow("terminated");
    await expect(ask()).rejects.toThrow("fetch failed");
    const controller = new AbortController();
    const silent = ask({ stream: true }, "/v1/chat/completions", controller.signal);
    await double.arrived(3);
    controller.abort();
    await expect(silent).rejects.toThrow("aborted");
    await double.left(3);
    expect(double.calls[2]?.aborted).toBe(true);
  });

  test("pauses during an answer until released", async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((done) => {
      open = done;
    });
    double.script([answer("abcdefgh", { gate, pieceLength: 4 })]);
    const reader = (await ask()).body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.includes("abcd")) text += (await reader?.read())?.value ?? "";
    expect(text).not.toContain("efgh");
    open();
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) text += next.value;
    expect(text).toContain("efgh");
    expect(double.calls[0]?.aborted).toBe(false);
  });

  test("returns 404 for other paths", async () => {
    expect((await ask({}, "/v1/other")).status).toBe(404);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
