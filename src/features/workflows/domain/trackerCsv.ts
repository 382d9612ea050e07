import { writeCsv } from "#src/kit/csv.ts";
import { trimEndBy } from "#src/kit/text.ts";
import type { Criterion, Rank } from "./stories.ts";
import { capital, clipped, oneLine } from "./wording.ts";

/* User stories as the tables that trackers import. */

export const trackers = ["Jira", "GitHub", "Linear", "Azure"] as const;
export type Tracker = (typeof trackers)[number];

export interface TrackerStory {
  id: string;
  /** The story as one sentence. */
  text: string;
  /** What is wanted, without role and benefit: its title. */
  want: string;
  rank: Rank;
  /** Null for stories that are not estimated in points. */
  points: number | null;
  labels: readonly string[];
  criteria: readonly Criterion[];
  /** Further parts of the description, `Edge cases` and the like. */
  parts: readonly { title: string; lines: readonly string[] }[];
}

export interface TrackerTable {
  stories: readonly TrackerStory[];
  /** Name of the epic, milestone or project. */
  epic: string;
  /** Words in the language of the stories. */
  words: { given: string; when: string; result: string; criteria: string };
}

/** Titles of up to 200 UTF-16 units; stories that would share one have their id behind it. */
function titlesOf(stories: readonly TrackerStory[]): Map<string, string> {
  const plain = stories.map(({ id, want }) => ({
    id,
    title: clipped(capital(trimEndBy(oneLine(want), /\./)), 180, 180),
  }));
  const counts = Map.groupBy(plain, ({ title }) => title.toLowerCase());
  return new Map(
    plain.map(({ id, title }) => [id, (counts.get(title.toLowerCase())?.length ?? 0) > 1 ? `${title} (${id})` : title]),
  );
}

const criterionText = ({ given, when, then: result, isWhole, text }: Criterion, words: TrackerTable["words"]): string =>
  isWhole ? `${words.given} ${given}\n${words.when} ${when}\n${words.result} ${result}` : `- ${text}`;

const criteriaText = ({ criteria }: TrackerStory, { words }: TrackerTable): string =>
  criteria.map((one) => criterionText(one, words)).join("\n\n");

const partsText = ({ parts }: TrackerStory): string[] =>
  parts
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => `${title}:\n${lines.map((line) => `- ${line}`).join("\n")}`);

const bodyOf = (story: TrackerStory, table: TrackerTable): string =>
  [
    story.text,
    ...(story.criteria.length > 0 ? [`${table.words.criteria}:\n${criteriaText(story, table)}`] : []),
    ...partsText(story),
  ].join("\n\n");

/** No rank is no priority: trackers then set their own. */
const priorities: Readonly<Record<Rank, { Jira: string; Linear: string; Azure: string }>> = {
  must: { Jira: "High", Linear: "High", Azure: "1" },
  should: { Jira: "Medium", Linear: "Medium", Azure: "2" },
  could: { Jira: "Low", Linear: "Low", Azure: "3" },
  open: { Jira: "", Linear: "", Azure: "" },
};

const pointsOf = ({ points }: TrackerStory): string => (points === null ? "" : String(points));
/** Trackers part labels at blanks and signs. */
const labelsOf = ({ labels }: TrackerStory): string[] =>
  [...new Set(labels.map((label) => label.trim().replace(/[\s,;]+/g, "-")))].filter(Boolean);

interface Column {
  name: string;
  cell: (story: TrackerStory, table: TrackerTable, index: number) => string;
  /** Of the row above the stories that stands for the epic, where a tracker has one. */
  epic?: (table: TrackerTable) => string;
  /** Its texts are in the document already. */
  isText?: true;
}

/** Number of the row of the epic, which its stories name as their parent; they count on from it. */
const epicId = "1";

/** Columns as the importers of the trackers name them. `title` is filled in below: it depends on all stories. */
const columns: Readonly<Record<Tracker, readonly Column[]>> = {
  // Atlassian's article on parents in the CSV import of Jira Cloud: higher levels first, and in “Parent” the “Issue ID”
  // of the row above; “Epic Name” and “Epic Link” are deprecated since 2024.
  Jira: [
    { name: "Issue ID", cell: (_, __, index) => String(index + 2), epic: () => epicId },
    { name: "Issue Type", cell: () => "Story", epic: () => "Epic" },
    { name: "Summary", cell: () => "", epic: ({ epic }) => clipped(oneLine(epic), 180, 180) },
    { name: "Parent", cell: () => epicId },
    { name: "Description", cell: bodyOf, isText: true },
    { name: "Priority", cell: ({ rank }) => priorities[rank].Jira },
    { name: "Story Points", cell: pointsOf },
    { name: "Labels", cell: (story) => labelsOf(story).join(" ") },
  ],
  GitHub: [
    { name: "title", cell: () => "" },
    { name: "body", cell: bodyOf, isText: true },
    {
      name: "labels",
      cell: (story) =>
        ["user story", ...labelsOf(story), ...(story.points === null ? [] : [`estimate: ${story.points}`])].join(","),
    },
    { name: "milestone", cell: (_, { epic }) => epic },
  ],
  Linear: [
    { name: "ID", cell: ({ id }) => id },
    { name: "Title", cell: () => "" },
    { name: "Description", cell: bodyOf, isText: true },
    { name: "Status", cell: () => "Backlog" },
    { name: "Estimate", cell: pointsOf },
    { name: "Priority", cell: ({ rank }) => priorities[rank].Linear },
    { name: "Labels", cell: (story) => labelsOf(story).join(", ") },
    { name: "Project", cell: (_, { epic }) => epic },
  ],
  Azure: [
    { name: "Work Item Type", cell: () => "User Story" },
    { name: "Title", cell: () => "" },
    { name: "Description", cell: (story) => [story.text, ...partsText(story)].join("\n\n"), isText: true },
    { name: "Acceptance Criteria", cell: criteriaText, isText: true },
    { name: "Story Points", cell: pointsOf },
    { name: "Priority", cell: ({ rank }) => priorities[rank].Azure },
    {
      name: "Tags",
      cell: (story) => [...labelsOf(story), ...(story.criteria.length > 0 ? [] : ["open"])].join("; "),
    },
    { name: "State", cell: () => "New" },
  ],
};
const titleNames: ReadonlySet<string> = new Set(["Summary", "title", "Title"]);

/** Head and rows of the table that a tracker imports. @param withTexts also descriptions and criteria */
export function trackerRows(
  tracker: Tracker,
  table: TrackerTable,
  withTexts: boolean,
): { head: string[]; rows: string[][] } {
  const shown = columns[tracker].filter(({ isText }) => withTexts || !isText);
  const titles = titlesOf(table.stories);
  const hasEpic = table.stories.length > 0 && shown.some(({ epic }) => epic);
  return {
    head: shown.map(({ name }) => name),
    rows: [
      ...(hasEpic ? [shown.map(({ epic }) => epic?.(table) ?? "")] : []),
      ...table.stories.map((story, index) =>
        shown.map(({ name, cell }) =>
          titleNames.has(name) ? (titles.get(story.id) ?? "") : cell(story, table, index),
        ),
      ),
    ],
  };
}

/** The file that a tracker imports: RFC 4180, every cell quoted, nothing that a spreadsheet would run. */
export function trackerCsv(tracker: Tracker, table: TrackerTable): string {
  const { head, rows } = trackerRows(tracker, table, true);
  return writeCsv([head, ...rows]);
}
