import { describe, expect, it } from "vitest";
import { isExpandedIn } from "./sidebarState.ts";

describe("the kept state of the sidebar", () => {
  it.each([
    ["", true],
    ["a=1; sidebar:state=true; b=2", true],
    ["sidebar:state=false", false],
    ["a=1; sidebar:state=false; b=2", false],
    ["other-sidebar:state=false", true],
    ["sidebar:state=falsehood", true],
  ])("in %j is expanded: %s", (cookies, expanded) => expect(isExpandedIn(cookies)).toBe(expanded));
});
