import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AskStep } from "#src/features/workflows/kit/workflowSpec.ts";
import { openLivePreview } from "./livePreview.ts";

const step = { kind: "ask", key: "text" } as AskStep;

/** A preview on a clock that stands still unless it is moved; `sentAt` are the times of what was sent. */
function open(renderMs = 0) {
  const sentAt: number[] = [];
  const faults: unknown[] = [];
  const preview = openLivePreview(
    (writing) => {
      vi.setSystemTime(Date.now() + renderMs);
      const [one] = writing;
      if (one?.partial === "broken") throw new Error("no such shape");
      return { text: one?.partial ?? "" };
    },
    () => sentAt.push(Date.now()),
    (error) => faults.push(error),
    () => Date.now(),
  );
  return { preview, sentAt, faults };
}

describe("the preview of a run", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 0 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("shows the first words at once, right after the headings", async () => {
    const { preview, sentAt } = open();
    preview.settle();
    await vi.advanceTimersByTimeAsync(10);
    // Nothing new stands in the document: nothing is sent, and nothing has to wait for it.
    preview.settle();
    await vi.advanceTimersByTimeAsync(10);
    preview.grow(step, "Callers");
    await vi.advanceTimersByTimeAsync(20);
    expect(sentAt).toEqual([0, 20]);
  });

  it("sends once in 150 ms while words are dense", async () => {
    const { preview, sentAt } = open();
    for (let ms = 0; ms < 3000; ms += 10) {
      preview.grow(step, "word ".repeat(ms));
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(sentAt.length).toBeGreaterThanOrEqual(20);
    expect(sentAt.length).toBeLessThanOrEqual(22);
    const gaps = sentAt.slice(2).map((at, index) => at - (sentAt[index + 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(150);
  });

  it("gives a document that is slow to put together a tenth of the time", async () => {
    const { preview, sentAt } = open(50);
    for (let ms = 0; ms < 10_000; ms += 10) {
      preview.grow(step, "word ".repeat(ms));
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(sentAt.length * 50).toBeLessThanOrEqual(Date.now() / 9);
  });

  it("goes on after a shape that cannot be shown, and sends nothing once it is closed", async () => {
    const { preview, sentAt, faults } = open();
    preview.grow(step, "broken");
    await vi.advanceTimersByTimeAsync(0);
    expect(faults).toHaveLength(1);
    preview.grow(step, "whole");
    await vi.advanceTimersByTimeAsync(200);
    expect(sentAt).toHaveLength(1);
    preview.grow(step, "whole again");
    preview.close();
    await vi.advanceTimersByTimeAsync(1000);
    preview.flush();
    expect(sentAt).toHaveLength(1);
  });
});
