import { sql, type RawBuilder } from "kysely";
import { z } from "zod";
import { id, instant, text } from "#src/kit/schemas.ts";
import { type LeadFilters, type LeadSort, type LeadStage, leadStage } from "../contract.ts";
import { searchWords, sortKey } from "../rules.ts";

const day = text(40).pipe(instant);

interface Sorting {
  column: Exclude<keyof SortedBy, "id">;
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
  const empty = nulls && sql.raw(nulls[isDown ? 1 : 0]);
  const key = empty ? sql`coalesce(${sql.ref(column)}, ${empty})` : sql.ref(column);
  return { column, value, key, empty, direction: isDown ? "desc" : "asc" };
}

/**
 * A place in a list: its sort, the value it is sorted by, and the id that decides between equals. The counts of the
 * first page go with it, so that further pages cost what they show.
 */
export type CursorPosition = [sort: LeadSort, value: string | number | null, id: string, found: number, total: number];

/** How many the filters find, and how many there are. */
export interface Counts {
  found: number;
  total: number;
}

/** What a cursor of a sort holds; one of another sort is none. */
export const cursorSchema = (sort: LeadSort): z.ZodType<CursorPosition> => {
  const count = z.int().min(0).max(1_000_000_000);
  return z.tuple([z.literal(sort), orderOf(sort).value, id, count, count]);
};

/** What a lead is sorted by. */
export interface SortedBy {
  id: string;
  updated_at: Date;
  name_key: string;
  score: number | null;
  city_key: string | null;
  stage_rank: number;
  last_contact_at: Date | null;
}

/** Where a row stands in a sort. */
export function cursorPosition(row: SortedBy, sort: LeadSort, { found, total }: Counts): CursorPosition {
  const value = row[orderOf(sort).column];
  return [sort, value instanceof Date ? value.toISOString() : value, row.id, found, total];
}

/** `%` and `_` of a search mean themselves. */
const containing = (word: string): string => `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`;

const hasColumn = { email: sql`has_email`, phone: sql`has_phone`, website: sql`has_website` };

/** Stages as the rows rank them, see schema.ts. */
const ranksOf = (stages: readonly LeadStage[]): number[] => stages.map((stage) => leadStage.options.indexOf(stage) + 1);

/**
 * Leads without a word since a moment. Whoever is still new and was never contacted is quiet. A later stage says that
 * there was contact, and without a date of it the silence is counted from the last change of the lead: moved to
 * `contacted` today, it is not quiet today. A step that is planned for today (in UTC) or later answers the silence.
 */
const quietFrom = (since: Date, now: Date) =>
  sql`(next_step_on is null or next_step_on < ${now.toISOString().slice(0, 10)}) and (last_contact_at < ${since} or (last_contact_at is null and (stage_rank = any(${ranksOf(["new"])}::smallint[]) or updated_at < ${since})))`;

/**
 * What the filters demand, each a condition on a row; none means that every lead is found. All but words and tags ask
 * only for columns of the index `lead_list`.
 */
function conditionsOf(filters: LeadFilters, now: Date): RawBuilder<unknown>[] {
  const { stage = [], tag = [], has = [] } = filters;
  const quietSince = filters.quietDays === undefined ? null : new Date(now.getTime() - filters.quietDays * 86_400_000);
  return [
    ...(stage.length > 0 ? [sql`stage_rank = any(${ranksOf(stage)}::smallint[])`] : []),
    ...(tag.length > 0 ? [sql`tags && ${tag}::text[]`] : []),
    ...(filters.city ? [sql`city_key = ${sortKey(filters.city)}`] : []),
    ...(filters.category ? [sql`category_key = ${sortKey(filters.category)}`] : []),
    ...(filters.minScore === undefined ? [] : [sql`score >= ${filters.minScore}`]),
    ...has.map((field) => hasColumn[field]),
    ...(filters.doNotContact === undefined ? [] : [sql`do_not_contact = ${filters.doNotContact}`]),
    ...(quietSince ? [quietFrom(quietSince, now)] : []),
    ...(filters.ids ? [sql`id = any(${filters.ids}::uuid[])`] : []),
    ...(filters.projectId ? [sql`project_id = ${filters.projectId}`] : []),
    // Last, as they are judged in this order: looking through a text costs more than everything above.
    ...searchWords(filters.q ?? "").map((word) => sql`search like ${containing(word)}`),
  ];
}

/**
 * The first page with both counts, or a further page alone. Without filters a page walks the index of its sort; with
 * them, ids are found first and in one look, which columns of `lead_list` answer without the rows themselves.
 */
export function listStatement(
  userId: string,
  query: {
    filters: LeadFilters;
    limit: number;
    after: Readonly<CursorPosition> | undefined;
    now: Date;
    columns: RawBuilder<unknown>;
  },
): RawBuilder<Record<string, unknown>> {
  const order = orderOf(query.filters.sort);
  const { after, columns } = query;
  const direction = sql.raw(order.direction);
  const ordered = (key: RawBuilder<unknown>) => sql`order by ${key} ${direction}, id ${direction}`;
  const own = sql`user_id = ${userId} and deleted_at is null`;
  const conditions = conditionsOf(query.filters, query.now);
  const fits = conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
  const total = sql`select count(*)::int as total from lead where ${own}`;
  if (after) {
    const beyond = sql.raw(order.direction === "asc" ? ">" : "<");
    const place = sql`(${after[1] === null ? order.empty : after[1]}, ${after[2]}::uuid)`;
    const further = sql`${own} and ${fits} and (${order.key}, id) ${beyond} ${place}
      ${ordered(order.key)} limit ${query.limit}`;
    return conditions.length === 0
      ? sql`select ${columns} from lead where ${further}`
      : sql`select ${columns} from lead where id in (select id from lead where ${further}) ${ordered(order.key)}`;
  }
  if (conditions.length === 0) {
    return sql`with page as (select ${columns} from lead where ${own} ${ordered(order.key)} limit ${query.limit})
      select counts.*, page.* from (select total, total as found from (${total}) t) counts
      left join page on true ${ordered(order.key)}`;
  }
  return sql`with fitting as materialized (select id, ${order.key} as key from lead where ${own} and ${fits}),
    page as (
      select ${columns} from lead
      where id in (select id from fitting ${ordered(sql`key`)} limit ${query.limit})
    )
    select counts.*, page.* from (
      select total, (select count(*)::int from fitting) as found from (${total}) t
    ) counts left join page on true ${ordered(order.key)}`;
}
