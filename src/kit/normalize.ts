/** Marks in a row on one letter beyond those that any script has. */
const excessMarks = /(\p{M}{30})\p{M}+/gu;

/** Where marks are: no letter of Latin is among them, and no dash, quotation mark or currency. */
const mayBeMark = /[\u{300}-\u{1fff}\u{20d0}-\u{10ffff}]/u;

/** A text in a Unicode form. Ordering the marks of one letter takes the square of their number: of piles, 30 stay. */
export const normalize = (text: string, form: "NFC" | "NFKC" | "NFKD"): string =>
  (mayBeMark.test(text) ? text.replace(excessMarks, "$1") : text).normalize(form);
