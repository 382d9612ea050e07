import { readCsv } from "#src/kit/csv.ts";
import { sheetsIn } from "./sheets.ts";
import { oneLine } from "./wording.ts";

/*
 * Price sheets of a tender as text of csv and xlsx files: positions with quantity and unit price, their amounts, sums.
 * Everything is worked out once more, in cents.
 */

export interface PricePosition {
  no: string;
  name: string;
  quantity: number;
  /** Null while nobody filled it in; zero is a price. */
  price: number | null;
  /** As the sheet has it; null for an empty cell. */
  amount: number | null;
}

export type PriceFault =
  | { kind: "noPrice"; no: string; name: string }
  | { kind: "amount"; no: string; name: string; found: number; right: number }
  | { kind: "sum"; name: string; found: number; right: number };

export interface PriceSheet {
  /** Name of the sheet; empty for a file that has but one. */
  title: string;
  positions: PricePosition[];
  faults: PriceFault[];
  /** Quantity × price of all positions that have one. */
  total: number;
}

const heads = {
  quantity: /^(?:qty|quantity|menge|anzahl|stückzahl|mass|maß|umfang)(?!\p{L})/iu,
  price:
    /^(?:unit price|unit rate|unit cost|price per|price each|rate$|price$|einzelpreis|einheitspreis|ep(?!\p{L})|e-preis|preis je|preis pro|preis\/)/iu,
  amount:
    /^(?:total|amount|line total|extended|price total|gesamtpreis|gesamtbetrag|gesamt(?!\p{L})|gp(?!\p{L})|g-preis|betrag|summe|positionspreis|sum(?!\p{L}))/iu,
  no: /^(?:no|nr|item no|item|pos|position|oz|lv-pos|#|id)(?!\p{L})/iu,
} as const;
const sumRow =
  /(?:^|[^\p{L}])(?:sum|subtotal|total|grand total|summe|zwischensumme|gesamtsumme|gesamt|angebotssumme)(?!\p{L})/iu;
/** Sums with tax are another matter: the rate may be any. */
const taxed = /(?:^|[^\p{L}])(?:vat|tax|gross|incl|ust|mwst|umsatzsteuer|mehrwertsteuer|brutto|inkl)(?!\p{L})/iu;
/** Rows in which the head of a sheet is looked for. */
const headWithin = 40;
const mostRows = 5000;
/** Cents by which a sum may differ from the rounded one. */
const tolerance = 1;

const cellNumber = /^-?\d[\d.,'’]*$/;
const bare = (cell: string): string => cell.replace(/[\s\u00a0\u202f€$£]|EUR|CHF|GBP|USD/g, "");

/** What separates the cents in a sheet: no cell says it alone when all are whole. */
function decimalMark(rows: readonly (readonly string[])[]): "." | "," {
  for (const cell of rows.flat().map(bare)) {
    if (!cellNumber.test(cell)) continue;
    const last = Math.max(cell.lastIndexOf("."), cell.lastIndexOf(","));
    if (last < 0) continue;
    const mark = cell.charAt(last) === "," ? "," : ".";
    const isMixed = cell.includes(".") && cell.includes(",");
    const isOnce = cell.indexOf(mark) === last;
    if (isMixed ? isOnce : isOnce && cell.length - last - 1 !== 3) return mark;
    if (!isOnce) return mark === "." ? "," : ".";
  }
  return ".";
}

function numberOf(cell: string, mark: "." | ","): number | null {
  const plain = bare(cell);
  if (!cellNumber.test(plain)) return null;
  const digits = plain
    .replace(/['’]/g, "")
    .replaceAll(mark === "," ? "." : ",", "")
    .replace(",", ".");
  const value = Number(digits);
  return Number.isFinite(value) ? value : null;
}

/** Cents of an amount; the small addition undoes what binary fractions take away at half a cent. */
const cents = (value: number): number => Math.sign(value) * Math.round(Math.abs(value) * 100 + 1e-6);

function columnsOf(cells: readonly string[]) {
  const names = cells.map(oneLine);
  const find = (pattern: RegExp): number => names.findIndex((name) => pattern.test(name));
  return { quantity: find(heads.quantity), price: find(heads.price), amount: find(heads.amount), no: find(heads.no) };
}

/** A table with a head that names quantity and unit price; null for any other. */
function sheetOf(title: string, rows: readonly string[][]): PriceSheet | null {
  const headAt = rows.slice(0, headWithin).findIndex((cells) => {
    const { quantity, price } = columnsOf(cells);
    return quantity >= 0 && price >= 0 && quantity !== price;
  });
  const head = rows[headAt];
  if (head === undefined) return null;
  const columns = columnsOf(head);
  const known = new Set<number>(Object.values(columns));
  const body = rows.slice(headAt + 1, mostRows);
  // Numbers of positions, `1.10`, have points of their own.
  const mark = decimalMark(body.map((cells) => cells.filter((_, index) => index !== columns.no)));
  const positions: PricePosition[] = [];
  const faults: PriceFault[] = [];
  /** Amounts since the last sum, and of all positions so far, in cents. */
  let [part, all, isPartOpen] = [0, 0, false];
  for (const cells of body) {
    const at = (index: number): string => (index < 0 ? "" : (cells[index] ?? "").trim());
    const others = cells.map((cell, index) => ({ cell: oneLine(cell), index })).filter(({ cell }) => cell !== "");
    const name = others.filter(({ index, cell }) => !known.has(index) && numberOf(cell, mark) === null)[0]?.cell ?? "";
    const quantity = numberOf(at(columns.quantity), mark);
    const price = numberOf(at(columns.price), mark);
    const words = others.map(({ cell }) => cell).join(" ");
    const amount = numberOf(at(columns.amount), mark);
    if (quantity === null) {
      const found =
        amount ?? others.map(({ cell }) => numberOf(cell, mark)).findLast((value) => value !== null) ?? null;
      if (found === null || price !== null || !sumRow.test(words) || taxed.test(words)) continue;
      const right = [...(isPartOpen ? [part] : []), all];
      const off = Math.min(...right.map((sum) => Math.abs(sum - cents(found))));
      if (off > tolerance)
        faults.push({
          kind: "sum",
          name:
            name ||
            others
              .map(({ cell }) => cell)
              .filter((cell) => numberOf(cell, mark) === null)
              .join(" "),
          found,
          right: (right.toSorted((a, b) => Math.abs(a - cents(found)) - Math.abs(b - cents(found)))[0] ?? all) / 100,
        });
      [part, isPartOpen] = [0, false];
      continue;
    }
    const no = at(columns.no);
    positions.push({ no, name, quantity, price, amount });
    isPartOpen = true;
    if (price === null) {
      faults.push({ kind: "noPrice", no, name });
      continue;
    }
    const right = cents(quantity * price);
    part += right;
    all += right;
    if (amount !== null && Math.abs(cents(amount) - right) > tolerance)
      faults.push({ kind: "amount", no, name, found: amount, right: right / 100 });
  }
  return positions.length === 0 ? null : { title, positions, faults, total: all / 100 };
}

/** Price sheets in the text of a file: of a csv, or of an xlsx, whose sheets begin with `# name` and have tabs. */
export function priceSheetsIn(text: string): PriceSheet[] {
  return sheetsIn(text).flatMap(({ title, text: body }) => {
    const start = body.slice(0, 400_000);
    // The line above the head may have any sign: the separator is the one with which there is a head.
    const separators = body.includes("\t") ? ["\t"] : [";", ","];
    const sheet = separators.map((separator) => sheetOf(title, readCsv(start, separator))).find((one) => one !== null);
    return sheet ? [sheet] : [];
  });
}
