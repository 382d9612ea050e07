/* Figures as documents show them, read back as numbers for spreadsheets. */

export interface CellNumber {
  value: number;
  /** Number format of a spreadsheet, with the unit of the text: `#,##0.00" €"`. */
  format: string;
}

const unitInFront = /^(?:[\p{Sc}]|[A-Z]{3}\s)\s*/u;
const unitBehind = / {0,2}(?:%|[\p{Sc}]|\p{L}[\p{L}.²³]{0,11})$/u;

/** Sign, groups of three and decimals by the signs of a language. */
const shapes = {
  en: /^([+−-]?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,6}))?$/,
  de: /^([+−-]?)(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,6}))?$/,
};

/**
 * The number of a cell with its format, or null for a text.
 * @param text `1,240`, `−3.5 %`, `12.500,00 €`, `€1,200`
 * @param language of the document, by which commas and points are read
 */
export function cellNumber(text: string, language: string): CellNumber | null {
  const plain = text.replace(/[\u00a0\u202f]/g, " ").trim();
  const [, sign = "", rest = ""] = /^([+−-]?)(.*)$/su.exec(plain) ?? [];
  const [front = ""] = unitInFront.exec(rest) ?? [];
  const [behind = ""] = unitBehind.exec(rest) ?? [];
  if (front !== "" && behind !== "") return null;
  const shape = language.toLowerCase().startsWith("de") ? shapes.de : shapes.en;
  const match = shape.exec(`${sign}${rest.slice(front.length, rest.length - behind.length)}`);
  if (!match) return null;
  const [, minus = "", whole = "", decimals = ""] = match;
  const amount = Number(`${whole.replace(/[.,]/g, "")}.${decimals || "0"}`);
  const isPercent = behind.trim() === "%";
  const value = (minus === "−" || minus === "-" ? -amount : amount) / (isPercent ? 100 : 1);
  const digits = `#,##0${decimals === "" ? "" : `.${"0".repeat(decimals.length)}`}`;
  const unit = (of: string): string => (of.trim() === "" ? "" : `"${of}"`);
  return { value, format: isPercent ? `${digits}%` : `${unit(front)}${digits}${unit(behind)}` };
}
