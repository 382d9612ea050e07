import { normalize } from "#src/kit/normalize.ts";
import { sentences as sentencesOf, words as wordsOf } from "#src/kit/text.ts";
import { eventClash, kinClash, workClash } from "./storyTies.ts";

/* Long prose across many runs: scenes of an outline, what a book has fixed, and where it contradicts itself. */

export interface StoryScene {
  /** `c3.2` is the second scene of chapter `c3`. */
  id: string;
  chapter: string;
  /** What happens in it, one line of the outline. */
  plan: string;
  isLast: boolean;
}
export interface StoryFact {
  /** Id of its scene with a number, `c3.2-1`. */
  id: string;
  who: string;
  kind: string;
  fact: string;
}
export interface SceneText {
  id: string;
  text: string;
}

/** Scenes of a chapter beyond this number are one too many for the length of a chapter. */
const maxScenes = 6;

/** Scenes of outlined chapters, in the order of the book: one for each line. */
export const scenesOf = (chapters: readonly { id: string; scenes: string }[]): StoryScene[] =>
  chapters.flatMap(({ id, scenes }) => {
    const lines = scenes
      .split("\n")
      .map((line) => line.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, "").trim())
      .filter(Boolean)
      .slice(0, maxScenes);
    return lines.map((plan, at) => ({ id: `${id}.${at + 1}`, chapter: id, plan, isLast: at === lines.length - 1 }));
  });

/** Id of the scene that fixed a fact. */
export const sceneOfFact = (id: string): string => id.replace(/-\d+$/, "");

/** Position in the book; an unknown scene comes before all others. */
const orderOf = (id: string): number => {
  const [, chapter = "0", scene = "0"] = /^c(\d+)\.(\d+)/.exec(id) ?? [];
  return Number(chapter) * 1000 + Number(scene);
};
export const inBookOrder = <Row extends { id: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => orderOf(a.id) - orderOf(b.id));

const folded = (text: string): string => normalize(text, "NFC").toLowerCase().replace(/\s+/g, " ").trim();
const numberIn = (text: string): number | null => {
  const found = /\d{1,4}/.exec(text)?.[0];
  return found === undefined ? null : Number(found);
};
/** What of a look stays the same: parts of a body whose colours are compared. */
const features = /\b(eyes?|hair|beard|skin|augen?|haare?|bart|haut)\b/u;
const colours =
  /\b(blue|green|brown|grey|gray|black|blond|red|white|dark|blau|grün|braun|grau|schwarz|rot|weiß|dunkel)(?:e[nrsm]?)?(?![\p{L}])/u;
const featureOf = (fact: string): string => (features.exec(folded(fact))?.[1] ?? "").replace(/[se]$|en$/, "");
const colourOf = (fact: string): string => colours.exec(folded(fact))?.[1] ?? "";

/** Two facts of one kind about one being, the earlier first, that cannot both be true. */
function clash(kind: string, earlier: string, later: string): boolean {
  const [one, other] = [numberIn(earlier), numberIn(later)];
  // Time may pass in a book; it does not run backwards.
  if (kind === "age") return one !== null && other !== null && other < one;
  if (kind === "born") return one !== null && other !== null && one !== other;
  if (kind === "looks") {
    const isSame = featureOf(earlier) !== "" && featureOf(earlier) === featureOf(later);
    return isSame && colourOf(earlier) !== "" && colourOf(later) !== "" && colourOf(earlier) !== colourOf(later);
  }
  if (kind === "kin") return kinClash(earlier, later);
  if (kind === "work") return workClash(earlier, later);
  return kind === "event" && eventClash(earlier, later);
}

/**
 * Facts that contradict an earlier one: ages that fall, other years of birth, other colours of eyes and hair, other kin
 * of the same person, another trade, another year of the same event. An event is compared with all events.
 */
export function contradictions(facts: readonly StoryFact[]): { who: string; earlier: StoryFact; later: StoryFact }[] {
  const groups = Map.groupBy(inBookOrder(facts), ({ who, kind }) =>
    kind === "event" ? kind : `${folded(who)}\n${kind}`,
  );
  return [...groups.values()].flatMap((list) =>
    list.flatMap((later, at) => {
      const earlier = list.slice(0, at).find((one) => clash(one.kind, one.fact, later.fact));
      return earlier ? [{ who: later.who, earlier, later }] : [];
    }),
  );
}

/** Verbs of speech beside which a name is that of the speaker, in any case. */
const speaking = new Set(
  "said says asked asks answered replied whispered shouted sagte sagt fragte fragt antwortete flüsterte rief".split(
    " ",
  ),
);

/** Whether somebody speaks in a text: a verb of speech is right before or behind the whole name. */
function speaksIn(who: readonly string[], text: readonly string[]): boolean {
  if (who.length === 0) return false;
  return text.some((_, at) => {
    if (!who.every((word, next) => text[at + next] === word)) return false;
    return speaking.has(text[at - 1] ?? "") || speaking.has(text[at + who.length] ?? "");
  });
}

/** Scenes in which somebody speaks after the scene of their death. */
export const deadSpeaking = (
  facts: readonly StoryFact[],
  texts: readonly SceneText[],
): { who: string; died: string; at: string }[] => {
  const read = inBookOrder(texts).map(({ id, text }) => ({ id, words: wordsOf(text).map(folded) }));
  return facts
    .filter(({ kind }) => kind === "death")
    .flatMap(({ who, id }) => {
      const died = sceneOfFact(id);
      const name = wordsOf(who).map(folded);
      return read
        .filter((scene) => orderOf(scene.id) > orderOf(died) && speaksIn(name, scene.words))
        .map(({ id: at }) => ({ who: who.trim(), died, at }));
    });
};

export interface ProseFigures {
  words: number;
  sentences: number;
  /** Words of a sentence, on average; 0 without text. */
  perSentence: number;
  /** Words between quotation marks, 0 to 1. */
  speech: number;
}

/** Length, rhythm and share of dialogue of a text. */
export function proseFigures(text: string, language: string): ProseFigures {
  const words = wordsOf(text, language).length;
  const sentences = sentencesOf(text, language).filter((one) => /\p{L}/u.test(one)).length;
  const spoken = [...text.matchAll(/“[^”“„]*”|„[^“”„]*[“”]|»[^«»]*«|"[^"]*"/g)].map(([found]) => found).join(" ");
  return {
    words,
    sentences,
    perSentence: sentences === 0 ? 0 : words / sentences,
    speech: words === 0 ? 0 : Math.min(1, wordsOf(spoken, language).length / words),
  };
}

/** Phrases of four words that a text has at least three times, the commonest first. */
export function repeatedPhrases(text: string, language: string, most = 8): { phrase: string; count: number }[] {
  const all = wordsOf(text, language).map(folded);
  const counts = new Map<string, number>();
  for (let at = 0; at + 4 <= all.length; at += 1) {
    const phrase = all.slice(at, at + 4).join(" ");
    counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count >= 3)
    .map(([phrase, count]) => ({ phrase, count }))
    .toSorted((a, b) => b.count - a.count || a.phrase.localeCompare(b.phrase))
    .slice(0, most);
}
