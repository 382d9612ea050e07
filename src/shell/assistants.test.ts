import { describe, expect, it } from "vitest";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { assistantGroups } from "./assistants.ts";
import { workflowIcons } from "./workflowIcons.ts";

describe("the assistants of the sidebar", () => {
  it("hold every workflow that has a page, once", () => {
    const shown = assistantGroups(cards).flatMap((group) => [
      ...group.cards,
      ...group.groups.flatMap((sub) => sub.cards),
    ]);
    const withPage = cards.filter((card) => card.path !== "");
    expect(shown.map(({ key }) => key).toSorted()).toEqual(withPage.map(({ key }) => key).toSorted());
  });

  it("hold all 20 of the price table in the catalogue", () => {
    const shown = assistantGroups(cards, true).flatMap((group) => [
      ...group.cards,
      ...group.groups.flatMap((sub) => sub.cards),
    ]);
    expect(new Set(shown.map(({ key }) => key)).size).toBe(20);
  });

  it("have the icon that each card names", () => {
    expect(cards.filter(({ icon }) => !(icon in workflowIcons)).map(({ key }) => key)).toEqual([]);
  });
});
