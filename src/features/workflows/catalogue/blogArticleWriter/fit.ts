import { shorten } from "#src/kit/text.ts";

/** UTF-16 units of a character at most, on average: the longest emoji have eleven, stacked accents have no end. */
const unitsPerCharacter = 12;

/** Beginning of a text with at most `max` UTF-16 units, never half a character of two units. */
export function units(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, Math.max(0, max - 1));
  return `${/[\ud800-\udbff]$/.test(head) ? head.slice(0, -1) : head}…`;
}

/** Text of at most `max` characters as people count them, and of a bounded size in storage. */
export const fit = (text: string, max: number): string => units(shorten(text, max), max * unitsPerCharacter);
