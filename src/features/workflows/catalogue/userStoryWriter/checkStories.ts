import { similarity, trimEndBy } from "#src/kit/text.ts";
import type { WorkflowContext } from "../../workflow.ts";
import type { Draft, Issue, Section } from "#src/features/documents/document.ts";
import { judgeClaims } from "../claims.ts";
import { localDateOf } from "../../domain/dates.ts";
import { type DraftLanguage, draftLanguageOf, fill, oneLine } from "../../domain/wording.ts";
import { readCsv } from "#src/kit/csv.ts";
import { existingStories, mostExisting, type ExistingStory } from "./existingStories.ts";
import { composeStories, isOurClaim, isOurSection, placeOf, readyOf } from "./document.ts";
import { isTable, linesOf } from "./draftStories.ts";
import { englishStory, givesReason } from "./english.ts";
import { germanStory } from "./german.ts";
import { isComplete, normalised } from "./gherkin.ts";
import { duplicatesOf, estimateOf, investOf, splitOf, vagueIn } from "./judge.ts";
import { readNeeds, roleNamed, touchedBy, writtenIn } from "./needs.ts";
import { slices, type Story, type StoryData } from "./storyData.ts";
import { rolesOf, type StoryForm, usualSplitLimit } from "./storyForm.ts";
import { storyWords } from "./storyWords.ts";

/** Stories of the pasted table and of tables among the files. */
export function backlogOf(form: StoryForm, context: WorkflowContext): { stories: ExistingStory[]; isCut: boolean } {
  const tables = form.research === "none" ? [] : context.sources.filter(isTable).map(({ text }) => text);
  const texts = [form.existingStories, ...tables].filter((text) => text.trim() !== "");
  const all = texts.flatMap(existingStories);
  const isCut = all.length > mostExisting || texts.some((text) => readCsv(text).length > mostExisting + 1);
  return { stories: all.slice(0, mostExisting), isCut };
}

/** Ids in order, dependencies renamed with them; what names nothing, itself or closes a circle is dropped. */
function renumbered(stories: readonly Story[]): { stories: Story[]; unknown: number; circles: number } {
  const idOf = (index: number): string => `s${String(index + 1).padStart(2, "0")}`;
  const renamed = new Map<string, string>();
  for (const [index, { id }] of stories.entries()) if (!renamed.has(id.trim())) renamed.set(id.trim(), idOf(index));
  const kept = new Map<string, string[]>();
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean => {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return (kept.get(from) ?? []).some((next) => reaches(next, to, seen));
  };
  let unknown = 0;
  let circles = 0;
  const made = stories.map((story, index): Story => {
    const id = idOf(index);
    const dependencies: string[] = [];
    for (const name of story.dependencies) {
      const target = renamed.get(name.trim());
      if (target === undefined || target === id) unknown += 1;
      else if (reaches(target, id)) circles += 1;
      else if (!dependencies.includes(target)) dependencies.push(target);
      kept.set(id, dependencies);
    }
    const openQuestions = story.openQuestions.map((question) =>
      story.id === id || !question.startsWith(`${story.id}:`) ? question : `${id}${question.slice(story.id.length)}`,
    );
    return { ...story, id, dependencies, openQuestions };
  });
  return { stories: made, unknown, circles };
}

const trimmed = (text: string): string => oneLine(text);

/** Wish without the frame that a model may repeat, and without a final stop. */
function bareWish(want: string): string {
  return trimEndBy(trimmed(want).replace(/^(?:i want|i need|i would like|möchte ich|ich möchte),?\s+/i, ""), /[.;,]/);
}
const bareBenefit = (text: string): string => trimEndBy(trimmed(text).replace(/^(?:so that|damit)\s+/i, ""), /[.;,]/);
const bareSituation = (text: string): string => trimEndBy(trimmed(text).replace(/^(?:when|wenn)\s+/i, ""), /[.;,]/);

/** Questions that follow from what a story leaves open. */
function questionsOf(story: Story, form: StoryForm, language: DraftLanguage): string[] {
  const { say, edge, qualities } = storyWords(language);
  const ask = (key: string, values: Record<string, string> = {}): string =>
    fill(say[key] ?? key, { story: story.id, ...values });
  const edges = story.edgeCases.filter(({ isOpen }) => isOpen);
  const open = story.nonFunctional.filter(({ isOpen }) => isOpen);
  const vague = vagueIn([story.want, ...story.acceptance.flatMap(({ when, then }) => [when, then])].join("\n"));
  return [
    ...(story.soThat === "" && !givesReason(story.want) ? [ask("askBenefit")] : []),
    ...(form.format === "jobStory" && story.situation === "" ? [ask("askSituation")] : []),
    ...(story.acceptance.some(({ when }) => when === "" || when === say["openTrigger"]) ? [ask("askTrigger")] : []),
    ...(story.acceptance.some(isComplete) ? [] : [ask("askCriteria")]),
    ...vague.slice(0, 3).map((word) => ask("askVague", { word })),
    ...(edges.length === 0 ? [] : [ask("askEdges", { kinds: edges.map(({ kind }) => edge[kind].name).join(", ") })]),
    ...(open.length === 0
      ? []
      : [ask("askQuality", { kinds: open.map(({ kind }) => qualities[kind].name).join(", ") })]),
  ];
}

/** Rows of the story map in the order in which the steps come up. */
function mapOf(stories: readonly Story[]): StoryData["map"] {
  const activities = [...new Set(stories.map(({ activity }) => activity))];
  return activities.map((activity) => ({
    activity,
    cells: slices.map((slice) => ({
      slice,
      storyIds: stories.filter((story) => story.activity === activity && story.slice === slice).map(({ id }) => id),
    })),
  }));
}

/** What the person set as a given, with the stories it touches; none stands for all. */
function constraintsOf(form: StoryForm, stories: readonly Story[]): StoryData["constraints"] {
  const language = writtenIn(form.constraints, draftLanguageOf(form.goalLanguage));
  const lines = linesOf(form.constraints, language).slice(0, 100);
  const said = stories.map(({ evidence, want }) => evidence || want);
  const touched = touchedBy(lines, said, language);
  return lines.map((text, index) => {
    const holders = stories.filter((story) => story.acceptance.some(({ then }) => then.includes(text)));
    const near = (touched[index] ?? []).flatMap((at) => stories[at] ?? []);
    return { text, storyIds: (holders.length > 0 ? holders : near).map(({ id }) => id) };
  });
}

/** Judges a result of any engine: everything that can be reckoned is reckoned anew, the document is composed from it. */
export function checkStories(
  draft: Draft<StoryData>,
  form: StoryForm,
  context: WorkflowContext,
): { draft: Draft<StoryData>; issues: Issue[] } {
  const language = draftLanguageOf(context.language);
  const { say } = storyWords(language);
  const issues: Issue[] = [];
  const note = (level: Issue["level"], code: string, params?: Issue["params"], at?: string): void => {
    issues.push({ level, code, ...(params ? { params } : {}), ...(at ? { at } : {}) });
  };
  const roles = rolesOf(form);
  const limit = form.splitRule ? form.splitLimit : usualSplitLimit;

  const named = draft.data.stories.flatMap((story): Story[] => {
    const want = bareWish(story.want);
    if (want === "") return [];
    const role = roles.find((one) => one === trimmed(story.role)) ?? roleNamed(story.role, roles);
    if (role === undefined)
      note("warn", "unknownRole", { role: trimmed(story.role).slice(0, 60), used: roles[0] ?? "", story: story.id });
    const isFound = story.evidence.trim() === "" || placeOf(story.evidence, form, context) !== null;
    if (!isFound) note("warn", "evidenceNotFound", { story: story.id });
    return [
      {
        ...story,
        want,
        role: role ?? roles[0] ?? "",
        situation: bareSituation(story.situation),
        soThat: bareBenefit(story.soThat),
        evidence: isFound ? trimmed(story.evidence) : "",
        activity: trimmed(story.activity) || trimmed(form.requirementTitle),
        acceptance: story.acceptance.map(normalised).filter(({ given, when, then }) => `${given}${when}${then}` !== ""),
      },
    ];
  });
  const seen = new Set<string>();
  const distinct = named.filter(({ role, want, situation }) => {
    const key = `${role}\n${want}\n${situation}`.toLowerCase();
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
  if (distinct.length < named.length) note("warn", "twice", { count: named.length - distinct.length });
  if (distinct.length > form.number)
    note("warn", "tooMany", { count: distinct.length - form.number, max: form.number });
  const { stories: numbered, unknown, circles } = renumbered(distinct.slice(0, form.number));
  if (numbered.length === 0) note("error", "noStories");
  if (unknown > 0) note("info", "dependencyUnknown", { count: unknown });
  if (circles > 0) note("warn", "dependencyCircle", { count: circles });

  const tell = language === "de" ? germanStory : englishStory;
  const open = { situation: say["openSituation"] ?? "", benefit: say["openBenefit"] ?? "" };
  const stories = numbered.map((story): Story => {
    const told = { ...story, statement: tell(story, form.format, open) };
    const asked = questionsOf(told, form, language);
    const own = told.openQuestions
      .map(trimmed)
      .filter(
        (question) => question !== "" && !asked.some((one) => one === question || similarity(one, question) > 0.9),
      );
    return {
      ...told,
      openQuestions: [...asked, ...own].slice(0, 20),
      estimate: estimateOf(told, form.estimateScale, language),
      invest: investOf(told, limit, language),
    };
  });
  const backlog = backlogOf(form, context);
  if (form.existingStories.trim() !== "" && backlog.stories.length === 0) note("warn", "backlogUnread");
  if (backlog.isCut) note("info", "backlogCut", { max: mostExisting });

  const epic = {
    title: trimmed(draft.data.epic.title) || trimmed(form.requirementTitle),
    goal: trimmed(draft.data.epic.goal) || (say["goalFallback"] ?? ""),
  };
  const base: StoryData = {
    epic,
    stories,
    constraints: constraintsOf(form, stories),
    splits: form.splitRule ? stories.flatMap((story) => splitOf(story, limit, language) ?? []) : [],
    duplicates: duplicatesOf(stories, backlog.stories, writtenIn(form.feature, language)),
    map: mapOf(stories),
    ready: [],
    tracker: form.tracker,
    language,
  };
  const data: StoryData = { ...base, ready: readyOf(base, form, limit, language) };

  for (const story of stories) {
    const open_ = story.acceptance.filter((criterion) => !isComplete(criterion)).length;
    if (story.acceptance.length === 0) note("warn", "noCriteria", { story: story.id }, story.id);
    else if (open_ > 0)
      note("info", "criteriaOpen", { story: story.id, count: open_, all: story.acceptance.length }, story.id);
  }
  for (const { storyId, parts } of data.splits)
    note("info", "splitProposed", { story: storyId, parts: parts.length }, "splits");
  for (const one of data.duplicates.filter(({ kind }) => kind === "existing")) {
    note(
      "warn",
      "duplicate",
      { story: one.storyId, other: one.otherId, percent: Math.round(one.likeness * 100) },
      "duplicates",
    );
  }
  if (form.refinement !== "" && form.refinement < localDateOf(context.now, context.timeZone))
    note("warn", "refinementPast", { date: form.refinement }, "refinement");

  const language_ = writtenIn(form.feature, language);
  const background = readNeeds(form.feature, "form:feature", roles, language_).background.slice(0, 20);
  const asked = new Set(stories.flatMap(({ openQuestions }) => openQuestions));
  const openQuestions = [
    ...asked,
    ...draft.openQuestions
      .map(trimmed)
      .filter((question) => question !== "" && !asked.has(question) && !/^s\d\d:/.test(question)),
  ].slice(0, 200);
  const composed = composeStories(data, {
    form,
    context,
    language,
    background,
    compared: backlog.stories.length,
    openQuestions,
  });
  const judged = judgeClaims(draft.claims, context, isOurClaim);
  issues.push(...judged.issues);
  const claims = [...composed.claims, ...judged.claims];
  const known = new Set(claims.map(({ id }) => id));
  const prose = draft.sections
    .filter(({ key }) => !isOurSection(key))
    .slice(0, 4)
    .map((section) => withKnownClaims(section, known));
  const [first, ...others] = composed.sections;
  const criteria = stories.reduce((all, { acceptance }) => all + acceptance.filter(isComplete).length, 0);
  const untestable = stories.filter(({ acceptance }) => !acceptance.some(isComplete)).length;
  const values = {
    stories: String(stories.length),
    criteria: String(criteria),
    untestable: String(untestable),
    tracker: form.tracker,
    title: trimmed(form.requirementTitle),
  };
  return {
    draft: {
      title: trimmed(draft.title) || fill(say["title"] ?? "", values),
      summary: trimmed(draft.summary) || fill(say[untestable === 0 ? "summary" : "summaryOpen"] ?? "", values),
      sections: [...(first ? [first] : []), ...prose, ...others],
      data,
      claims,
      assumptions: draft.assumptions,
      openQuestions,
    },
    issues,
  };
}

/** A section whose blocks name only claims that exist. */
const withKnownClaims = (section: Section, known: ReadonlySet<string>): Section => ({
  ...section,
  blocks: section.blocks.map((block) =>
    "claimIds" in block && block.claimIds
      ? { ...block, claimIds: block.claimIds.filter((id) => known.has(id)) }
      : block,
  ),
});
