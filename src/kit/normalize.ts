/** Marks in a row on one letter beyond those that any script has. */
const excessMarks = /(\p{M}{30})\p{M}+/gu;

/** Anything but letters of Latin, dashes, quotation marks and currencies, among which no mark is. */
const mayBeMark = /[^\u{20}-\u{2ff}\u{2000}-\u{20cf}\t\r\n]/u;

/** A text in a Unicode form. Ordering the marks of one letter takes the square of their number: of piles, 30 stay. */
export const normalize = (text: string, form: "NFC" | "NFKC" | "NFKD"): string =>
  (mayBeMark.test(text) ? text.replace(excessMarks, "$1") : text).normalize(form);
