import ipaddr from "ipaddr.js";
import { ProductError } from "#src/kit/errors.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Db } from "#src/platform/tables.ts";
import type { AccountEvents, AccountEventKind } from "../contract.ts";
import type { Caller } from "./auth.ts";
import { eventLog } from "./repository.ts";
import { type PageQuery, pageOf } from "#src/platform/database/paged.ts";

/** Days that an account's log is kept. */
const keptDays = 180;

/**
 * The network that a request came from, as coarse as a person needs to know a stranger by: /24 of IPv4, /48 of IPv6.
 * @returns `203.0.113.x`, `2001:db8:1::`, or null for what is no address
 */
export function coarseAddress(address: string): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return `${parsed.toByteArray().slice(0, 3).join(".")}.x`;
  const [a = 0, b = 0, c = 0] = (parsed as ipaddr.IPv6).parts;
  return `${[a, b, c].map((part) => part.toString(16)).join(":")}::`;
}

const rowOf = (kind: AccountEventKind, { address, userAgent }: Caller, deps: Pick<Deps, "newId">) => ({
  id: deps.newId(),
  kind,
  network: coarseAddress(address),
  user_agent: userAgent === "" ? null : userAgent,
});

/** Writes into the log that a person can read. */
export const recordEvent = (
  kind: AccountEventKind,
  userId: string,
  caller: Caller,
  db: Db,
  deps: Pick<Deps, "newId">,
): Promise<unknown> => eventLog(db).insert({ ...rowOf(kind, caller, deps), user_id: userId });

/** Notes a sign-in that did not work, where the address has an account; the same work where it has none. */
export const recordFailedSignIn = (email: string, caller: Caller, deps: Pick<Deps, "db" | "newId">): Promise<unknown> =>
  eventLog(deps.db).insertFor(email, rowOf("signInFailed", caller, deps));

/** Runs a sign-in, and notes a wrong code of the second factor once its transaction is undone. */
export async function noteWrongCode<T>(
  userId: string,
  caller: Caller,
  deps: Pick<Deps, "db" | "newId">,
  signIn: () => Promise<T>,
): Promise<T> {
  try {
    return await signIn();
  } catch (refusal) {
    if (refusal instanceof ProductError && refusal.code === "login.wrongCode")
      await recordEvent("signInFailed", userId, caller, deps.db, deps);
    throw refusal;
  }
}

/** What happened to an account, newest first. */
export async function eventsOf(query: PageQuery, userId: string, deps: Pick<Deps, "db">): Promise<AccountEvents> {
  const found = await eventLog(deps.db).page(userId, query.limit + 1, query.cursor);
  const { rows, ...more } = pageOf(found, query.limit, (last) => last.id);
  return {
    events: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      date: row.created_at.toISOString(),
      network: row.network,
      userAgent: row.user_agent,
    })),
    ...more,
  };
}

/** Removes up to `limit` events that are older than the log reaches. @returns how many */
export const purgeEvents = (now: Date, limit: number, db: Db): Promise<number> =>
  eventLog(db).purge(new Date(now.getTime() - keptDays * 86_400_000), limit);
