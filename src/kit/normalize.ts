/** Marks in a row on one letter beyond those that any script has. */
const excessMarks = /(\p{M}{30})\p{M}+/gu;

/** A text in a Unicode form. Ordering the marks of one letter takes the square of their number: of piles, 30 stay. */
export const normalize = (text: string, form: "NFC" | "NFKC" | "NFKD"): string =>
  text.replace(excessMarks, "$1").normalize(form);
