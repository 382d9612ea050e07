import { causesOf, codeOf } from "#src/kit/causes.ts";

/**
 * SQLSTATEs that mean "the server went away or takes nobody right now": class 08 (connection exceptions),
 * 57P01..57P05 (shut down, crashed, starting, dropped, idle), 53300 (too many connections); and the system's codes.
 * https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
const lossCodes =
  /^(?:08...|57P0[1-5]|53300|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

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
export const isConnectionLoss = (error: unknown): boolean =>
  causesOf(error).some((cause) => {
    const code = codeOf(cause) ?? "";
    return lossCodes.test(code) || lossMessages.some((sentence) => cause.message.startsWith(sentence));
  });
