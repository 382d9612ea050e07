import { describe, expect, test } from "vitest";
import { cards } from "../catalogue/cards.ts";
import { assistantGroups } from "./assistants.ts";
import { liveFavorites } from "./favorites.ts";
import { workflowIcons } from "./workflowIcons.ts";

describe("workflow groups", () => {
  test("contain every workflow with a page once", () => {
    const shown = assistantGroups(cards).flatMap((group) => [
      ...group.cards,
      ...group.groups.flatMap((sub) => sub.cards),
    ]);
    const withPage = cards.filter((card) => card.path !== "");
    expect(shown.map(({ key }) => key).toSorted()).toEqual(withPage.map(({ key }) => key).toSorted());
  });

  test("contain all 20 workflows of the price table in the catalogue", () => {
    const shown = assistantGroups(cards, true).flatMap((group) => [
      ...group.cards,
      ...group.groups.flatMap((sub) => sub.cards),
    ]);
    expect(new Set(shown.map(({ key }) => key)).size).toBe(20);
  });

  test("follow the specification and mark upcoming workflows", () => {
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

  test("use an existing icon for every workflow", () => {
    expect(cards.filter(({ icon }) => !(icon in workflowIcons)).map(({ key }) => key)).toEqual([]);
  });
});

describe("favourite workflows in the sidebar", () => {
  const catalogue = cards.map((card) => ({ ...card, isProductionReady: false }));
  const name = (key: string): string => `${key}Workflow`;

  test("are live, unique and in the order they were added", () => {
    const some = catalogue.map((card) => ({
      ...card,
      isProductionReady: ["bookWriting", "contentPlanner"].includes(card.key),
    }));
    const starred = ["contentPlanner", "videoScriptWriter", "bookWriting", "contentPlanner"].map(name);
    expect(liveFavorites(starred, some).map(({ key }) => key)).toEqual(["contentPlanner", "bookWriting"]);
  });

  test("exclude unknown and unavailable workflows", () => {
    expect(liveFavorites([...catalogue.map((card) => card.workflowName), "no such workflow"], catalogue)).toEqual([]);
  });
});
