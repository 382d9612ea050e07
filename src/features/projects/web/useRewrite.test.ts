import { expect, test } from "vitest";
import type { Rewrite } from "../contract.ts";
import { viewOf } from "./useRewrite.ts";

const rewrite = (more: Partial<Rewrite>): Rewrite => ({
  id: "01980000-0000-7000-8000-000000000001",
  projectId: "01980000-0000-7000-8000-000000000002",
  section: "opening",
  wish: "Shorter.",
  status: "running",
  coins: 2,
  coinsState: "held",
  error: null,
  dateCreated: "2026-11-25T10:00:00.000Z",
  offer: null,
  ...more,
});
const offer = { kind: "prose" as const, before: ["a"], after: ["b"] };

test("a page shows what there is to do, and what became of the coins", () => {
  const steps = (["queued", "running", "unchanged", "failed", "cancelled", "accepted", "refused"] as const).map(
    (status) => viewOf(rewrite({ status })).step,
  );
  expect(steps).toEqual(["working", "working", "unchanged", "failed", "cancelled", "idle", "idle"]);
  expect(viewOf(rewrite({ status: "ready", offer }))).toMatchObject({ step: "offered", offer, isAnswering: false });
  expect(viewOf(rewrite({ status: "failed", error: { code: "quota", message: "" } }))).toEqual({
    step: "failed",
    section: "opening",
    code: "quota",
    coins: 2,
  });
  // The section went while it was rewritten: its coins are spent.
  expect(viewOf(rewrite({ status: "ready" }))).toMatchObject({ step: "failed", code: "gone", coins: 0 });
});
