import { sentences } from "#src/kit/text.ts";
import { protectedText, sentencesOf } from "./claims.ts";
import type { Figures, Scene } from "./state.ts";

/* A text as the person left it: what they did not touch keeps its marks, everything else is theirs. */

type TextScene = Pick<Scene, "show" | "context"> & { figures: Figures };

/** Known sentences that may occur in an edited text, by their readable form. */
export interface KnownTexts {
  paragraphs: ReadonlyMap<string, string>;
  sentences: ReadonlyMap<string, string>;
  /** As they are stored. */
  stored: ReadonlySet<string>;
  /** Shown sentences that say by themselves where they end. */
  ended: readonly string[];
}

/** @param texts as they are stored */
export function knownTexts(texts: readonly string[], { show, context }: TextScene): KnownTexts {
  const stored = texts.flatMap((text) => sentencesOf(text, context.language));
  const bySentence = new Map(stored.map((raw) => [show(raw).trim(), raw]));
  return {
    paragraphs: new Map(texts.map((text) => [show(text).trim(), text])),
    sentences: bySentence,
    stored: new Set(stored),
    ended: [...bySentence.keys()].filter((text) => /[.!?…]$/.test(text)).toSorted((a, b) => b.length - a.length),
  };
}

/**
 * An edited text as it is stored, and the sentences of it that are the person's.
 * @param text as people read it
 */
export function editedText(text: string, known: KnownTexts, scene: TextScene): { stored: string; own: string[] } {
  const whole = known.paragraphs.get(text.trim());
  if (whole !== undefined) return { stored: whole, own: [] };
  const { language } = scene.context;
  const storedSentence = (sentence: string): string => {
    const raw = known.sentences.get(sentence);
    if (raw !== undefined) return raw;
    // A word typed behind a figure may join two sentences to one: the first of them is still what it was.
    const head = known.ended.find((one) => sentence.startsWith(one) && /\s/.test(sentence.charAt(one.length)));
    if (head === undefined) return protectedText(sentence, scene.figures);
    const rest = sentence.slice(head.length);
    const words = rest.trimStart();
    return (known.sentences.get(head) ?? "") + rest.slice(0, rest.length - words.length) + storedSentence(words);
  };
  let mixed = "";
  let from = 0;
  for (const sentence of sentences(text, language)) {
    const at = text.indexOf(sentence, from);
    mixed += text.slice(from, at) + storedSentence(sentence);
    from = at + sentence.length;
  }
  mixed += text.slice(from);
  // What is read must be what was typed, whatever becomes of the marks.
  const stored = scene.show(mixed) === text ? mixed : protectedText(text, scene.figures);
  return { stored, own: sentencesOf(stored, language).filter((raw) => !known.stored.has(raw)) };
}
