import { germanTitle } from "./german.ts";
import { englishTitle } from "./english.ts";
import { writeCsv } from "#src/kit/csv.ts";
import { isComplete } from "./gherkin.ts";
import type { Story, StoryData } from "./storyData.ts";
import type { Tracker } from "./storyForm.ts";
import { storyWords } from "./storyWords.ts";

type Titled = Pick<StoryData, "stories" | "language">;

/** At most `max` UTF-16 units and never half a character. */
const within = (title: string, max: number): string =>
  title.length <= max
    ? title
    : `${title
        .slice(0, max - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, "")
        .trimEnd()}…`;

/** Title of a story, at most `max` UTF-16 units. Stories that would share one get their role, then their id, behind it. */
export function storyTitle(story: Story, { stories, language }: Titled, max = 200): string {
  const titled = (one: Story, end = ""): string => {
    const title = language === "de" ? germanTitle(one.want) : englishTitle(one.want);
    return `${within(title, Math.max(20, max - end.length))}${end}`;
  };
  const byRole = (one: Story): string => titled(one, ` (${within(one.role, 40)})`);
  const isAlone = (name: (one: Story) => string): boolean =>
    stories.every((other) => other.id === story.id || name(other).toLowerCase() !== name(story).toLowerCase());
  if (isAlone((one) => titled(one))) return titled(story);
  return isAlone(byRole) ? byRole(story) : titled(story, ` (${story.id})`);
}

function criteriaText(story: Story, language: StoryData["language"]): string {
  const { say } = storyWords(language);
  const open = say["toDecide"] ?? "";
  return story.acceptance
    .map(
      ({ given, when, then }) =>
        `${say["given"]} ${given || open}\n${say["when"]} ${when || open}\n${say["then"]} ${then || open}`,
    )
    .join("\n\n");
}

function bodyOf(story: Story, language: StoryData["language"], withCriteria: boolean): string {
  const { say, edge, qualities } = storyWords(language);
  const part = (title: string | undefined, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`${title}:\n${lines.map((line) => `- ${line}`).join("\n")}`];
  return [
    story.statement,
    ...(withCriteria && story.acceptance.length > 0 ? [`${say["acceptance"]}:\n${criteriaText(story, language)}`] : []),
    ...part(
      say["edgeDecide"],
      story.edgeCases.filter(({ isOpen }) => isOpen).map(({ kind, text }) => `${edge[kind].name}: ${text}`),
    ),
    ...part(
      say["qualityHead"],
      story.nonFunctional.map(({ kind, text }) => `${qualities[kind].name}: ${text}`),
    ),
    ...part(say["open"], story.openQuestions),
  ].join("\n\n");
}

const tags = (story: Story): string[] =>
  [story.role, story.activity].map((tag) => tag.trim().replace(/[\s,;]+/g, "-")).filter(Boolean);
const priority: Readonly<Record<Story["slice"], { Jira: string; Linear: string; Azure: string }>> = {
  first: { Jira: "High", Linear: "High", Azure: "1" },
  next: { Jira: "Medium", Linear: "Medium", Azure: "2" },
  later: { Jira: "Low", Linear: "Low", Azure: "3" },
};

/** Points of a story when it was estimated in points; trackers take no shirt sizes as a number. */
const pointsOf = (story: Story): string => (/^\d+$/.test(story.estimate.label) ? story.estimate.label : "");

type Columns = readonly (readonly [name: string, cell: (story: Story, data: StoryData) => string])[];

/** Columns as the importers of the trackers name them. */
const columns: Readonly<Record<Tracker, Columns>> = {
  Jira: [
    ["Issue Id", (story) => story.id],
    ["Issue Type", () => "Story"],
    ["Summary", (story, data) => storyTitle(story, data)],
    ["Description", (story, { language }) => bodyOf(story, language, true)],
    ["Priority", (story) => priority[story.slice].Jira],
    ["Story Points", pointsOf],
    ["Labels", (story) => tags(story).join(" ")],
    ["Epic Name", (_story, { epic }) => epic.title],
  ],
  GitHub: [
    ["title", (story, data) => storyTitle(story, data)],
    ["body", (story, { language }) => bodyOf(story, language, true)],
    [
      "labels",
      (story) =>
        ["user story", ...tags(story), ...(story.estimate.label ? [`estimate: ${story.estimate.label}`] : [])].join(
          ",",
        ),
    ],
    ["milestone", (_story, { epic }) => epic.title],
  ],
  Linear: [
    ["ID", (story) => story.id],
    ["Title", (story, data) => storyTitle(story, data)],
    ["Description", (story, { language }) => bodyOf(story, language, true)],
    ["Status", () => "Backlog"],
    ["Estimate", pointsOf],
    ["Priority", (story) => priority[story.slice].Linear],
    ["Labels", (story) => tags(story).join(", ")],
    ["Project", (_story, { epic }) => epic.title],
  ],
  Azure: [
    ["Work Item Type", () => "User Story"],
    ["Title", (story, data) => storyTitle(story, data)],
    ["Description", (story, { language }) => bodyOf(story, language, false)],
    ["Acceptance Criteria", (story, { language }) => criteriaText(story, language)],
    ["Story Points", pointsOf],
    ["Priority", (story) => priority[story.slice].Azure],
    [
      "Tags",
      (story) =>
        [...tags(story), ...(story.acceptance.length > 0 && story.acceptance.every(isComplete) ? [] : ["open"])].join(
          "; ",
        ),
    ],
    ["State", () => "New"],
  ],
};

/**
 * Stories as the CSV that a tracker imports: RFC 4180 with a byte order mark, every cell quoted, and an apostrophe
 * before what a spreadsheet would run.
 */
export function storiesCsv(data: StoryData, tracker: Tracker): string {
  const shape = columns[tracker];
  return writeCsv([
    shape.map(([name]) => name),
    ...data.stories.map((story) => shape.map(([, cell]) => cell(story, data))),
  ]);
}
