import { describe, expect, test } from "vitest";
import { isExpandedIn } from "./sidebarState.ts";

describe("sidebar state", () => {
  test.each([
    ["", true],
    ["a=1; sidebar:state=true; b=2", true],
    ["sidebar:state=false", false],
    ["a=1; sidebar:state=false; b=2", false],
    ["other-sidebar:state=false", true],
    ["sidebar:state=falsehood", true],
  ])("stored in %j is expanded: %s", (cookies, expanded) => expect(isExpandedIn(cookies)).toBe(expanded));
});
