import { sql, type RawBuilder } from "kysely";
import { z } from "zod";
import { id, instant, text } from "#src/kit/schemas.ts";
import type { LeadFilters, LeadSort } from "../contract.ts";
import { searchWords, sortKey } from "../rules.ts";

/** How a sort orders, and what a cursor of it holds. A null stands last in both directions. */
interface Order {
  key: RawBuilder<unknown>;
  direction: "asc" | "desc";
  value: z.ZodType<string | number | null>;
  /** What stands in the key for a null. */
  empty?: string | number;
}

const day = text(40).pipe(instant);
const orders: Record<LeadSort, Order> = {
  updated: { key: sql`updated_at`, direction: "asc", value: day },
  "-updated": { key: sql`updated_at`, direction: "desc", value: day },
  name: { key: sql`name_key`, direction: "asc", value: text(200) },
  "-name": { key: sql`name_key`, direction: "desc", value: text(200) },
  score: { key: sql`coalesce(score, 101)`, direction: "asc", value: z.int().min(0).max(100).nullable(), empty: 101 },
  "-score": { key: sql`coalesce(score, -1)`, direction: "desc", value: z.int().min(0).max(100).nullable(), empty: -1 },
  city: {
    key: sql.raw(`coalesce(city_key, '\u{10FFFF}')`),
    direction: "asc",
    value: text(200).nullable(),
    empty: "\u{10FFFF}",
  },
  "-city": { key: sql`coalesce(city_key, '')`, direction: "desc", value: text(200).nullable(), empty: "" },
  stage: { key: sql`stage_rank`, direction: "asc", value: z.int().min(1).max(6) },
  "-stage": { key: sql`stage_rank`, direction: "desc", value: z.int().min(1).max(6) },
  lastContact: {
    key: sql`coalesce(last_contact_at, 'infinity'::timestamptz)`,
    direction: "asc",
    value: day.nullable(),
    empty: "infinity",
  },
  "-lastContact": {
    key: sql`coalesce(last_contact_at, '-infinity'::timestamptz)`,
    direction: "desc",
    value: day.nullable(),
    empty: "-infinity",
  },
};

/** A place in a list: the value it is sorted by, and the id that decides between equals. */
export interface Place {
  value: string | number | null;
  id: string;
}

/** What a cursor of a sort holds; one of another sort is none. */
export const placeSchema = (sort: LeadSort): z.ZodType<[LeadSort, string | number | null, string]> =>
  z.tuple([z.literal(sort), orders[sort].value, id]);

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

const valueOf: Record<string, (row: SortedBy) => string | number | null> = {
  updated: (row) => row.updated_at.toISOString(),
  name: (row) => row.name_key,
  score: (row) => row.score,
  city: (row) => row.city_key,
  stage: (row) => row.stage_rank,
  lastContact: (row) => row.last_contact_at?.toISOString() ?? null,
};

/** Where a row stands in a sort. */
export const placeOf = (row: SortedBy, sort: LeadSort): Place => ({
  value: valueOf[sort.replace("-", "")]?.(row) ?? null,
  id: row.id,
});

/** `%` and `_` of a search mean themselves. */
const containing = (word: string): string => `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`;

const hasColumn = {
  email: sql`cardinality(email) > 0`,
  phone: sql`cardinality(phone) > 0`,
  website: sql`website is not null`,
};

/** What the filters demand, each a condition on a row; none means that every lead is found. */
function conditionsOf(filters: LeadFilters, now: Date): RawBuilder<unknown>[] {
  const { stage = [], tag = [], has = [] } = filters;
  const quietSince = filters.quietDays === undefined ? null : new Date(now.getTime() - filters.quietDays * 86_400_000);
  return [
    ...searchWords(filters.q ?? "").map((word) => sql`search like ${containing(word)}`),
    ...(stage.length > 0 ? [sql`stage = any(${stage}::text[])`] : []),
    ...(tag.length > 0 ? [sql`tags && ${tag}::text[]`] : []),
    ...(filters.city ? [sql`city_key = ${sortKey(filters.city)}`] : []),
    ...(filters.category ? [sql`category_key = ${sortKey(filters.category)}`] : []),
    ...(filters.minScore === undefined ? [] : [sql`score >= ${filters.minScore}`]),
    ...has.map((field) => hasColumn[field]),
    ...(filters.doNotContact === undefined ? [] : [sql`do_not_contact = ${filters.doNotContact}`]),
    ...(quietSince ? [sql`(last_contact_at is null or last_contact_at < ${quietSince})`] : []),
    ...(filters.projectId ? [sql`project_id = ${filters.projectId}`] : []),
  ];
}

/**
 * One statement for a page and both counts. Without filters the page walks the index of its sort; with filters one
 * look at all leads finds what is counted and what is shown.
 */
export function listStatement(
  userId: string,
  query: { filters: LeadFilters; limit: number; after: Place | undefined; now: Date; columns: RawBuilder<unknown> },
): RawBuilder<Record<string, unknown>> {
  const order = orders[query.filters.sort];
  const direction = sql.raw(order.direction);
  const beyond = sql.raw(order.direction === "asc" ? ">" : "<");
  const { after, columns } = query;
  const keyset = (key: RawBuilder<unknown>): RawBuilder<unknown> =>
    after ? sql`(${key}, id) ${beyond} (${after.value ?? order.empty}, ${after.id}::uuid)` : sql`true`;
  const own = sql`user_id = ${userId} and deleted_at is null`;
  const conditions = conditionsOf(query.filters, query.now);
  const total = sql`(select count(*)::int from lead where ${own})`;
  if (conditions.length === 0) {
    return sql`with page as (
        select ${columns} from lead where ${own} and ${keyset(order.key)}
        order by ${order.key} ${direction}, id ${direction} limit ${query.limit}
      )
      select counts.*, page.* from (select total, total as found from (select ${total} as total) t) counts
      left join page on true order by ${order.key} ${direction}, id ${direction}`;
  }
  return sql`with hit as materialized (
      select id, ${order.key} as key from lead where ${own} and ${sql.join(conditions, sql` and `)}
    ), shown as (
      select id from hit where ${keyset(sql`key`)} order by key ${direction}, id ${direction} limit ${query.limit}
    ), page as (select ${columns} from lead where id in (select id from shown))
    select counts.*, page.* from (select ${total} as total, (select count(*)::int from hit) as found) counts
    left join page on true order by ${order.key} ${direction}, id ${direction}`;
}
