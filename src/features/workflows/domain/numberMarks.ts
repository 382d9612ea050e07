/* Numbers as people write them: which mark groups the thousands, and which one begins the decimals. */

export type Mark = "." | ",";
export const otherMark = (mark: Mark): Mark => (mark === "," ? "." : ",");

/** Digits in groups, `1.200.000`; India writes `1,00,000`. */
const isGrouped = (whole: string, mark: Mark): boolean => {
  const [first = "", ...groups] = whole.split(mark);
  return (
    /^\d{1,3}$/.test(first) &&
    groups.every((group, at) => /^\d{2,3}$/.test(group) && (at < groups.length - 1 || group.length === 3))
  );
};

/** What a number says of its own marks: which one begins the decimals, `either` where it may be read both ways. */
export function marksOf(plain: string): Mark | "none" | "either" | "invalid" {
  const cell = plain.replace(/^-/, "");
  const last = Math.max(cell.lastIndexOf("."), cell.lastIndexOf(","));
  if (last < 0) return "none";
  const mark: Mark = cell.charAt(last) === "," ? "," : ".";
  const [whole, behind] = [cell.slice(0, last), cell.length - last - 1];
  const other = otherMark(mark);
  if (whole.includes(other)) return isGrouped(whole, other) ? mark : "invalid";
  // A date or the number of a position has two points as well.
  if (whole.includes(mark)) return isGrouped(cell, mark) ? other : "invalid";
  return behind === 3 && /^[1-9]\d{0,2}$/.test(whole) ? "either" : mark;
}

/** A number without signs of grouping but its marks, given the mark that begins its decimals. */
export const valueOf = (plain: string, decimal: Mark): number =>
  Number(plain.replaceAll(otherMark(decimal), "").replace(",", "."));

const currencyBefore = /^(-?)(?:[€$£]|EUR(?:OS?)?|CHF|GBP|USD|S?FR\.?)/i;
const currencyBehind = /(?:[€$£]|EUR(?:OS?)?|CHF|GBP|USD|S?FR\.?)$/i;

/** Digits and marks of a cell that holds nothing but a number, maybe with its currency: `CHF 1'200.–` as `1200.00`. */
export function plainNumber(cell: string): string | null {
  const plain = cell
    .replace(/[\s\u00a0\u202f]/g, "")
    .replace(currencyBefore, "$1")
    .replace(currencyBehind, "")
    // A dash stands for no cents.
    .replace(/([.,])[-–—]{1,2}$/, "$100");
  return /^-?\d[\d.,'’]*$/.test(plain) ? plain.replace(/['’]/g, "") : null;
}
