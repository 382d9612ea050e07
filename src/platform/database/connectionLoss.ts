/**
 * SQLSTATEs that mean "the server went away or takes nobody right now": class 08 (connection exceptions),
 * 57P01..57P05 (shut down, crashed, starting, dropped, idle), 53300 (too many connections).
 * https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
const lossStates = /^(08...|57P0[1-5]|53300)$/;

const lossSystemCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** Sentences of `pg` and `pg-pool`, which carry no code. */
const lossMessages = [
  "Connection terminated",
  "Client has encountered a connection error",
  "timeout exceeded when trying to connect",
  "Client was closed and is not queryable",
  "Cannot use a pool after calling end on the pool",
];

/**
 * Whether an error says that the database could not be reached, so that asking again later makes sense (503) and
 * the statement itself was not at fault. Looks through `cause` and the parts of an AggregateError.
 */
export function isConnectionLoss(error: unknown): boolean {
  return hasLoss(error, 0);
}

function hasLoss(error: unknown, depth: number): boolean {
  if (!(error instanceof Error) || depth > 5) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (lossStates.test(code) || lossSystemCodes.has(code)) return true;
  if (lossMessages.some((sentence) => error.message.startsWith(sentence))) return true;
  if (error instanceof AggregateError && error.errors.some((part) => hasLoss(part, depth + 1))) return true;
  return hasLoss(error.cause, depth + 1);
}
