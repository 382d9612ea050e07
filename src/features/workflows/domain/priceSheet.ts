import { readCsv } from "#src/kit/csv.ts";
import { type Mark, marksOf, otherMark, plainNumber, valueOf } from "./numberMarks.ts";
import { sheetsIn } from "./sheets.ts";
import { oneLine } from "./wording.ts";

/*
 * Price sheets of a tender as text of csv and xlsx files: positions with quantity and unit price, their amounts, sums.
 * Everything is worked out again, in cents.
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

export type PriceIssue =
  | { kind: "noPrice"; no: string; name: string }
  | { kind: "amount"; no: string; name: string; found: number; right: number }
  | { kind: "sum"; name: string; found: number; right: number };

export interface PriceSheet {
  /** Name of the sheet; empty for a file that has but one. */
  title: string;
  positions: PricePosition[];
  issues: PriceIssue[];
  /** Quantity × price of all positions that have one. */
  total: number;
}

const heads = {
  quantity: /^(?:qty|quantity|menge|anzahl|stückzahl|mass|maß|umfang)(?!\p{L})/iu,
  price:
    /^(?:unit price|unit rate|unit cost|price per|price each|rate$|price$|einzelpreis|einheitspreis|ep(?!\p{L})|e-preis|preis je|preis pro|preis\/|preis$|(?:price|preis|rate) ?(?:\(|\[|in |€|£|\$|eur|chf|gbp|usd))/iu,
  amount:
    /^(?:total|amount|line total|extended|price total|gesamtpreis|gesamtbetrag|gesamt(?!\p{L})|gp(?!\p{L})|g-preis|betrag|summe|positionspreis|sum(?!\p{L}))/iu,
  no: /^(?:no|nr|item no|item number|item|pos|position|positionsnummer|positionsnr|ordnungszahl|ordnungsziffer|lfd|oz|lv-pos|#|id)(?!\p{L})/iu,
} as const;
const sumRow =
  /(?:^|[^\p{L}])(?:sum|subtotal|total|grand total|summe|zwischensumme|gesamtsumme|gesamt|angebotssumme)(?!\p{L})/iu;
/** Sums with tax are another matter: the rate may be any. */
const taxed = /(?:^|[^\p{L}])(?:vat|tax|gross|incl|ust|mwst|umsatzsteuer|mehrwertsteuer|brutto|inkl)(?!\p{L})/iu;
/** Rows that change a sum without being a position: what follows them is not worked out here. */
const adjusting =
  /%|(?:^|[^\p{L}])(?:discount|rebate|surcharge|less|plus|nachlass|rabatt|skonto|zuschlag|aufschlag|abzug|abzgl|zzgl|abzüglich|zuzüglich)(?!\p{L})/iu;
/** Rows in which the head of a sheet is looked for. */
const headWithin = 40;
const maxRows = 5000;
/** Cents by which a sum may differ from the rounded one. */
const tolerance = 1;

/** @param usual what begins the cents where the cell itself does not say so */
function numberOf(cell: string, usual: Mark): number | null {
  const plain = plainNumber(cell);
  if (plain === null) return null;
  const own = marksOf(plain);
  if (own === "invalid") return null;
  const value = valueOf(plain, own === "either" || own === "none" ? usual : own);
  return Number.isFinite(value) ? value : null;
}

/** A number before its unit, `10 Stk` and `2,5 m²`; a level, `2. OG`, is none. */
const withUnit = /^(-?\d(?:[\d.,'’]*\d)?)[ \u00a0\u202f]?\p{L}[\p{L}\d²³./ ]{0,11}$/u;
const withoutUnit = (quantity: string): string => quantity.trim().replace(withUnit, "$1");

/**
 * What may begin the cents in a sheet, the likelier one first. Prices and amounts say it, then quantities; where all of
 * them are like `1.200`, groups of thousands are likelier than three decimals.
 */
function decimalMarks(columns: readonly (readonly string[])[]): Mark[] {
  const marks = columns.map((cells) =>
    cells.flatMap((cell) => plainNumber(cell) ?? []).map((plain) => ({ plain, own: marksOf(plain) })),
  );
  for (const { own } of marks.flat()) if (own === "." || own === ",") return [own];
  const unclear = marks.flat().find(({ own }) => own === "either");
  if (!unclear) return ["."];
  const grouping: Mark = unclear.plain.includes(",") ? "," : ".";
  return [otherMark(grouping), grouping];
}

/** Cents of an amount; the small addition undoes what binary fractions take away at half a cent. */
const cents = (value: number): number => Math.sign(value) * Math.round(Math.abs(value) * 100 + 1e-6);

function columnsOf(cells: readonly string[]) {
  const names = cells.map(oneLine);
  const find = (pattern: RegExp): number => names.findIndex((name) => pattern.test(name));
  return { quantity: find(heads.quantity), price: find(heads.price), amount: find(heads.amount), no: find(heads.no) };
}

/** Sums of parts, in cents, each in place of those that it adds up; the last one may still be growing. */
class Sums {
  #parts: number[] = [];
  #isOpen = false;

  add(amount: number): void {
    if (this.#isOpen) this.#parts.push((this.#parts.pop() ?? 0) + amount);
    else this.#parts.push(amount);
    this.#isOpen = true;
  }

  /** The sum of the last parts, however many, that is nearest to an amount; of two, that of fewer parts. */
  nearest(amount: number): { sum: number; count: number } {
    let best = { sum: 0, count: 0 };
    let sum = 0;
    this.#parts.toReversed().forEach((part, at) => {
      sum += part;
      if (at === 0 || Math.abs(sum - amount) < Math.abs(best.sum - amount)) best = { sum, count: at + 1 };
    });
    return best;
  }

  /** Takes the last parts as one. */
  close({ sum, count }: { sum: number; count: number }): void {
    if (count > 0) this.#parts.splice(-count, count, sum);
    this.#isOpen = false;
  }
}

interface SheetRow {
  no: string;
  name: string;
  /** All that is written in the row but numbers. */
  words: string;
  quantity: number | null;
  price: number | null;
  amount: number | null;
  /** Its last number, wherever it stands. */
  last: number | null;
}

function rowOf(cells: readonly string[], columns: ReturnType<typeof columnsOf>, mark: Mark): SheetRow {
  const at = (index: number): string => (index < 0 ? "" : (cells[index] ?? "").trim());
  const number = (index: number): number | null => numberOf(at(index), mark);
  const known = new Set<number>(Object.values(columns));
  const filled = cells.map((cell, index) => ({ cell: oneLine(cell), index })).filter(({ cell }) => cell !== "");
  return {
    no: at(columns.no),
    name: filled.find(({ index, cell }) => !known.has(index) && /\p{L}/u.test(cell))?.cell ?? "",
    words: filled
      .map(({ cell }) => cell)
      .filter((cell) => numberOf(cell, mark) === null)
      .join(" "),
    quantity: number(columns.quantity),
    price: number(columns.price),
    amount: number(columns.amount),
    last: filled.map(({ cell }) => numberOf(cell, mark)).findLast((value) => value !== null) ?? null,
  };
}

/** What the rows below a head come to. */
function computed(rows: readonly SheetRow[]): Omit<PriceSheet, "title"> {
  const positions: PricePosition[] = [];
  const issues: PriceIssue[] = [];
  const sums = new Sums();
  let all = 0;
  // After a discount or a tax, any sum may be meant with or without it.
  let isAdjusted = false;
  for (const { no, name, words, quantity, price, amount, last } of rows) {
    // A sum may count its pieces, too.
    if (quantity !== null && !(price === null && amount !== null && sumRow.test(words))) {
      positions.push({ no, name, quantity, price, amount });
      const right = price === null ? 0 : cents(quantity * price);
      sums.add(right);
      all += right;
      if (price === null) issues.push({ kind: "noPrice", no, name });
      else if (amount !== null && Math.abs(cents(amount) - right) > tolerance)
        issues.push({ kind: "amount", no, name, found: amount, right: right / 100 });
      continue;
    }
    const found = amount ?? last;
    if (found === null || price !== null) continue;
    const nearest = sums.nearest(cents(found));
    if (nearest.count === 0) continue;
    const isRight = Math.abs(nearest.sum - cents(found)) <= tolerance;
    const isSum = sumRow.test(words) && !taxed.test(words) && !adjusting.test(words);
    if (isSum) {
      if (!isRight && !isAdjusted) issues.push({ kind: "sum", name: name || words, found, right: nearest.sum / 100 });
      sums.close(nearest);
    } else if (amount !== null && !isRight) isAdjusted = true;
  }
  return { positions, issues, total: all / 100 };
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
  const body = rows
    .slice(headAt + 1, maxRows)
    .map((cells) => cells.map((cell, at) => (at === columns.quantity ? withoutUnit(cell) : cell)));
  const marks = decimalMarks(
    [columns.price, columns.amount, columns.quantity].map((index) => body.map((cells) => cells[index] ?? "")),
  );
  const [best] = marks
    .map((mark) => computed(body.map((cells) => rowOf(cells, columns, mark))))
    .toSorted((a, b) => a.issues.length - b.issues.length);
  return !best || best.positions.length === 0 ? null : { title, ...best };
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
