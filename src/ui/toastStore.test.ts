import { afterEach, expect, test } from "vitest";
import { dismissToast, onToast, shownToast, toast } from "./toastStore.ts";

afterEach(() => dismissToast());

test("replaces the current toast with a new one", () => {
  toast({ title: "46 leads added" });
  const first = shownToast();
  toast({ title: "Project deleted", tone: "info" });
  expect(shownToast()?.title).toBe("Project deleted");
  expect(shownToast()?.id).not.toBe(first?.id);
});

test("ignores the dismissal of a replaced toast", () => {
  toast({ title: "old" });
  const old = shownToast()?.id;
  toast({ title: "new" });
  dismissToast(old);
  expect(shownToast()?.title).toBe("new");
});

test("notifies listeners until they unsubscribe", () => {
  const heard: (string | undefined)[] = [];
  const leave = onToast(() => heard.push(shownToast()?.title));
  toast({ title: "one" });
  dismissToast();
  leave();
  toast({ title: "two" });
  expect(heard).toEqual(["one", undefined]);
});
