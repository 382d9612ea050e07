import { lockAccount } from "#src/features/account/server/usecases.ts";
import { dayMs } from "#src/kit/time/dates.ts";
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
 * What a payment that no order knows was for. Asked before a transaction begins: the provider may take its time.
 * @returns null for other events, and where nobody knows
 */
async function invoiceBehind(event: PaymentEvent, provider: PaymentProvider, db: Db): Promise<string | null> {
  if (!("paymentRef" in event) || "orderId" in event) return null;
  return (await ownerOf(event, db)) === null ? provider.invoiceOf(event.paymentRef) : null;
}

/**
 * Keeps an event and does what follows from it, all or nothing; one that was kept before changes nothing.
 * @throws what Stripe is to send again for
 */
export async function receive(event: PaymentEvent, provider: PaymentProvider, deps: ApplyDeps): Promise<void> {
  const invoice = await invoiceBehind(event, provider, deps.db);
  await deps.db.transaction().execute((trx) => takeEvent(event, provider, trx, deps, invoice));
}

/**
 * The same in the caller's transaction.
 * @returns whether it was new
 */
export async function takeEvent(
  event: PaymentEvent,
  provider: PaymentProvider,
  trx: Db,
  deps: ApplyDeps,
  invoice: string | null = null,
): Promise<boolean> {
  // Whose customer it is stands in a table that goes with the account.
  const kept = "customerId" in event ? { ...event, customerId: null } : event;
  const row = await trx
    .insertInto("payment_event")
    .values({
      id: event.id,
      provider: provider.name,
      event: JSON.stringify(kept) as unknown as PaymentEvent,
      received_at: deps.now(),
      handled_at: null,
      problem: null,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!row) return false;
  await handle(event, invoice, trx, deps);
  return true;
}

async function handle(event: PaymentEvent, invoice: string | null, trx: Db, deps: ApplyDeps): Promise<void> {
  const owner = await ownerOf(event, trx);
  if (owner !== null) await lockAccount(owner, trx);
  const outcome = await applyEvent(event, invoice, trx, deps);
  if (outcome === "later") return;
  const problem = typeof outcome === "object" ? outcome.problem : null;
  if (problem !== null)
    deps.log.error({ event: event.id, kind: event.kind, problem }, "a payment event brought nothing");
  await trx.updateTable("payment_event").set({ handled_at: deps.now(), problem }).where("id", "=", event.id).execute();
}

/** Minutes between two tries of an event that waits. */
const retryMinutes = 10;
/** Events that are tried again in one turn. */
const mostRetries = 50;

/** Tries events again that came before what they are about. One that fails holds up no other. */
export async function retryWaiting(provider: PaymentProvider, deps: ApplyDeps): Promise<void> {
  const now = deps.now();
  const rows = await deps.db
    .selectFrom("payment_event")
    .select(["id", "event", "received_at"])
    .where("handled_at", "is", null)
    .where((where) =>
      where.or([
        where("tried_at", "is", null),
        where("tried_at", "<", new Date(now.getTime() - retryMinutes * 60_000)),
      ]),
    )
    .orderBy("received_at")
    .limit(mostRetries)
    .execute();
  for (const { id, event, received_at } of rows) {
    const isOver = received_at.getTime() < now.getTime() - waitingDays * dayMs;
    try {
      const invoice = await invoiceBehind(event, provider, deps.db);
      await deps.db.transaction().execute(async (trx) => {
        const row = await trx
          .selectFrom("payment_event")
          .select("id")
          .where("id", "=", id)
          .where("handled_at", "is", null)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst();
        if (row) await handle(event, invoice, trx, deps);
      });
    } catch (error) {
      deps.log.error({ err: error, event: id }, "a waiting payment event failed");
    }
    await deps.db
      .updateTable("payment_event")
      .set({ tried_at: now, ...(isOver && { handled_at: now, problem: "what it is about never came" }) })
      .where("id", "=", id)
      .where("handled_at", "is", null)
      .execute();
  }
}
