import { prices, type WorkflowKey, workflowNameOf } from "../rules.ts";
import type { MainCategory, WorkflowCard } from "../workflow.ts";

/** Key, English name, route (empty for a workflow without a page), group, sub-group, icon. */
type Row = [WorkflowKey, string, string, MainCategory, string, string];

/** In the order of the sidebar, specification section 2. */
const rows: Row[] = [
  [
    "fundingApplicant",
    "Funding applicant",
    "/workflows/entrepreneurship/funding/applicant",
    "entrepreneurship",
    "",
    "landmark",
  ],
  [
    "businessPlanner",
    "Business planner",
    "/workflows/entrepreneurship/business/planner",
    "entrepreneurship",
    "",
    "briefcase-business",
  ],
  ["audioTranscriber", "Audio transcriber", "/workflows/transcribe/audio", "workLife", "general", "audio-lines"],
  [
    "appointmentPlanner",
    "Appointment planner",
    "/workflows/general/appointment/planner",
    "workLife",
    "general",
    "calendar-clock",
  ],
  ["marketAnalyser", "Market analyser", "/workflows/general/market/analyser", "workLife", "general", "chart-column"],
  [
    "companionsAnalyser",
    "Companions analyser",
    "/workflows/general/companions/analyser",
    "workLife",
    "general",
    "binoculars",
  ],
  [
    "targetGroupsAnalyser",
    "Target groups analyser",
    "/workflows/general/target/groups/analyser",
    "workLife",
    "general",
    "target",
  ],
  [
    "tenderPlanner",
    "Tender planner",
    "/workflows/purchasing/tender/planner",
    "workLife",
    "purchasing",
    "clipboard-list",
  ],
  ["leadsListProvider", "Leads list provider", "/workflows/sales/leads/list/provider", "workLife", "sales", "users"],
  ["leadsOutreachAssistant", "Leads outreach assistant", "", "workLife", "sales", "send"],
  ["tenderApplicant", "Tender applicant", "/workflows/sales/tender/applicant", "workLife", "sales", "gavel"],
  [
    "blogArticleWriter",
    "Blog article writer",
    "/workflows/marketing/blog/article/writer",
    "workLife",
    "marketing",
    "newspaper",
  ],
  [
    "socialPostWriter",
    "Social post writer",
    "/workflows/marketing/social/media/post/writer",
    "workLife",
    "marketing",
    "pen-line",
  ],
  [
    "contentPlanner",
    "Content planner",
    "/workflows/marketing/content/planner",
    "workLife",
    "marketing",
    "calendar-days",
  ],
  [
    "whitepaperPlanner",
    "Whitepaper planner",
    "/workflows/marketing/whitepaper/planner",
    "workLife",
    "marketing",
    "file-text",
  ],
  [
    "videoScriptWriter",
    "Video script writer",
    "/workflows/marketing/video/script/writer",
    "workLife",
    "marketing",
    "clapperboard",
  ],
  [
    "userStoryWriter",
    "User story writer",
    "/workflows/product/management/user/story/writer",
    "workLife",
    "productManagement",
    "list-checks",
  ],
  ["productPlanner", "Product planner", "/workflows/product/planner", "workLife", "productManagement", "map"],
  [
    "customerJourneyPlanner",
    "Customer journey planner",
    "/workflows/product/management/customer/journey/planner",
    "workLife",
    "productManagement",
    "route",
  ],
  ["bookWriting", "Book writing", "/workflows/book/writing", "privateLife", "hobbys", "book-open"],
];

/** Workflows that can be run; the others are announced. */
const live: ReadonlySet<WorkflowKey> = new Set([
  "contentPlanner",
  "fundingApplicant",
  "businessPlanner",
  "productPlanner",
  "marketAnalyser",
  "targetGroupsAnalyser",
  "companionsAnalyser",
  "whitepaperPlanner",
  "blogArticleWriter",
  "userStoryWriter",
  "tenderPlanner",
  "tenderApplicant",
  "socialPostWriter",
  "appointmentPlanner",
  "leadsListProvider",
  "leadsOutreachAssistant",
  "audioTranscriber",
  "bookWriting",
]);

const cardOf = ([key, label, path, mainCategory, category, icon]: Row): WorkflowCard => ({
  label,
  localeKey: `workflows:${key}.name`,
  workflowName: workflowNameOf(key),
  key,
  path,
  mainCategory,
  categories: category === "" ? [] : [category],
  isProductionReady: live.has(key),
  icon,
  coins: prices[key],
});

/** The whole catalogue as pure data, light enough for the first page. */
export const cards: readonly WorkflowCard[] = rows.map(cardOf);

/**
 * Card of a workflow by its short or long name.
 * @throws RangeError for a name outside the catalogue
 */
export function cardNamed(name: string): WorkflowCard {
  const card = cards.find(({ key, workflowName }) => key === name || workflowName === name);
  if (card === undefined) throw new RangeError(`no workflow ${name}`);
  return card;
}

/** Page of a workflow's form. The one without a route of its own starts from the leads and is below them. */
export const formPathOf = ({ path }: Pick<WorkflowCard, "path">): string => path || "/leads/outreach";
