import { sql } from "kysely";
import { lockAccount } from "#src/features/account/server/usecases.ts";
import type { Db } from "#src/platform/tables.ts";
import { applyEvent, type ApplyDeps } from "./apply.ts";
import type { PaymentEvent, PaymentProvider } from "./provider.ts";

/** Days after which an event that waits for another one is given up: a provider repeats its own for three. */
const waitingDays = 7;

/** Who owns what an event is about, to lock accounts before records; null when that is not known yet. */
async function ownerOf(event: PaymentEvent, trx: Db): Promise<string | null> {
  const [column, value] =
    "orderId" in event ? (["id", event.orderId] as const) : (["payment_ref", event.paymentRef] as const);
  const row = await trx.selectFrom("payment_order").select("user_id").where(column, "=", value).executeTakeFirst();
  return row?.user_id ?? null;
}

/**
 * Keeps an event and does what follows from it, in the caller's transaction; one that was kept before changes nothing.
 * @returns whether it was new
 */
export async function takeEvent(
  event: PaymentEvent,
  provider: PaymentProvider,
  trx: Db,
  deps: ApplyDeps,
): Promise<boolean> {
  const kept = await trx
    .insertInto("payment_event")
    .values({
      id: event.id,
      provider: provider.name,
      event: JSON.stringify(event) as unknown as PaymentEvent,
      received_at: deps.now(),
      handled_at: null,
      problem: null,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!kept) return false;
  await handle(event, provider, trx, deps);
  return true;
}

async function handle(event: PaymentEvent, provider: PaymentProvider, trx: Db, deps: ApplyDeps): Promise<void> {
  const owner = await ownerOf(event, trx);
  if (owner !== null) await lockAccount(owner, trx);
  const outcome = await applyEvent(event, provider, trx, deps);
  if (outcome === "later") return;
  await trx
    .updateTable("payment_event")
    .set({ handled_at: deps.now(), problem: typeof outcome === "object" ? outcome.problem : null })
    .where("id", "=", event.id)
    .execute();
}

/**
 * Tries events again that came before what they are about.
 * @returns how many are still waiting
 */
export async function retryWaiting(provider: PaymentProvider, deps: ApplyDeps): Promise<number> {
  const waiting = await deps.db
    .selectFrom("payment_event")
    .select("id")
    .where("handled_at", "is", null)
    .orderBy("received_at")
    .limit(100)
    .execute();
  let left = 0;
  for (const { id } of waiting) {
    const isDone = await deps.db.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom("payment_event")
        .select(["event", "received_at"])
        .where("id", "=", id)
        .where("handled_at", "is", null)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!row) return true;
      await handle(row.event, provider, trx, deps);
      const gaveUp = await trx
        .updateTable("payment_event")
        .set({ handled_at: deps.now(), problem: "what it is about never came" })
        .where("id", "=", id)
        .where("handled_at", "is", null)
        .where("received_at", "<", sql<Date>`${deps.now()}::timestamptz - make_interval(days => ${waitingDays})`)
        .executeTakeFirst();
      const { handled_at } = await trx
        .selectFrom("payment_event")
        .select("handled_at")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      return gaveUp.numUpdatedRows > 0n || handled_at !== null;
    });
    if (!isDone) left += 1;
  }
  return left;
}
