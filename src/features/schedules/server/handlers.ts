import { implement } from "@orpc/server";
import { notFound } from "#src/kit/errors.ts";
import type { ApiContext } from "#src/platform/http/context.ts";
import { schedulesContract } from "../contract.ts";
import { schedulesOf } from "./repository.ts";
import { listSchedules, setSchedule } from "./usecases.ts";

const api = implement(schedulesContract).$context<ApiContext>();

export const schedulesHandlers = api.router({
  listSchedules: api.listSchedules.handler(({ context: { deps, session }, input }) =>
    listSchedules(session.userId, input, deps),
  ),
  setSchedule: api.setSchedule.handler(async ({ context: { deps, session }, input }) => ({
    schedule: await setSchedule(session.userId, input, deps),
  })),
  deleteSchedule: api.deleteSchedule.handler(async ({ context: { deps, session }, input }) => {
    if (!(await schedulesOf(session.userId, deps.db).delete(input.enData.projectId)))
      throw notFound("Schedule not found");
    return { deleted: true as const };
  }),
});
