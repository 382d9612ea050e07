import type { MainCategory, WorkflowCard } from "../workflow.ts";

export interface AssistantGroup {
  key: MainCategory;
  /** Sub-groups in their order; workflows of a group without sub-groups stand in `cards`. */
  groups: { key: string; cards: WorkflowCard[] }[];
  cards: WorkflowCard[];
  /** What is announced and has no workflow yet: `soon`, or the years in which it may come. */
  upcoming: { key: string; mark: "soon" | "upcoming" }[];
}

/** "Your Daily Assistants" in the order of specification section 2. */
const order: { key: MainCategory; groups: string[]; upcoming: AssistantGroup["upcoming"] }[] = [
  { key: "entrepreneurship", groups: [], upcoming: [] },
  {
    key: "workLife",
    groups: ["general", "purchasing", "sales", "marketing", "productManagement"],
    upcoming: [{ key: "productDevelopment", mark: "soon" }],
  },
  {
    key: "privateLife",
    groups: ["hobbys"],
    upcoming: [
      { key: "lifeGoalPlanner", mark: "upcoming" },
      { key: "decisionAnalyser", mark: "upcoming" },
      { key: "educationalPlanner", mark: "upcoming" },
      { key: "careerPathPlanner", mark: "upcoming" },
    ],
  },
];

/**
 * The catalogue in the groups of the sidebar.
 * @param withPathless also workflows that have a price and no page of their own
 */
export function assistantGroups(cards: readonly WorkflowCard[], withPathless = false): AssistantGroup[] {
  return order.map(({ key, groups, upcoming }) => {
    const own = cards.filter((card) => card.mainCategory === key && (withPathless || card.path !== ""));
    return {
      key,
      groups: groups.map((group) => ({
        key: group,
        cards: own.filter(({ categories }) => categories.includes(group)),
      })),
      cards: own.filter(({ categories }) => !groups.some((group) => categories.includes(group))),
      upcoming,
    };
  });
}
