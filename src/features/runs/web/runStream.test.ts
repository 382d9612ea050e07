import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { backOff, eventSplitter, follow, type StreamEvent } from "./runStream.ts";

const line = fc.string({ unit: "grapheme", maxLength: 20 }).map((text) => text.replace(/[\r\n]/g, " "));
const sent = fc.array(fc.record({ id: fc.nat(1000).map(String), data: line }), { maxLength: 6 });
const asText = (events: StreamEvent[], end: string): string =>
  events.map(({ id, data }) => `: hello${end}id: ${id}${end}data: ${data}${end}${end}`).join("");

describe("event stream parser", () => {
  test("yields the same events for any chunking and line ending", () => {
    fc.assert(
      fc.property(sent, fc.constantFrom("\n", "\r\n"), fc.array(fc.nat(400), { maxLength: 8 }), (events, end, cuts) => {
        const text = asText(events, end);
        const split = eventSplitter();
        const at = [0, ...cuts.map((cut) => Math.min(cut, text.length)).toSorted((a, b) => a - b), text.length];
        const found = at.slice(1).flatMap((stop, index) => split(text.slice(at[index], stop)));
        expect(found).toEqual(events);
      }),
    );
  });

  test("joins several data lines into one event and ignores comments", () => {
    expect(eventSplitter()(": ping\n\ndata: a\ndata: b\n\n")).toEqual([{ id: "", data: "a\nb" }]);
  });

  test("emits an event only after its empty line", () => {
    const split = eventSplitter();
    expect(split("id: 1\ndata: {}\n")).toEqual([]);
    expect(split("\n")).toEqual([{ id: "1", data: "{}" }]);
  });
});

describe("run stream", () => {
  const body = (text: string, isCut = false): Response =>
    new Response(
      new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode(text));
          if (isCut) controller.error(new Error("reset"));
          else controller.close();
        },
      }),
      { headers: { "content-type": "text/event-stream" } },
    );

  test("resumes after the last event despite refusals, resets and server errors", async () => {
    const answers = [
      () => Promise.reject(new TypeError("offline")),
      () => Promise.resolve(body("id: 1\ndata: a\n\n")),
      () => Promise.resolve(new Response("", { status: 503 })),
      () => Promise.resolve(body("id: 2\ndata: b\n\nid: 3\ndata: cut")),
      () => Promise.resolve(body("id: 3\ndata: end\n\nid: 4\ndata: late\n\n")),
    ];
    const asked: (string | null)[] = [];
    const seen: string[] = [];
    const ended = await follow({
      url: "/stream",
      lastEventId: "",
      signal: new AbortController().signal,
      onEvent: ({ data }) => seen.push(data) > 0 && data === "end",
      onConnection: () => undefined,
      fetch: (_url, init) => {
        asked.push(new Headers(init?.headers).get("last-event-id"));
        return (answers.shift() ?? (() => Promise.reject(new Error("asked too often"))))();
      },
      wait: () => Promise.resolve(),
    });
    expect(ended).toBe("ended");
    expect(seen).toEqual(["a", "b", "end"]);
    expect(asked).toEqual([null, null, "1", "1", "2"]);
  });

  test("waits as long as a 429 asks for, without reporting a lost connection", async () => {
    const answers = [
      () => Promise.resolve(new Response("", { status: 429, headers: { "retry-after": "5" } })),
      () => Promise.resolve(body("id: 1\ndata: end\n\n")),
    ];
    const waits: number[] = [];
    const connections: boolean[] = [];
    const ended = await follow({
      url: "/stream",
      lastEventId: "",
      signal: new AbortController().signal,
      onEvent: () => true,
      onConnection: (isConnected) => void connections.push(isConnected),
      fetch: () => (answers.shift() ?? (() => Promise.reject(new Error("asked too often"))))(),
      wait: (ms) => Promise.resolve(void waits.push(ms)),
    });
    expect([ended, waits, connections]).toEqual(["ended", [5000], [true]]);
  });

  test("stops after a 404 without retrying", async () => {
    let count = 0;
    const ended = await follow({
      url: "/stream",
      lastEventId: "",
      signal: new AbortController().signal,
      onEvent: () => false,
      onConnection: () => undefined,
      fetch: () => Promise.resolve(new Response("", { status: (count += 1) && 404 })),
      wait: () => Promise.resolve(),
    });
    expect([ended, count]).toEqual([404, 1]);
  });

  test("stops when the page is left", async () => {
    const control = new AbortController();
    const ended = await follow({
      url: "/stream",
      lastEventId: "",
      signal: control.signal,
      onEvent: () => false,
      onConnection: () => undefined,
      fetch: () => Promise.reject(new TypeError("offline")),
      wait: () => Promise.resolve(control.abort()),
    });
    expect(ended).toBe("aborted");
  });

  test("backs off between 250 ms and ten seconds", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
        const ms = backOff(attempt, () => random);
        expect(ms).toBeGreaterThanOrEqual(250);
        expect(ms).toBeLessThanOrEqual(10_000);
      }),
    );
  });
});
