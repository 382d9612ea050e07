import { readCsv } from "#src/kit/csv.ts";
import { marksOf, plainNumber, valueOf } from "./numberMarks.ts";

/*
 * Groups in a list of customers, found by counting: which column separates customers who bring much from those who
 * bring little. Sensitive and personal columns are never looked at.
 */

export type DropReason = "sensitive" | "personal" | "values";

export interface CustomerList {
  /** Columns that form groups. */
  columns: string[];
  dropped: { name: string; reason: DropReason }[];
  /** Name of the column with money; empty: each customer counts as one. */
  revenue: string;
  /** One customer: label by column, and money. */
  rows: { labels: Readonly<Record<string, string>>; revenue: number }[];
  /** Lines with more or fewer cells than the head. */
  unread: number;
  /** Lines left out because their revenue is no number. */
  unpriced: number;
}

const sensitive =
  /relig|gender|geschlecht|\bsex|ethn|\brace|herkunft|nation|partei|politic|politisch|health|gesund|krank|disab|behinder|union member|gewerkschaft|orient|hautfarbe/i;
const personal =
  /^(?:first|last|full|vor|nach|ansprech)?[\s_-]?name$|^(?:customer|kunde|firma|company|contact|kontakt|person)s?$|mail|phone|tele?fon|mobil|birth|geburt|address|adresse|street|straße|iban/i;
/** Whether a column holds what nobody may be sorted by. */
export const isSensitiveColumn = (name: string): boolean => sensitive.test(name);
const money = /revenue|umsatz|amount|betrag|sales|turnover|lifetime|spend|erlös/i;

/** Label of customers whose own label nobody shares. */
export const others = "…";
/** Label of an empty cell. */
const unknown = "?";

/**
 * A number as lists write it: `1.250,00 €`, `31,200`, `31200`; null for anything else. Where three digits behind a mark
 * may be a group, they are one.
 */
export function amountIn(text: string): number | null {
  const plain = plainNumber(text);
  if (plain === null) return null;
  const own = marksOf(plain);
  if (own === "invalid") return null;
  const value = own === "either" ? Number(plain.replace(/[.,]/, "")) : valueOf(plain, own === "none" ? "." : own);
  // More digits are a number of something.
  return Math.abs(value) < 1e15 ? value : null;
}

const minRows = 3;
/** Share of cells that have to be numbers for a column of numbers. */
const numberShare = 0.8;
/** A column of numbers with more values than this is put into three ranges of about as many customers. */
const maxSingleNumbers = 4;
const maxLabels = 6;

/** Ranges by thirds, as labels. */
function rangesOf(values: readonly number[]): (value: number | null) => string {
  const sorted = values.toSorted((a, b) => a - b);
  const low = sorted[Math.floor(sorted.length / 3)] ?? 0;
  const high = sorted[Math.floor((sorted.length * 2) / 3)] ?? 0;
  return (value) => {
    if (value === null) return unknown;
    if (value < low) return `< ${low}`;
    return value < high ? `${low} – < ${high}` : `≥ ${high}`;
  };
}

/** Whether a row has the cells that a head names; empty ones behind them may be there or not. */
function fits(row: readonly string[], head: readonly string[]): boolean {
  const named = head.findLastIndex((name) => name !== "") + 1;
  return row.length >= named && row.slice(head.length).every((cell) => cell === "");
}

/** @param text a table with a head and at least three lines; anything else is null */
export function customersIn(text: string, mostRows = 2000): CustomerList | null {
  const start = text.split(/\r?\n/).find((line) => line.trim() !== "");
  const separator = ["\t", ";", ","].find((one) => start?.includes(one));
  if (separator === undefined) return null;
  const [head = [], ...all] = readCsv(text, separator).map((row) => row.map((cell) => cell.trim()));
  const readable = all.filter((row) => fits(row, head));
  const whole = readable.slice(0, mostRows);
  const names = head.map((name, at) => name || `${at + 1}`);
  // A head names its columns with words, each another.
  if (whole.length < minRows || names.some((name) => amountIn(name) !== null && name.length > 1)) return null;
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) return null;
  const isNumeric = (rows: readonly string[][], at: number): boolean =>
    rows.filter((row) => amountIn(row[at] ?? "") !== null).length >= rows.length * numberShare;
  const revenueAt = names.findIndex((name, at) => money.test(name) && !sensitive.test(name) && isNumeric(whole, at));
  // An unknown revenue is not 0: it would make a group look poor.
  const body = revenueAt < 0 ? whole : whole.filter((row) => amountIn(row[revenueAt] ?? "") !== null);
  const cellsOf = (at: number): string[] => body.map((row) => row[at] ?? "");
  const dropped: CustomerList["dropped"] = [];
  const labels = new Map<string, string[]>();
  for (const [at, name] of names.entries()) {
    if (at === revenueAt) continue;
    const cells = cellsOf(at);
    if (head[at] === "" && cells.every((cell) => cell === "")) continue;
    const distinct = new Set(cells.map((cell) => cell.toLowerCase())).size;
    const isRanged = isNumeric(body, at) && distinct > maxSingleNumbers;
    if (sensitive.test(name)) dropped.push({ name, reason: "sensitive" });
    else if (personal.test(name)) dropped.push({ name, reason: "personal" });
    else if (isRanged) {
      const labelOf = rangesOf(cells.flatMap((cell) => amountIn(cell) ?? []));
      labels.set(
        name,
        cells.map((cell) => labelOf(amountIn(cell))),
      );
    } else if (distinct < 2 || distinct > Math.max(maxLabels, body.length / 2))
      dropped.push({ name, reason: "values" });
    else
      labels.set(
        name,
        cells.map((cell) => cell || unknown),
      );
  }
  const shared = new Map(
    [...labels].map(([name, list]) => {
      const counts = Map.groupBy(list, (label) => label);
      // A single customer is no group.
      return [name, list.map((label) => ((counts.get(label)?.length ?? 0) < 2 ? others : label))];
    }),
  );
  return {
    columns: [...labels.keys()],
    dropped,
    revenue: names[revenueAt] ?? "",
    rows: body.map((row, line) => ({
      revenue: revenueAt < 0 ? 1 : Math.max(0, amountIn(row[revenueAt] ?? "") ?? 0),
      labels: Object.fromEntries([...shared].map(([name, list]) => [name, list[line] ?? unknown])),
    })),
    unread: all.length - readable.length,
    unpriced: whole.length - body.length,
  };
}

export interface Segment {
  column: string;
  label: string;
  count: number;
  revenue: number;
  /** Shares of all customers and of all revenue, 0 to 1. */
  share: number;
  revenueShare: number;
  /** Revenue of one customer, and that against the average of 100. */
  mean: number;
  index: number;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The groups of a column, the largest revenue first. */
export function segmentsBy({ rows }: CustomerList, column: string): Segment[] {
  const all = sum(rows.map(({ revenue }) => revenue));
  const groups = Map.groupBy(rows, ({ labels }) => labels[column] ?? unknown);
  return [...groups]
    .map(([label, list]) => {
      const revenue = sum(list.map((row) => row.revenue));
      const mean = revenue / list.length;
      return {
        column,
        label,
        count: list.length,
        revenue,
        share: list.length / rows.length,
        revenueShare: all === 0 ? 0 : revenue / all,
        mean,
        index: all === 0 ? 100 : (mean / (all / rows.length)) * 100,
      };
    })
    .toSorted((a, b) => b.revenueShare - a.revenueShare);
}

/**
 * Share, 0 to 1, of the differences in revenue that each column explains: adjusted R² of its groups, so that many small
 * groups don't look like an explanation. The strongest first; empty when all customers bring the same.
 */
export function driversOf(list: CustomerList): { column: string; explains: number }[] {
  const { rows, columns } = list;
  const mean = sum(rows.map(({ revenue }) => revenue)) / rows.length;
  const total = sum(rows.map(({ revenue }) => (revenue - mean) ** 2));
  if (total === 0) return [];
  return columns
    .map((column) => {
      const segments = segmentsBy(list, column);
      const between = sum(segments.map((one) => one.count * (one.mean - mean) ** 2));
      const freedom = (rows.length - 1) / Math.max(1, rows.length - segments.length);
      return { column, explains: Math.min(1, Math.max(0, 1 - (1 - between / total) * freedom)) };
    })
    .toSorted((a, b) => b.explains - a.explains);
}

/** What more than half of a group have in common besides. */
export function profileOf(
  { rows, columns }: CustomerList,
  column: string,
  label: string,
): { column: string; label: string; count: number; of: number }[] {
  const own = rows.filter(({ labels }) => labels[column] === label);
  return columns
    .filter((name) => name !== column)
    .flatMap((name) => {
      const counts = Map.groupBy(own, ({ labels }) => labels[name] ?? unknown);
      const [best] = [...counts]
        .filter(([value]) => value !== others && value !== unknown)
        .toSorted((a, b) => b[1].length - a[1].length);
      return best && own.length >= 2 && best[1].length * 2 > own.length
        ? [{ column: name, label: best[0], count: best[1].length, of: own.length }]
        : [];
    });
}

/** Number of customers that come nearest to a fifth of all, one at least. */
export const bestFifthCount = ({ rows }: CustomerList): number => Math.max(1, Math.round(rows.length / 5));

/** Share of all revenue that the best fifth of the customers brings, 0 to 1. */
export function bestFifth(list: CustomerList): number {
  const sorted = list.rows.map(({ revenue }) => revenue).toSorted((a, b) => b - a);
  const all = sum(sorted);
  return all === 0 ? 0 : sum(sorted.slice(0, bestFifthCount(list))) / all;
}

export interface Channel {
  channel: string;
  spend: number;
  contacts: number;
  customers: number;
}
export interface ChannelCost extends Channel {
  /** Null where nobody came. */
  perContact: number | null;
  perCustomer: number | null;
  /** Share of contacts who buy; null without contacts, and where there are more customers than contacts. */
  rate: number | null;
}

/** What contacts and orders of each channel cost, the cheapest order first, those without an order last. */
export const channelCosts = (channels: readonly Channel[]): ChannelCost[] =>
  channels
    .map((one) => ({
      ...one,
      perContact: one.contacts > 0 ? one.spend / one.contacts : null,
      perCustomer: one.customers > 0 ? one.spend / one.customers : null,
      rate: one.contacts > 0 && one.customers <= one.contacts ? one.customers / one.contacts : null,
    }))
    .toSorted((a, b) => (a.perCustomer ?? Infinity) - (b.perCustomer ?? Infinity) || 0);

/** Squared sum of the normal quantiles of 5 % error (two-sided) and 80 % power: (1.96 + 0.84)². */
const testFactor = 7.84;

/** Contacts of each of two variants until a doubled share shows; null where it can't double. */
export function contactsForTest(rate: number): number | null {
  const doubled = rate * 2;
  return rate <= 0 || doubled >= 1
    ? null
    : Math.ceil((testFactor * (rate * (1 - rate) + doubled * (1 - doubled))) / (doubled - rate) ** 2 - 1e-9);
}
