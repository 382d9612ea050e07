import { ProductError } from "./errors.ts";

/**
 * Codes that say "there is no room to write": of the system, of PostgreSQL (SQLSTATE 53100, disk_full), and of
 * S3-compatible storage.
 */
const codes = new Set(["ENOSPC", "EDQUOT", "53100", "storage.full", "QuotaExceeded", "XMinioStorageFull"]);

/** Whether a write was refused for want of room. Looks through `cause` and the parts of an AggregateError. */
export function isOutOfSpace(error: unknown): boolean {
  return isSpaceError(error, 0);
}

function isSpaceError(error: unknown, depth: number): boolean {
  if (!(error instanceof Error) || depth > 5) return false;
  if ("code" in error && codes.has(String(error.code))) return true;
  if (codes.has(error.name)) return true;
  if (error instanceof AggregateError && error.errors.some((part) => isSpaceError(part, depth + 1))) return true;
  return isSpaceError(error.cause, depth + 1);
}

/** The refusal for a write that finds no room. 507: asking again does not help before somebody makes room. */
export const storageFull = (cause: unknown): ProductError =>
  new ProductError("storage.full", { status: 507, message: "There is no room left to store this", cause });
