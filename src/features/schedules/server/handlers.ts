import { implement } from "@orpc/server";
import { notFound } from "#src/kit/errors.ts";
import type { ApiContext } from "#src/platform/http/context.ts";
import { schedulesContract } from "../contract.ts";
import { schedulesOf } from "./repository.ts";
import { setSchedule } from "./usecases.ts";

const api = implement(schedulesContract).$context<ApiContext>();

export const schedulesHandlers = api.router({
  listSchedules: api.listSchedules.handler(async ({ context: { deps, session }, input }) => ({
    schedules: await schedulesOf(session.userId, deps.db).list({ ...input, now: deps.now() }),
  })),
  setSchedule: api.setSchedule.handler(async ({ context: { deps, session }, input }) => ({
    schedule: await setSchedule(session.userId, input, deps),
  })),
  deleteSchedule: api.deleteSchedule.handler(async ({ context: { deps, session }, input }) => {
    if (!(await schedulesOf(session.userId, deps.db).delete(input.enData.projectId)))
      throw notFound("Schedule not found");
    return { deleted: true as const };
  }),
});
