/** Last division of each section of NACE Rev. 2; the first one follows the section before. */
const sections: readonly (readonly [letter: string, last: number])[] = [
  ["A", 3],
  ["B", 9],
  ["C", 33],
  ["D", 35],
  ["E", 39],
  ["F", 43],
  ["G", 47],
  ["H", 53],
  ["I", 56],
  ["J", 63],
  ["K", 66],
  ["L", 68],
  ["M", 75],
  ["N", 82],
  ["O", 84],
  ["P", 85],
  ["Q", 88],
  ["R", 93],
  ["S", 96],
  ["T", 98],
  ["U", 99],
];

/**
 * An activity code as Eurostat writes it, `J62`, `G4791`, from `62`, `J62`, `47.91`; null for what is none. The
 * division decides on the letter.
 */
export function naceCode(text: string): string | null {
  const [, letter = "", digits = ""] = /^([A-U]?)(\d{2}(?:\.?\d{1,2})?)?$/i.exec(text.trim()) ?? [];
  if (digits === "") return letter === "" ? null : letter.toUpperCase();
  const division = Number(digits.slice(0, 2));
  const section = sections.find(([, last]) => division <= last);
  return section && division > 0 ? `${section[0]}${digits.replace(".", "")}` : null;
}
