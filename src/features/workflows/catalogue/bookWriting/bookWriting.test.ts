import { expect, test } from "vitest";
import { contextOf, fromSample, sampleOf, simulate, today } from "#src/testing/simulatedRun.ts";
import { emptyState, wideRoom } from "../../kit/state.ts";
import { example, form } from "./form.ts";
import { bookWriting as workflow } from "./workflow.ts";

const outlined = {
  ...sampleOf("bookWriting", "en"),
  spine: [
    { id: "s-1", title: "The key", purpose: "Ida takes the key." },
    { id: "s-2", title: "The felt", purpose: "Ida finds the felt." },
  ],
  outline: [
    { id: "c1", goal: "", conflict: "", view: "", setups: "", scenes: "Ida arrives\nIda enters" },
    { id: "c2", goal: "", conflict: "", view: "", setups: "", scenes: "Ida digs" },
  ],
};
const written = { "c1.1": "Ida came at 7.43 with 128 keys.", "c1.2": "She went in.", "c2.1": "She dug." };
const scenes = (...ids: (keyof typeof written)[]) => ids.map((id) => ({ id, text: written[id] }));

test("the next chapter is the first that is not written, scene by scene, each told how the last one ended", async () => {
  const values = form.parse({ ...example(today, "en"), act: "chapter" });
  const start = { ...emptyState(wideRoom), answer: outlined, start: outlined };
  const write = fromSample({ scenes: scenes("c1.1", "c1.2", "c2.1"), canon: [] });
  const { state, asks } = await simulate(workflow, values, { write, start });
  const asked = asks.flatMap(({ parts }) => parts.filter(({ section }) => section === "scenes"));
  expect(asked.map(({ ids }) => ids)).toEqual([["c1.1"], ["c1.2"]]);
  expect(asked[1]?.before).toContain(written["c1.1"]);
  expect(state.answer).toMatchObject(outlined);
  expect(workflow.assemble(values, contextOf("en"), state).sections.map(({ key }) => key)).toContain("characters");

  const next = { ...emptyState(wideRoom), answer: state.answer, start: state.answer };
  const after = await simulate(workflow, values, { write, start: next });
  expect(after.asks.flatMap(({ parts }) => parts.flatMap(({ ids }) => ids))).toEqual(["c2.1"]);
  expect(after.state.answer["scenes"]).toEqual(scenes("c1.1", "c1.2", "c2.1"));
});
