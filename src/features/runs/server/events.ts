import { sql } from "kysely";
import type { Db } from "#src/platform/tables.ts";
import type { RunEvent, RunStep } from "../contract.ts";

/** A row of a run's stream: what happened since the row before, oldest first. */
export interface EventRow {
  /** 0, 1, 2, … without gaps. The SSE `id`. */
  offset: number;
  events: RunEvent[];
}

/**
 * Appends to a run's stream, fenced: a process that another one has taken over from (`attempt` too old) or whose
 * run has ended writes nothing.
 * @param firstTextAt when the first text of the execution came, if it is among these; that of the run is kept
 * @returns the offset of the new row, or null when this process no longer owns the run
 */
export async function appendEvents(
  runId: string,
  attempt: number,
  events: RunEvent[],
  db: Db,
  firstTextAt?: Date,
): Promise<number | null> {
  const marking = firstTextAt
    ? sql`, marked as (update run set first_text_at = ${firstTextAt} from own where run.id = own.id and first_text_at is null)`
    : sql``;
  const { rows } = await sql<{ offset: number }>`
    with own as (
      select id from run where id = ${runId} and attempt = ${attempt} and finished_at is null for update)${marking}
    insert into run_event (run_id, "offset", events)
    select ${runId}, coalesce((select max("offset") from run_event where run_id = ${runId}), -1) + 1, ${JSON.stringify(events)}::jsonb
      from own
    returning "offset"`.execute(db);
  return rows[0]?.offset ?? null;
}

/** Appends inside the transaction that ends a run, whichever execution owned it. */
export async function appendLastEvents(runId: string, events: RunEvent[], trx: Db): Promise<void> {
  await sql`
    insert into run_event (run_id, "offset", events)
    select ${runId}, coalesce(max("offset"), -1) + 1, ${JSON.stringify(events)}::jsonb from run_event where run_id = ${runId}`.execute(
    trx,
  );
}

/** The current step of a run according to its stream; null before the first and after the last. */
export async function stepInWork(runId: string, db: Db): Promise<RunStep | null> {
  const { rows } = await sql<{ step: RunStep; state: string }>`
    select event ->> 'step' as step, event ->> 'state' as state
      from run_event, jsonb_array_elements(events) with ordinality as told (event, place)
     where run_id = ${runId} and event ->> 'type' = 'step' order by "offset" desc, place desc limit 1`.execute(db);
  return rows[0]?.state === "started" ? rows[0].step : null;
}

/** Rows of a stream after an offset, at most 500. */
export async function eventsAfter(runId: string, offset: number, db: Db): Promise<EventRow[]> {
  return db
    .selectFrom("run_event")
    .select(["offset", "events"])
    .where("run_id", "=", runId)
    .where("offset", ">", offset)
    .orderBy("offset")
    .limit(500)
    .execute();
}

/**
 * Joins neighbouring deltas of one string, so that a batch is as small as its text.
 * Order and content stay what they were.
 */
export function joinDeltas(events: RunEvent[]): RunEvent[] {
  const joined: RunEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (
      event.type === "delta" &&
      last?.type === "delta" &&
      last.offset + last.text.length === event.offset &&
      last.path.length === event.path.length &&
      last.path.every((part, index) => part === event.path[index])
    ) {
      joined[joined.length - 1] = { ...last, text: last.text + event.text };
    } else joined.push(event);
  }
  return joined;
}
