import type { ClientConfig } from "pg";

/**
 * What the database ends by itself, milliseconds: a statement that nobody waits for any more, a transaction whose
 * process froze with locks in hand, and a connection whose other end is gone without a word.
 * https://www.postgresql.org/docs/18/runtime-config-client.html
 */
export const sessionLimits = {
  statement_timeout: 60_000,
  idle_in_transaction_session_timeout: 20_000,
  options: "-c tcp_user_timeout=20000",
} as const satisfies ClientConfig;
