import { expect, test, vi } from "vitest";
import { createFormStore } from "./formStore.ts";
import type { FormProblem } from "./problems.ts";

interface Values {
  title: string;
  pillars: { name: string; percent: number }[];
}
const first: Values = { title: "", pillars: [{ name: "", percent: 100 }] };
const problem = (...path: (string | number)[]): FormProblem => ({ path, key: path.join("."), params: {} });
const judge = ({ title, pillars }: Values): FormProblem[] => [
  ...(title === "" ? [problem("title")] : []),
  ...(pillars.reduce((sum, { percent }) => sum + percent, 0) === 100 ? [] : [problem("pillars")]),
  ...pillars.flatMap(({ name }, index) => (name === "" ? [problem("pillars", index, "name")] : [])),
];
const open = (begun: Values = first) => createFormStore(first, begun, judge);
type Store = ReturnType<typeof open>;
const shown = (form: Store, name: string, own?: boolean): string | undefined => form.problemAt(name, own)?.key;

test("places messages at their fields and list messages beside those of rows", () => {
  const form = open();
  form.set("pillars.0.percent", 90);
  form.showAll();
  expect(shown(form, "title")).toBe("title");
  expect(shown(form, "pillars", true)).toBe("pillars");
  expect(shown(form, "pillars.0.name")).toBe("pillars.0.name");
  expect(shown(form, "pillars.0.percent")).toBeUndefined();
  // A field that shows no rows of its own tells of the first of them.
  form.set("pillars.0.percent", 100);
  expect([shown(form, "pillars"), shown(form, "pillars", true)]).toEqual(["pillars.0.name", undefined]);
});

test("judges a field once it was left, and follows what is typed from then on", () => {
  const form = open();
  form.set("title", "");
  expect(shown(form, "title")).toBeUndefined();
  form.leave("title");
  expect(shown(form, "title")).toBe("title");
  expect(shown(form, "pillars.0.name")).toBeUndefined();
  form.set("title", "Plan");
  expect(shown(form, "title")).toBeUndefined();
  form.leave("pillars.0.percent");
  form.set("pillars.0.percent", 7);
  expect([shown(form, "pillars", true), shown(form, "pillars.0.name")]).toEqual(["pillars", undefined]);
});

test("marks what the server refused until something else stands there", () => {
  const form = open({ title: "Plan", pillars: [{ name: "Fair", percent: 100 }] });
  const fields = [
    { path: "enData.title", message: "is taken" },
    { path: "enData.pillars.0.name", message: "is taken" },
    { path: "enData.other", message: "is unknown" },
  ];
  expect(form.refuse(fields).map(({ path }) => path)).toEqual([["title"], ["pillars", 0, "name"]]);
  expect([shown(form, "title"), shown(form, "pillars.0.name")]).toEqual(["validation.invalid", "validation.invalid"]);
  form.set("title", "Another plan");
  expect([shown(form, "title"), shown(form, "pillars.0.name")]).toEqual([undefined, "validation.invalid"]);
  form.set("pillars", []);
  expect(shown(form, "pillars")).toBeUndefined();
});

test("rows keep their values and what was judged of them when they are moved or removed", () => {
  const rows = ["", "b", "", "d"].map((name) => ({ name, percent: 25 }));
  const form = open({ title: "Plan", pillars: rows });
  form.leave("pillars.2.name");
  form.reorder("pillars", [2, 0, 3]);
  expect(form.values().pillars.map(({ name }) => name)).toEqual(["", "", "d"]);
  expect([0, 1, 2].map((index) => shown(form, `pillars.${index}.name`))).toEqual([
    "pillars.0.name",
    undefined,
    undefined,
  ]);
  form.reorder("pillars", [1]);
  expect(shown(form, "pillars.0.name")).toBeUndefined();
});

test("changes nothing in place and tells everyone who listens", () => {
  const form = open();
  const heard = vi.fn();
  const stop = form.subscribe(heard);
  form.set("pillars.0.name", "Fair");
  expect([first.pillars[0]?.name, form.get("pillars.0.name"), form.get("pillars.9.name")]).toEqual([
    "",
    "Fair",
    undefined,
  ]);
  stop();
  form.set("title", "x");
  expect(heard).toHaveBeenCalledTimes(1);
});

test("is unsaved while it differs from what was there, and no longer once it is sent", () => {
  const form = open();
  expect([form.isDirty(), form.isUnsaved(), form.isValid()]).toEqual([false, false, false]);
  form.set("title", "Plan");
  expect([form.isDirty(), form.isUnsaved()]).toEqual([true, true]);
  form.set("title", "");
  expect(form.isDirty()).toBe(false);
  form.set("title", "Plan");
  form.finish();
  expect([form.isDirty(), form.isUnsaved()]).toEqual([true, false]);
  // What was kept from before counts as changed.
  expect(open({ ...first, title: "Half" }).isUnsaved()).toBe(true);
});

test("begins anew", () => {
  const form = open();
  form.showAll();
  form.refuse([{ path: "title", message: "is taken" }]);
  form.setSending(false, { code: "internal" });
  form.reset(first);
  expect([shown(form, "title"), form.sending()]).toEqual([undefined, { isBusy: false, refusal: undefined }]);
});

test("is judged again when its rules are others", () => {
  let isStrict = false;
  const form = createFormStore(first, first, () => (isStrict ? [problem("title")] : []));
  form.showAll();
  expect(form.problemAt("title")).toBeUndefined();
  isStrict = true;
  form.rejudge();
  expect(form.problemAt("title")?.key).toBe("title");
});
