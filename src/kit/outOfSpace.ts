import { causesOf, codeOf } from "./causes.ts";
import { ProductError } from "./errors.ts";

/**
 * Codes that say "there is no room to write": of the system, of PostgreSQL (SQLSTATE 53100, disk_full), and of
 * S3-compatible storage.
 */
const codes = new Set(["ENOSPC", "EDQUOT", "53100", "storage.full", "QuotaExceeded", "XMinioStorageFull"]);

/** Whether a write was refused for want of room. Looks through `cause` and the parts of an AggregateError. */
export const isOutOfSpace = (error: unknown): boolean =>
  causesOf(error).some((cause) => codes.has(codeOf(cause) ?? "") || codes.has(cause.name));

/** The refusal for a write that finds no room. 507: asking again does not help before somebody makes room. */
export const storageFull = (cause: unknown): ProductError =>
  new ProductError("storage.full", { status: 507, message: "There is no room left to store this", cause });
