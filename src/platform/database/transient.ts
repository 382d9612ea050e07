import { causesOf, codeOf } from "#src/kit/causes.ts";
import { isOutOfSpace } from "#src/kit/outOfSpace.ts";
import { isConnectionLoss } from "./connectionLoss.ts";

/**
 * SQLSTATEs by which the database refuses a statement for reasons that lie outside of it: 53100 and 53200 (no room on
 * disk or in memory), 40001 and 40P01 (lost against another transaction), 55P03 and 57014 (waited too long), 25P03
 * (the transaction was idle for too long).
 * https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
const passingStates = /^(53100|53200|40001|40P01|55P03|57014|25P03)$/;

/** Whether the same work may well succeed later, because what failed was the database and not the work. */
export const isTransient = (error: unknown): boolean =>
  causesOf(error).some((cause) => passingStates.test(codeOf(cause) ?? "")) ||
  isOutOfSpace(error) ||
  isConnectionLoss(error);
