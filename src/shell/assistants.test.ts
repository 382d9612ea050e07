import { describe, expect, it } from "vitest";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { assistantGroups, liveFavorites } from "./assistants.ts";
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

  it("stand in the three groups of the specification, with what is to come marked", () => {
    const shape = assistantGroups(cards).map(({ key, groups, upcoming }) => [
      key,
      groups.map((group) => group.key),
      upcoming.map((item) => `${item.key} ${item.mark}`),
    ]);
    expect(shape).toEqual([
      ["entrepreneurship", [], []],
      ["workLife", ["general", "purchasing", "sales", "marketing", "productManagement"], ["productDevelopment soon"]],
      [
        "privateLife",
        ["hobbys"],
        [
          "lifeGoalPlanner upcoming",
          "decisionAnalyser upcoming",
          "educationalPlanner upcoming",
          "careerPathPlanner upcoming",
        ],
      ],
    ]);
    expect(
      assistantGroups(cards)
        .at(-1)
        ?.groups[0]?.cards.map(({ key }) => key),
    ).toEqual(["bookWriting"]);
  });

  it("have the icon that each card names", () => {
    expect(cards.filter(({ icon }) => !(icon in workflowIcons)).map(({ key }) => key)).toEqual([]);
  });
});

describe("favourites in the sidebar", () => {
  const catalogue = cards.map((card) => ({ ...card, isProductionReady: false }));
  const name = (key: string): string => `${key}Workflow`;

  it("are those that are live, each once, in the order of their stars", () => {
    const some = catalogue.map((card) => ({
      ...card,
      isProductionReady: ["bookWriting", "contentPlanner"].includes(card.key),
    }));
    const starred = ["contentPlanner", "videoScriptWriter", "bookWriting", "contentPlanner"].map(name);
    expect(liveFavorites(starred, some).map(({ key }) => key)).toEqual(["contentPlanner", "bookWriting"]);
  });

  it("leave out unknown names and whatever is not live", () => {
    expect(liveFavorites([...catalogue.map((card) => card.workflowName), "no such workflow"], catalogue)).toEqual([]);
  });
});
