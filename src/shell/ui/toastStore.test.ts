import { afterEach, expect, test } from "vitest";
import { dismissToast, onToast, shownToast, toast } from "./toastStore.ts";

afterEach(() => dismissToast());

test("a new toast takes the place of the old one, with a clock of its own", () => {
  toast({ title: "46 leads added" });
  const first = shownToast();
  toast({ title: "Project deleted", tone: "info" });
  expect(shownToast()?.title).toBe("Project deleted");
  expect(shownToast()?.id).not.toBe(first?.id);
});

test("the end of an old toast leaves the new one alone", () => {
  toast({ title: "old" });
  const old = shownToast()?.id;
  toast({ title: "new" });
  dismissToast(old);
  expect(shownToast()?.title).toBe("new");
});

test("listeners hear of every change until they leave", () => {
  const heard: (string | undefined)[] = [];
  const leave = onToast(() => heard.push(shownToast()?.title));
  toast({ title: "one" });
  dismissToast();
  leave();
  toast({ title: "two" });
  expect(heard).toEqual(["one", undefined]);
});
