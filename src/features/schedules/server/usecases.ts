import { hasRoom } from "#src/features/account/rights.ts";
import { levelRefusal } from "#src/features/account/server/levelRefusal.ts";
import { lockCounts, personRights } from "#src/features/account/server/usecases.ts";
import { projectsOf } from "#src/features/projects/server/usecases.ts";
import { isStarted, startRun, type StartDeps } from "#src/features/runs/server/usecases.ts";
import { settingsOf } from "#src/features/settings/server/usecases.ts";
import { badRequest, notFound, ProductError } from "#src/kit/errors.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { NewSchedule, Schedule, SkipCode } from "../contract.ts";
import { nextTime } from "../rules.ts";
import { type DueRow, dueSchedules, priceOf, schedulesOf, spentInMonth } from "./repository.ts";

/** A limit below the price of a run would let none start. */
function requireRoomForRun(limit: number, price: number): void {
  if (limit >= price) return;
  throw badRequest("A month must have room for one run", [
    { path: "monthlyLimit", message: `must be at least ${price}`, messageKey: "validation.tooSmall" },
  ]);
}

/** Which schedules of a person have room within the level: the oldest ones. */
const withinLevel = (active: readonly string[], limit: number | null) => (projectId: string) => {
  const place = active.indexOf(projectId);
  return place < 0 || hasRoom(limit, place + 1);
};

/** Schedules of a person, and how many of them count for the level. */
export async function listSchedules(
  userId: string,
  query: { limit: number; projectId?: string | undefined },
  deps: Pick<Deps, "config" | "db" | "now">,
): Promise<{ schedules: Schedule[]; active: number }> {
  const own = schedulesOf(userId, deps.db);
  const [{ schedules: limit }, active] = await Promise.all([personRights(userId, deps.db, deps), own.active()]);
  const schedules = await own.list({ ...query, now: deps.now(), within: withinLevel(active, limit) });
  return { schedules, active: active.length };
}

/**
 * Runs a project from now on at the times of a rhythm; replaces what was set before.
 * @throws ProductError 404 for a project that is not there, 400 for a monthly limit below the price of a run, 402
 * `level.schedules` when the level has no room for another one
 */
export async function setSchedule(
  userId: string,
  wanted: NewSchedule,
  deps: Pick<Deps, "config" | "db" | "now">,
): Promise<Schedule> {
  const { projectId } = wanted;
  return deps.db.transaction().execute(async (trx) => {
    // Two at once would both find the last place free.
    await lockCounts(userId, trx);
    const own = schedulesOf(userId, trx);
    const project = await projectsOf(userId, trx).find(projectId);
    if (!project) throw notFound("Project not found");
    requireRoomForRun(wanted.monthlyLimit, priceOf(project.workflow));
    const { schedules: limit } = await personRights(userId, trx, deps);
    const active = await own.active();
    // One that counts already takes no further place: it may be changed when the level fell meanwhile.
    if (!wanted.isPaused && !active.includes(projectId)) requireRoomInLevel(limit, active.length + 1);
    const timeZone =
      wanted.timeZone ?? (await own.zoneOf(projectId)) ?? (await settingsOf(userId, trx)).calendarSettings.timeZone;
    const at = deps.now();
    await own.put({ ...wanted, timeZone, nextAt: nextTime({ ...wanted, timeZone }, at.toISOString()), now: at });
    const within = withinLevel(await own.active(), limit);
    const [schedule] = await own.list({ limit: 1, projectId, now: at, within });
    if (!schedule) throw notFound("Project not found");
    return schedule;
  });
}

/** @throws ProductError 402 `level.schedules` when the level has no room for so many */
function requireRoomInLevel(limit: number | null, count: number): void {
  if (limit === null || hasRoom(limit, count)) return;
  throw levelRefusal({
    right: "schedules",
    words: [`Your plan includes ${limit} scheduled projects`, `Ihr Tarif enthält ${limit} geplante Projekte`],
    allows: ({ schedules }) => hasRoom(schedules, count),
  });
}

/** Why a start that was refused brings no run; null when it is to be tried again soon, or is no refusal at all. */
function skipOf(error: unknown): SkipCode | null {
  if (!(error instanceof ProductError)) return null;
  if (error.code === "coins.notEnough") return "coins";
  if (error.code.startsWith("level.")) return "level";
  if (error.code === "run.unchanged") return "unchanged";
  if (error.code === "project.running" || error.status >= 500) return null;
  return "refused";
}

/**
 * Starts the run of a schedule. The key of the start is made of the time it stands for: whoever tries it once more
 * gets the run that was started.
 * @returns why there is none; null when it was started
 * @throws what is no refusal, and a refusal that ends by itself: the time stays due
 */
async function start(row: DueRow, deps: StartDeps): Promise<SkipCode | null> {
  const now = deps.now();
  const price = priceOf(row.workflow);
  const key = `schedule-${row.project_id}-${row.next_at.getTime()}`;
  const { schedules: limit } = await personRights(row.user_id, deps.db, deps);
  if (!withinLevel(await schedulesOf(row.user_id, deps.db).active(), limit)(row.project_id)) return "level";
  if ((await spentInMonth(row, now, deps.db)) + price > row.monthly_limit)
    // Unless it is this very run that was counted: its process died before its note, or works beside this one.
    return (await isStarted(row.user_id, key, deps.db)) ? null : "limit";
  try {
    const enData = { projectId: row.project_id, formValues: row.form_values };
    await startRun(row.user_id, { workflowName: row.workflow, enData, key, isScheduled: true }, deps);
    return null;
  } catch (error) {
    const skip = skipOf(error);
    if (skip === null) throw error;
    return skip;
  }
}

/** Schedules that are started in one turn. */
const mostInTurn = 50;

const nextOf = (row: Pick<DueRow, "every" | "day" | "time" | "time_zone">, now: Date): string =>
  nextTime({ every: row.every, day: row.day, time: row.time, timeZone: row.time_zone }, now.toISOString());

/**
 * Starts the runs whose time has come. Times that passed while nobody was there count once; those that passed while a
 * project is put away or deleted, or its person is kept out, do not: what comes back from there waits for its next time.
 * @returns how many began
 */
export async function startDueRuns(deps: StartDeps & Pick<Deps, "log">): Promise<number> {
  const due = dueSchedules(deps.db);
  const turn = deps.now();
  for (const row of await due.findResting(turn, mostInTurn)) await due.moveOn(row, nextOf(row, turn));
  let started = 0;
  for (const row of await due.find(turn, mostInTurn)) {
    try {
      const skip = await start(row, deps);
      if (skip === null) started += 1;
      const now = deps.now();
      await due.moveOn(row, nextOf(row, now), { skip_code: skip, skipped_at: skip && now });
    } catch (error) {
      // The others are not held up by one.
      deps.log.warn({ err: error, projectId: row.project_id }, "a scheduled run did not begin and is tried again");
    }
  }
  return started;
}
