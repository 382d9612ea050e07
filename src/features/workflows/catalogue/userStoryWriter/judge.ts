import { similarity, trimEndBy, words as wordsIn } from "#src/kit/text.ts";
import { capital, type DraftLanguage, fill, figure, listed, quoted, oneLine } from "../../domain/wording.ts";
import type { ExistingStory } from "./existingStories.ts";
import { englishActions, givesReason } from "./english.ts";
import { germanActions } from "./german.ts";
import { isComplete } from "./gherkin.ts";
import { topicOf } from "./needs.ts";
import type { Criterion, Story, StoryData } from "./storyData.ts";
import type { StoryForm } from "./storyForm.ts";
import { storyWords } from "./storyWords.ts";

/** Words that can be read in more than one way and so cannot be tested. */
const vagueWords =
  /(?<![\p{L}-])(?:fast|quick(?:ly)?|easy|easily|simple|simply|user-friendly|intuitive(?:ly)?|flexible|efficient(?:ly)?|robust|modern|nice|good|better|appropriate|adequate|sufficient|several|various|etc|and so on|as needed|if possible|timely|seamless(?:ly)?|schnell|einfach|leicht|benutzerfreundlich|intuitiv|flexibel|effizient|robust|angemessen|ausreichend|möglichst|gegebenenfalls|ggf|usw|diverse|zeitnah|bei bedarf|komfortabel|übersichtlich)(?![\p{L}-])/giu;

/** Words of a solution: they say how, and a story leaves that open. */
const solutionWords =
  /(?<![\p{L}-])(?:sql|database table|postgres(?:ql)?|mysql|mongodb|redis|kafka|react|angular|vue|microservices?|rest(?:ful)? (?:api|endpoint)|graphql|webhook|json|xml|dropdown|drop-down|modal|popup|pop-up|checkbox|radio button|button|cron ?job|docker|kubernetes|schaltfläche|knopf|auswahlliste|datenbanktabelle|endpunkt)(?![\p{L}-])/giu;

const distinct = (found: readonly string[]): string[] => [
  ...new Map(found.map((word) => [word.toLowerCase(), word])).values(),
];

/** Vague words of a text, each once. */
export const vagueIn = (text: string): string[] => distinct(text.match(vagueWords) ?? []);
const solutionsIn = (text: string): string[] => distinct(text.match(solutionWords) ?? []);

/** Longest wish that still reads as one, in words. */
const longestWish = 40;

/** Actions that a wish asks for at once, two or more; else empty. */
const actionsOf = (want: string, language: DraftLanguage): string[] =>
  language === "de" ? germanActions(want) : englishActions(want);

/** The six letters, each reckoned from what the story holds. */
export function investOf(story: Story, limit: number, language: DraftLanguage): Story["invest"] {
  const { invest, say } = storyWords(language);
  const flag = (
    letter: keyof Story["invest"],
    faults: readonly string[],
    values: Record<string, string>,
  ): Story["invest"][typeof letter] => ({
    holds: faults.length === 0,
    reason: fill(faults.length === 0 ? invest[letter].yes : invest[letter].no, {
      ...values,
      why: `${capital(faults.join("; "))}.`,
    }),
  });
  const all = story.acceptance.length;
  const done = story.acceptance.filter(isComplete).length;
  const said = [story.want, ...story.acceptance.flatMap(({ when, then }) => [when, then])].join("\n");
  const vague = vagueIn(said);
  const solutions = solutionsIn(story.want);
  const actions = actionsOf(story.want, language).length;
  const length = wordsIn(story.want).length;
  const quotedList = (found: readonly string[]): string =>
    listed(
      found.map((word) => quoted(word, language)),
      language,
    );
  const vagueFault = vague.length > 0 ? [fill(say["vague"] ?? "", { words: quotedList(vague) })] : [];
  const counts = {
    done: String(done),
    all: String(all),
    count: String(all),
    limit: String(limit),
    open: String(all - done),
  };
  return {
    independent: flag("independent", story.dependencies, { stories: listed(story.dependencies, language) }),
    negotiable: flag("negotiable", solutions, { words: quotedList(solutions) }),
    valuable: flag("valuable", story.soThat.trim() === "" && !givesReason(story.want) ? ["-"] : [], {}),
    estimable: flag(
      "estimable",
      [
        ...(all === 0
          ? [say["noneComplete"] ?? ""]
          : (all - done) * 2 > all
            ? [fill(say["tooOpen"] ?? "", counts)]
            : []),
        ...vagueFault,
      ],
      counts,
    ),
    small: flag(
      "small",
      [
        ...(all > limit ? [fill(say["tooMany"] ?? "", counts)] : []),
        ...(actions > 1 ? [fill(say["twoActions"] ?? "", { count: String(actions) })] : []),
        ...(length > longestWish ? [fill(say["tooLong"] ?? "", { count: String(length) })] : []),
      ],
      counts,
    ),
    testable: flag("testable", [...(done === 0 ? [say["noneComplete"] ?? ""] : []), ...vagueFault], counts),
  };
}

/** Upper bounds of the size for each mark of a scale: starting values, said to be so in the document. */
const marks: Readonly<Record<"tshirt" | "fibonacci", readonly (readonly [number, string])[]>> = {
  fibonacci: [
    [1.5, "1"],
    [3, "2"],
    [4.5, "3"],
    [6.5, "5"],
    [9.5, "8"],
    [13.5, "13"],
    [Infinity, "21"],
  ],
  tshirt: [
    [2, "XS"],
    [4, "S"],
    [6.5, "M"],
    [9.5, "L"],
    [Infinity, "XL"],
  ],
};

/** Size of a story by counting, on the scale of the form; an empty label without a scale. */
export function estimateOf(
  story: Story,
  scale: StoryForm["estimateScale"],
  language: DraftLanguage,
): Story["estimate"] {
  const edges = story.edgeCases.filter(({ isOpen }) => isOpen).length;
  const open = story.nonFunctional.filter(({ isOpen }) => isOpen).length;
  const size = story.acceptance.length + edges * 0.5 + open * 0.5 + story.dependencies.length;
  const computation = fill(storyWords(language).say["estimateSum"] ?? "", {
    criteria: String(story.acceptance.length),
    edges: String(edges),
    qualities: String(open),
    needs: String(story.dependencies.length),
    size: figure(size, language, Number.isInteger(size) ? 0 : 1),
  });
  const label = scale === "none" ? "" : (marks[scale].find(([most]) => size <= most)?.[1] ?? "");
  return { label, size, computation: label === "" ? computation : `${computation} → ${label}` };
}

const partOrder: readonly Criterion["kind"][] = ["main", "rule", "constraint", "limit"];
const partNames: Readonly<Record<Criterion["kind"], string>> = {
  main: "partMain",
  rule: "partRule",
  constraint: "partConstraint",
  limit: "partLimit",
};

/**
 * How a story could be cut: by its actions when it asks for more than one, by the kinds of its criteria when it has
 * more than `limit`. Every criterion is in one part, no part has more than `limit`. Null when no cut is needed.
 */
export function splitOf(story: Story, limit: number, language: DraftLanguage): StoryData["splits"][number] | null {
  const { say } = storyWords(language);
  if (story.acceptance.length > limit) {
    const parts = partOrder.flatMap((kind) => {
      const numbers = story.acceptance.flatMap((criterion, index) => (criterion.kind === kind ? [index + 1] : []));
      const count = Math.ceil(numbers.length / limit);
      const each = Math.ceil(numbers.length / Math.max(1, count));
      return Array.from({ length: count }, (_, at) => ({
        title: `${say[partNames[kind]] ?? kind}${count > 1 ? ` ${at + 1}/${count}` : ""}`,
        criteria: numbers.slice(at * each, (at + 1) * each),
      }));
    });
    return { storyId: story.id, reason: "criteria", parts };
  }
  const actions = actionsOf(story.want, language);
  if (actions.length < 2) return null;
  return {
    storyId: story.id,
    reason: "actions",
    parts: actions.map((title) => ({ title: title.trim(), criteria: [] })),
  };
}

/** From here on two stories are shown as alike. */
const alike = 0.6;

/** Wish inside of an existing story, so that its frame does not count as likeness. */
function wishOf(text: string): string {
  const line = oneLine(text);
  const english = /^as (?:an? |the )?[^,]{1,80}?,? i (?:want|need|would like) (?:to )?(.+)$/is.exec(line)?.[1];
  const german = /^als [^,]{1,80}? möchte ich,? (.+)$/isu.exec(line)?.[1];
  const wish = english?.split(/,? so that /i)[0] ?? german?.split(/, (?:damit|um) /iu)[0] ?? line;
  return trimEndBy(wish, /[.\s]/);
}

/** Stories that exist already or come twice, the most alike first for each story. */
export function duplicatesOf(
  stories: readonly Story[],
  existing: readonly ExistingStory[],
  language: DraftLanguage,
): StoryData["duplicates"] {
  const others = existing.map((other) => ({
    ...other,
    wish: wishOf(other.text),
    topic: new Set(topicOf(other.text, language)),
  }));
  const bare = (want: string): string => want.replace(/^(?:to|dass)\s+/i, "").replace(/^(?:this|Folgendes):\s*/, "");
  return stories.flatMap((story, index) => {
    const wish = bare(story.want);
    const topic = topicOf(wish, language);
    const known = others
      .filter((other) => topic.some((word) => other.topic.has(word)))
      .map((other) => ({
        otherId: other.id,
        otherText: other.text,
        likeness: Math.round(similarity(wish, other.wish) * 100) / 100,
        kind: "existing" as const,
      }));
    const own = stories
      .slice(0, index)
      .filter((before) => before.role === story.role)
      .map((before) => ({
        otherId: before.id,
        otherText: before.statement,
        likeness: Math.round(similarity(wish, bare(before.want)) * 100) / 100,
        kind: "own" as const,
      }));
    return [...known.filter(({ likeness }) => likeness >= alike), ...own.filter(({ likeness }) => likeness >= 0.8)]
      .toSorted((a, b) => b.likeness - a.likeness)
      .slice(0, 3)
      .map((found) => ({ storyId: story.id, ...found }));
  });
}
