/* Paragraphs as one text, and back: what is kept of them, pasted and compared. */

/** Paragraphs of a section may be as many, and each as long, as the server takes (`edits.ts`). */
export const proseLimits = { paragraphs: 80, characters: 20_000 } as const;

/** One text with an empty line between paragraphs. */
export const proseText = (paragraphs: readonly string[]): string => paragraphs.join("\n\n");

/** Paragraphs of a text with empty lines between them; the lines of one stay its lines. */
export const proseParagraphs = (text: string): string[] =>
  trimmedParagraphs(text.replaceAll(/\r\n?/g, "\n").split(/\n[^\S\n]*\n/));

/** Paragraphs of a pasted text: parted by empty lines, or line by line where it has none. */
export function pastedParagraphs(text: string): string[] {
  const lines = text.replaceAll(/\r\n?|[\u2028\u2029\v\f]/g, "\n");
  const parted = proseParagraphs(lines);
  return parted.length > 1 ? parted : trimmedParagraphs(lines.split("\n"));
}

/** Without blanks at the ends and without empty paragraphs. */
export const trimmedParagraphs = (paragraphs: readonly string[]): string[] =>
  paragraphs.map((paragraph) => paragraph.trim()).filter((paragraph) => paragraph !== "");
