import type { Pool } from "pg";
import { z } from "zod";
import { id, instant, text } from "#src/kit/schemas.ts";
import { instantsAsText } from "#src/platform/database/instants.ts";
import {
  leadRowKeys,
  type LeadFilters,
  type LeadListQuery,
  type LeadSort,
  type LeadStage,
  type LeadViewFilters,
  leadStage,
  type ListedLead,
} from "../contract.ts";
import { quietView, searchWords, sortKey, untouchedView } from "../rules.ts";
import { leadFields } from "./table.ts";

const day = text(40).pipe(instant);

interface Sorting {
  column: string;
  /** What a cursor holds of it. */
  value: z.ZodType<string | number | null>;
  /** Literals that stand for a null going up and going down, as in the indexes of schema.ts: it comes last in both. */
  nulls?: readonly [up: string, down: string];
}

const sortings: Record<string, Sorting> = {
  updated: { column: "updated_at", value: day },
  name: { column: "name_key", value: text(200) },
  score: { column: "score", value: z.int().min(0).max(100).nullable(), nulls: ["101", "-1"] },
  city: { column: "city_key", value: text(200).nullable(), nulls: ["'\u{10FFFF}'", "''"] },
  stage: { column: "stage_rank", value: z.int().min(1).max(6) },
  lastContact: {
    column: "last_contact_at",
    value: day.nullable(),
    nulls: ["'infinity'::timestamptz", "'-infinity'::timestamptz"],
  },
};

/** How a sort orders, and what a cursor of it holds. */
function orderOf(sort: LeadSort) {
  const sorting = sortings[sort.replace("-", "")];
  if (!sorting) throw new RangeError(`unknown sort ${sort}`);
  const { column, value, nulls } = sorting;
  const isDown = sort.startsWith("-");
  const empty = nulls?.[isDown ? 1 : 0];
  return {
    column,
    value,
    key: empty === undefined ? column : `coalesce(${column}, ${empty})`,
    empty,
    direction: isDown ? "desc" : "asc",
    beyond: isDown ? "<" : ">",
  };
}

/** How many the filters find, and how many there are. */
export interface Counts {
  found: number;
  total: number;
}

/**
 * A place in a list: its sort, the value it is sorted by, and the id that decides between equals. The counts of the
 * first page go with it where they were asked for, so that further pages cost what they show.
 */
export type CursorPosition = [
  sort: LeadSort,
  value: string | number | null,
  id: string,
  found: number | null,
  total: number | null,
];

/** What a cursor of a sort holds; one of another sort is none. */
export const cursorSchema = (sort: LeadSort): z.ZodType<CursorPosition> => {
  const count = z.int().min(0).max(1_000_000_000).nullable();
  return z.tuple([z.literal(sort), orderOf(sort).value, id, count, count]);
};

/** A row of a list as an answer shows it, with what it is sorted by. */
export type ListRow = ListedLead & { sortedBy: string | number | null };

/** Where a row stands in a sort. */
export const cursorPosition = (row: ListRow, sort: LeadSort, counts: Counts | undefined): CursorPosition => [
  sort,
  row.sortedBy,
  row.id,
  counts?.found ?? null,
  counts?.total ?? null,
];

/** Columns of JSON type, and lists, which reach an answer faster as JSON than as arrays of the driver. */
const lists = new Set(["email", "phone", "tags"]);

/** Columns under the names of an answer, so that rows need no mapping. */
const fieldColumns: Record<string, string> = Object.fromEntries([
  ["id", "lead.id"],
  ...leadFields.names.map((name, at) => {
    const column = `lead.${leadFields.columns[at]}`;
    return [name, lists.has(name) ? `to_json(${column})` : column];
  }),
  // A link to a project, while that is not deleted.
  ["projectId", "(select p.id from project p where p.id = lead.project_id and p.deleted_at is null)"],
  ["runId", "lead.run_id"],
  ["dateCreated", "lead.created_at"],
  ["dateUpdated", "lead.updated_at"],
]);
const answer = (keys: readonly string[]): string => keys.map((key) => `${fieldColumns[key]} as "${key}"`).join(", ");
const answers = { all: answer(Object.keys(fieldColumns)), table: answer(leadRowKeys) };

/** `%` and `_` of a search mean themselves. */
const containing = (word: string): string => `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`;

const hasColumn = { email: "has_email", phone: "has_phone", website: "has_website" };

/** Stages as the rows rank them, see schema.ts. */
const ranksOf = (stages: readonly LeadStage[]): number[] => stages.map((stage) => leadStage.options.indexOf(stage) + 1);

/** Takes a value into a statement. @returns its placeholder */
type Put = (value: unknown) => string;

/** A statement under construction. */
function openValues(): { values: unknown[]; put: Put } {
  const values: unknown[] = [];
  return { values, put: (value) => `$${values.push(value)}` };
}

/**
 * Leads without a word since a moment. Whoever is still new and was never contacted is quiet. A later stage says that
 * there was contact, and without a date of it the silence is counted from the last change of the lead: moved to
 * `contacted` today, it is not quiet today. A step that is planned for today (in UTC) or later answers the silence.
 */
function quietFrom(since: Date, now: Date, put: Put): string {
  const from = `${put(since)}::timestamptz`;
  return `(next_step_on is null or next_step_on < ${put(now.toISOString().slice(0, 10))}) and (last_contact_at < ${from} or (last_contact_at is null and (stage_rank = 1 or updated_at < ${from})))`;
}

type Narrowing = Partial<Omit<LeadFilters, "sort">>;

/**
 * What the filters demand, each a condition on a row; none means that every lead is found. All but words and tags ask
 * only for columns of the index `lead_list`.
 */
function conditionsOf(filters: Narrowing, now: Date, put: Put): string[] {
  const { stage = [], tag = [], has = [], quietDays } = filters;
  return [
    ...(stage.length > 0 ? [`stage_rank = any(${put(ranksOf(stage))}::smallint[])`] : []),
    ...(tag.length > 0 ? [`tags && ${put(tag)}::text[]`] : []),
    ...(filters.city ? [`city_key = ${put(sortKey(filters.city))}`] : []),
    ...(filters.category ? [`category_key = ${put(sortKey(filters.category))}`] : []),
    ...(filters.minScore === undefined ? [] : [`score >= ${put(filters.minScore)}::smallint`]),
    ...has.map((field) => hasColumn[field]),
    ...(filters.doNotContact === undefined ? [] : [`do_not_contact = ${put(filters.doNotContact)}`]),
    ...(quietDays === undefined ? [] : [quietFrom(new Date(now.getTime() - quietDays * 86_400_000), now, put)]),
    ...(filters.ids ? [`id = any(${put(filters.ids)}::uuid[])`] : []),
    ...(filters.projectId ? [`project_id = ${put(filters.projectId)}`] : []),
    // Last, as they are judged in this order: looking through a text costs more than everything above.
    ...searchWords(filters.q ?? "").map((word) => `search like ${put(containing(word))}`),
  ];
}

export interface ListPage {
  filters: LeadFilters;
  limit: number;
  after: Readonly<CursorPosition> | undefined;
  now: Date;
  fields: "all" | "table";
  counts: boolean;
}

export interface Statement {
  /** Of a statement that is asked for often enough to be prepared. */
  name?: string;
  text: string;
  values: unknown[];
}

/**
 * A page, the first one with both counts where they are wanted. Without filters a page walks the index of its sort;
 * with them, ids are found first and in one look, which columns of `lead_list` answer without the rows themselves.
 * @param columns what is read of each row, by default what the answer shows
 */
export function listStatement(userId: string, page: ListPage, columns = answers[page.fields]): Statement {
  const { filters, after } = page;
  const order = orderOf(filters.sort);
  const { values, put } = openValues();
  const own = `user_id = ${put(userId)} and deleted_at is null`;
  const limit = `limit ${put(page.limit)}`;
  const place = after
    ? [
        `(${order.key}, id) ${order.beyond} (${after[1] === null ? order.empty : put(after[1])}, ${put(after[2])}::uuid)`,
      ]
    : [];
  const conditions = conditionsOf(filters, page.now, put);
  const where = [own, ...conditions, ...place].join(" and ");
  const by = `order by ${order.key} ${order.direction}, id ${order.direction}`;
  const read = `${columns}, ${order.column} as "sortedBy"`;
  const rows =
    conditions.length === 0
      ? `select ${read} from lead where ${where} ${by} ${limit}`
      : `select ${read} from lead where id in (select id from lead where ${where} ${by} ${limit}) ${by}`;
  const isCounted = page.counts && !after;
  // What most pages begin with is prepared; each set of filters in each order would be too many plans to hold.
  const named = conditions.length === 0 && after?.[1] !== null;
  const name = `leads.${filters.sort}.${page.fields}${isCounted ? ".counted" : ""}${after ? ".after" : ""}`;
  const prepared = named && columns === answers[page.fields] ? { name } : {};
  if (!isCounted) return { ...prepared, text: rows, values };
  const total = `select count(*)::int as total from lead where ${own}`;
  const keyed = `${read}, row_number() over (${by}) as place`;
  const text =
    conditions.length === 0
      ? `with page as (select ${keyed} from lead where ${where} ${by} ${limit})
        select counts.*, page.* from (select total, total as found from (${total}) t) counts
        left join page on true order by page.place`
      : `with fitting as materialized (select id, ${order.key} as key from lead where ${where}),
        page as (select ${keyed} from lead
          where id in (select id from fitting order by key ${order.direction}, id ${order.direction} ${limit}))
        select counts.*, page.* from (
          select total, (select count(*)::int from fitting) as found from (${total}) t
        ) counts left join page on true order by page.place`;
  return { ...prepared, text, values };
}

/** A page of one person's leads; the counts where they were asked for and this is the first page. */
export async function pageOfLeads(
  userId: string,
  page: ListPage,
  pool: Pool,
): Promise<{ rows: ListRow[]; counts: Counts | undefined }> {
  const { rows } = await pool.query<ListRow & Partial<Counts>>({
    ...listStatement(userId, page),
    types: instantsAsText,
  });
  const [first] = rows;
  // Counts come with every row, and with one row of nulls where the page is empty.
  const counts = first?.found === undefined ? undefined : { found: first.found, total: first.total ?? 0 };
  return { rows: rows.filter(({ id: rowId }) => rowId !== null), counts };
}

/** How many leads each set of filters finds, in one look; the first number is that of all leads. */
export function countStatement(userId: string, several: readonly Narrowing[], now: Date): Statement {
  const { values, put } = openValues();
  const own = `user_id = ${put(userId)} and deleted_at is null`;
  const counts = several.map((filters, at) => {
    const conditions = conditionsOf(filters, now, put);
    return `count(*)${conditions.length > 0 ? ` filter (where ${conditions.join(" and ")})` : ""}::int as n${at}`;
  });
  return {
    text: `select count(*)::int as total${counts.map((one) => `, ${one}`).join("")} from lead where ${own}`,
    values,
  };
}

const standard: readonly Narrowing[] = [quietView, untouchedView].map((view) => ({ ...view, stage: [...view.stage] }));

export interface ViewCounts {
  total: number;
  quiet: number;
  untouched: number;
  /** Of the given views, in their order. */
  found: number[];
}

/** How many leads a person has, in all and in each view. */
export async function countViews(
  userId: string,
  views: readonly LeadViewFilters[],
  now: Date,
  pool: Pool,
): Promise<ViewCounts> {
  const { rows } = await pool.query<Record<string, number>>(countStatement(userId, [...standard, ...views], now));
  const count = (name: string): number => rows[0]?.[name] ?? 0;
  return {
    total: count("total"),
    quiet: count("n0"),
    untouched: count("n1"),
    found: views.map((_, at) => count(`n${at + standard.length}`)),
  };
}

export type { LeadListQuery };
