import { oneLine } from "./wording.ts";

/* Titles of an outline as people type them, without the marks and numbers which the document adds itself. */

const bullet = /^[-–—*•·]\s+/;
/** `1.`, `2)`, `3 -`, `1.2`, `Chapter 4:`; what follows is the title. */
const numbered =
  /^(?:(?:chapter|kapitel|teil|part) (\d{1,2})(?: ?[:.)–—-] ?| |$)|(\d{1,2})(?:(?:\.\d{1,2}){0,4}[.):]| [–—-](?= )) ?(?!\d)|(\d{1,2})(?:\.\d{1,2}){1,4} )(.*)$/iu;

/**
 * Lines of an outline as titles. Numbers are left out when they count the lines, from 1 on without a gap: "3. Quartal"
 * alone is a title. A title that is nothing but its number stays as it is.
 */
export function outlineTitles(text: string): string[] {
  const lines = text
    .split("\n")
    .map((line) => oneLine(line).replace(bullet, ""))
    .filter(Boolean);
  const found = lines.map((line) => numbered.exec(line));
  const numbers = found.flatMap((match) => (match ? [Number(match[1] ?? match[2] ?? match[3])] : []));
  const isCount = numbers.every((number, at) => {
    const before = numbers[at - 1] ?? 0;
    return number === before + 1 || (at > 0 && number === before);
  });
  return lines.map((line, at) => {
    const match = found[at];
    const title = match?.[4]?.trim() ?? "";
    // "1.5 degrees" is a count only beside another numbered line.
    if (!match || !isCount || title === "" || (match[3] !== undefined && numbers.length < 2)) return line;
    return title;
  });
}
