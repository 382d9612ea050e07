import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Run, RunEvent } from "../contract.ts";
import { applyRunEvent, emptyRunDocument, parseRunEvents, type RunDocument } from "./runDocument.ts";
import { readDraft } from "#src/features/documents/web/readDraft.ts";

type Numbered = { id: string; event: RunEvent };

const words = fc.string({ unit: "grapheme", maxLength: 40 });
const section = fc.record({
  key: fc.string({ minLength: 1, maxLength: 8 }),
  title: words,
  blocks: fc.array(
    fc.oneof(
      fc.record({ type: fc.constant("p"), text: words }),
      fc.record({ type: fc.constant("list"), ordered: fc.boolean(), items: fc.array(words, { maxLength: 4 }) }),
      fc.record({
        type: fc.constant("kpi"),
        items: fc.array(fc.record({ label: words, value: words, note: words }), { maxLength: 3 }),
      }),
    ),
    { maxLength: 4 },
  ),
});
const draft = fc.record({
  title: words,
  summary: words,
  sections: fc.array(section, { maxLength: 4 }),
  data: fc
    .jsonValue({ maxDepth: 2 })
    .filter((value) => !JSON.stringify(value).includes("__proto__"))
    // JSON has no -0: what comes over the wire never holds one.
    .map((value): unknown => JSON.parse(JSON.stringify(value))),
});

/** Events that write a value: strings in pieces, all else as wholes, each with an ascending id. */
function written(value: unknown, cut: (length: number) => number[]): RunEvent[] {
  const events: RunEvent[] = [];
  const write = (at: unknown, path: (string | number)[]): void => {
    if (typeof at === "string") {
      let offset = 0;
      for (const end of [...cut(at.length), at.length]) {
        if (end < offset) continue;
        events.push({ type: "delta", path, offset, text: at.slice(offset, end) });
        offset = end;
      }
    } else if (Array.isArray(at)) {
      events.push({ type: "partial", path, value: [] });
      at.forEach((item, index) => write(item, [...path, index]));
    } else if (typeof at === "object" && at !== null) {
      events.push({ type: "partial", path, value: {} });
      for (const [key, inner] of Object.entries(at)) if (key !== "__proto__") write(inner, [...path, key]);
    } else {
      events.push({ type: "partial", path, value: at });
    }
  };
  write(value, []);
  return events;
}

/** Ids as the server writes them: twelve events to a row. */
const numbered = (events: RunEvent[]): Numbered[] =>
  events.map((event, at) => ({ id: `${Math.floor(at / 12)}.${at % 12}`, event }));
const taken = (events: Numbered[], from: RunDocument = emptyRunDocument): RunDocument =>
  events.reduce((state, { id, event }) => applyRunEvent(state, event, id), from);

const stream = fc.record({ value: draft, cuts: fc.array(fc.nat(40), { maxLength: 3 }) }).map(({ value, cuts }) => ({
  value,
  events: written(value, (length) => cuts.filter((at) => at < length).toSorted((a, b) => a - b)),
}));

const run: Run = {
  id: "01890000-0000-7000-8000-000000000001",
  workflow: "contentPlannerWorkflow",
  projectId: "01890000-0000-7000-8000-000000000002",
  status: "failed",
  coins: 300,
  returnableUntil: null,
  returnCoins: 0,
  coinsState: "released",
  engine: { kind: "draft", label: "Draft, no AI used", provider: "pioneer", model: "draft", reasonCode: "none" },
  error: { code: "timeout", message: "The page did not answer" },
  createdAt: "2026-11-23T07:12:00Z",
  finishedAt: "2026-11-23T07:13:00Z",
  usage: null,
  revision: null,
};

describe("run document", () => {
  test("is the same however the text is split into deltas", () => {
    fc.assert(
      fc.property(stream, ({ value, events }) => {
        expect(taken(numbered(events)).draft).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test("is the same after lost connections and repeated events", () => {
    fc.assert(
      fc.property(stream, fc.array(fc.tuple(fc.nat(200), fc.nat(200)), { maxLength: 5 }), ({ events }, breaks) => {
        const all = numbered(events);
        let state = emptyRunDocument;
        for (const [stop, back] of breaks) {
          const seen = all.findIndex(({ id }) => id === state.lastEventId) + 1;
          state = taken(all.slice(Math.max(0, seen - back), stop), state);
        }
        state = taken(all.slice(all.findIndex(({ id }) => id === state.lastEventId) + 1), state);
        expect(state.draft).toEqual(taken(all).draft);
      }),
    );
  });

  test("ignores a delta that arrives twice without an id", () => {
    fc.assert(
      fc.property(words, words, (before, text) => {
        const first = applyRunEvent(emptyRunDocument, {
          type: "delta",
          path: ["title"],
          offset: 0,
          text: before + text,
        });
        const again = applyRunEvent(first, { type: "delta", path: ["title"], offset: before.length, text });
        expect(again.draft).toBe(first.draft);
      }),
    );
  });

  test("discards streamed content on a reset and rebuilds the draft", () => {
    fc.assert(
      fc.property(stream, stream, (void_, kept) => {
        const events = numbered([...void_.events, { type: "reset", reason: "repair" }, ...kept.events]);
        expect(taken(events).draft).toEqual(JSON.parse(JSON.stringify(kept.value)));
        expect(taken(events).resets).toBe(1);
      }),
    );
  });

  test("counts a takeover separately from a repair", () => {
    const state = taken(
      numbered([
        { type: "delta", path: ["title"], offset: 0, text: "Lost" },
        { type: "reset", reason: "takeover" },
      ]),
    );
    expect([state.draft, state.takeovers, state.resets]).toEqual([undefined, 1, 0]);
  });

  test("preserves the identity of sections that did not change", () => {
    const one = taken(
      numbered(
        written(
          {
            sections: [
              { key: "a", title: "A", blocks: [] },
              { key: "b", title: "B", blocks: [] },
            ],
          },
          () => [],
        ),
      ),
    );
    const two = applyRunEvent(one, { type: "delta", path: ["sections", 1, "title"], offset: 1, text: "!" });
    expect(readDraft(two.draft).sections[0]).toBe(readDraft(one.draft).sections[0]);
    expect(readDraft(two.draft).sections[1]?.title).toBe("B!");
  });

  test("ignores paths outside of the draft", () => {
    for (const path of [
      ["__proto__", "polluted"],
      ["sections", 7, "title"],
      ["sections", -1],
      ["sections", 0.5],
    ]) {
      const next = applyRunEvent(emptyRunDocument, { type: "partial", path, value: 1 });
      expect(next.draft ?? {}).not.toHaveProperty("polluted");
      expect(readDraft(next.draft).sections).toEqual([]);
    }
    expect({}).not.toHaveProperty("polluted");
  });

  test("reads any streamed value as a draft without throwing", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const read = readDraft(value);
        expect(typeof read.title).toBe("string");
        expect(Array.isArray(read.sections)).toBe(true);
      }),
    );
  });
});

describe("run steps", () => {
  const at = (second: number): string => `2026-11-23T07:12:0${second}Z`;
  test("record start and end times", () => {
    const state = taken(
      numbered([
        { type: "status", status: "running" },
        { type: "step", step: "guard", state: "started", at: at(1) },
        { type: "step", step: "guard", state: "done", at: at(2), detail: { code: "guard.ok", params: { files: 2 } } },
        { type: "step", step: "collect", state: "started", at: at(3) },
      ]),
    );
    expect(state.status).toBe("running");
    expect(state.steps.map((entry) => entry.state)).toEqual([
      "done",
      "started",
      "waiting",
      "waiting",
      "waiting",
      "waiting",
      "waiting",
    ]);
    expect(state.steps[0]).toMatchObject({ startedAt: at(1), endedAt: at(2), detail: { params: { files: 2 } } });
  });

  test("wait again when an earlier step restarts", () => {
    const state = taken(
      numbered([
        { type: "step", step: "collect", state: "done", at: at(1) },
        { type: "step", step: "generate", state: "started", at: at(2) },
        { type: "step", step: "collect", state: "started", at: at(3) },
      ]),
    );
    expect(state.steps.slice(1, 3).map((entry) => entry.state)).toEqual(["started", "waiting"]);
  });

  test("keep the failed step with its times, and later steps stay waiting", () => {
    const state = taken(
      numbered([
        { type: "step", step: "collect", state: "done", at: at(1) },
        { type: "step", step: "generate", state: "started", at: at(2) },
        { type: "step", step: "generate", state: "failed", at: at(3) },
        { type: "end", run },
      ]),
    );
    expect(state.steps.slice(1).map((entry) => entry.state)).toEqual([
      "done",
      "failed",
      "waiting",
      "waiting",
      "waiting",
      "waiting",
    ]);
    expect(state.steps[2]).toMatchObject({ startedAt: at(2), endedAt: at(3) });
  });

  test("end with the run and the state of its coins", () => {
    const state = taken(numbered([{ type: "end", run }]));
    expect([state.status, state.run?.coinsState]).toEqual(["failed", "released"]);
    expect(state.steps.every((entry) => entry.state === "waiting")).toBe(true);
  });

  test("are all done when the run succeeds", () => {
    const state = taken(
      numbered([
        { type: "step", step: "guard", state: "done", at: at(1) },
        { type: "end", run: { ...run, status: "succeeded" } },
      ]),
    );
    expect(state.steps.every((entry) => entry.state === "done")).toBe(true);
  });
});

describe("event parser", () => {
  test("accepts known events, single or batched, and ignores everything else", () => {
    const delta: RunEvent = { type: "delta", path: ["title"], offset: 0, text: "A" };
    expect(parseRunEvents(JSON.stringify(delta))).toEqual([delta]);
    expect(parseRunEvents(JSON.stringify([delta, 1, { type: "end", run }]))).toEqual([delta, { type: "end", run }]);
    for (const line of [
      "",
      "{",
      "null",
      "[]",
      '{"type":"delta","path":"title"}',
      '{"type":"step","step":"party","state":"done","at":""}',
      '{"type":"end","run":{}}',
      '{"type":"new"}',
    ]) {
      expect(parseRunEvents(line), line).toEqual([]);
    }
  });
});
