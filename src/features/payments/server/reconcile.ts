import { sql } from "kysely";
import { lockAccount, personOf } from "#src/features/account/server/usecases.ts";
import { balanceOrder } from "./apply.ts";
import { receive, retryWaiting, takeEvent } from "./events.ts";
import { type LocalProvider, monthAfter } from "./local.ts";
import type { PaymentProvider } from "./provider.ts";
import { allOrders, expireOrder, firstOrderOf, itemOf } from "./repository.ts";
import type { PaymentDeps } from "./usecases.ts";

/** Minutes after which an open order is asked about: its event should have come long ago. */
const askAfterMinutes = 10;
/** Minutes between two questions about one order. */
const askAgainMinutes = 60;
/** Hours after which a checkout is over; Stripe's own end after 24. */
const openHours = 48;
/** Minutes after the end of a month before its payment is looked for: Stripe collects an hour later. */
const monthLateMinutes = 180;
/** Rows of each kind in one turn. */
const mostInTurn = 20;

const minutesAgo = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

/** Asks what became of orders of which no event came: webhooks get lost, and processes die. */
async function askAboutOpen(provider: PaymentProvider, deps: PaymentDeps): Promise<void> {
  const now = deps.now();
  const rows = await deps.db
    .selectFrom("payment_order")
    .select(["id", "checkout_ref", "created_at"])
    .where("status", "=", "open")
    .where("provider", "=", provider.name)
    .where("created_at", "<", minutesAgo(now, askAfterMinutes))
    .where(sql<boolean>`(checked_at is null or checked_at < ${minutesAgo(now, askAgainMinutes)}::timestamptz)`)
    .orderBy("created_at")
    .limit(mostInTurn)
    .execute();
  await each(rows, deps, async (row) => {
    const state = row.checkout_ref === null ? "open" : await provider.readCheckout(row.checkout_ref);
    if (typeof state === "object") await receive(state, provider, deps);
    else if (state === "expired" || row.created_at < minutesAgo(now, openHours * 60))
      await expireOrder(row.id, deps.db);
  });
  const asked = rows.map(({ id }) => id);
  if (asked.length > 0)
    await deps.db.updateTable("payment_order").set({ checked_at: now }).where("id", "in", asked).execute();
}

/** Looks for months of plans that were paid, and for plans that ended, without a word: webhooks get lost. */
async function askAboutMonths(provider: PaymentProvider, deps: PaymentDeps): Promise<void> {
  const now = deps.now();
  const rows = await deps.db
    .selectFrom("payment_plan")
    .select("id")
    .where("provider", "=", provider.name)
    .where("status", "<>", "ended")
    .where("period_end", "<", minutesAgo(now, monthLateMinutes))
    .where(sql<boolean>`(asked_at is null or asked_at < ${minutesAgo(now, askAgainMinutes)}::timestamptz)`)
    .limit(mostInTurn)
    .execute();
  await each(rows, deps, async ({ id }) => {
    for (const event of await provider.paidInvoices(id)) await receive(event, provider, deps);
    if (await provider.isPlanOver(id)) {
      const { id: orderId } = await firstOrderOf(id, deps.db);
      const ended = {
        kind: "planEnded" as const,
        id: `ended-${id}`,
        at: deps.now().toISOString(),
        orderId,
        planId: id,
      };
      await receive(ended, provider, deps);
    }
    await deps.db.updateTable("payment_plan").set({ asked_at: now }).where("id", "=", id).execute();
  });
}

/** Does the work for each row; what fails of one holds up no other. */
async function each<Row extends { id: string }>(
  rows: readonly Row[],
  { log }: Pick<PaymentDeps, "log">,
  work: (row: Row) => Promise<void>,
): Promise<void> {
  for (const row of rows)
    await work(row).catch((error: unknown) =>
      log.error({ err: error, payment: row.id }, "a payment could not be put right; it is tried again"),
    );
}

/** Takes coins that refunds asked for when they were spent or held, as soon as some are free. */
async function collectOwed(deps: PaymentDeps): Promise<void> {
  const rows = await deps.db
    .selectFrom("payment_order")
    .select(["id", "user_id"])
    .where("status", "=", "paid")
    .where((where) => where.or([where("refunded_cents", ">", 0), where("dispute", "is not", null)]))
    .where(
      sql<boolean>`coins_back < case when dispute in ('open', 'lost') then coins
        when total_cents > 0 then floor(coins * least(refunded_cents, total_cents)::numeric / total_cents) else 0 end`,
    )
    .where(
      sql<boolean>`exists (select 1 from coin_account a where a.owner = payment_order.user_id
        and a.kind = 'person' and a.balance > 0)`,
    )
    .limit(mostInTurn)
    .execute();
  await each(rows, deps, ({ id, user_id }) =>
    deps.db.transaction().execute(async (trx) => {
      await lockAccount(user_id, trx);
      const order = await allOrders(trx).lock("id", id);
      if (order) await balanceOrder(order, trx, deps);
    }),
  );
}

/** Ends the plans of people whose account is gone: nobody is charged for it again. */
async function endOrphans(provider: PaymentProvider, deps: PaymentDeps): Promise<void> {
  const rows = await deps.db
    .selectFrom("payment_plan")
    .leftJoin("user", "user.id", "payment_plan.user_id")
    .select("payment_plan.id")
    .where("user.id", "is", null)
    .where("payment_plan.status", "<>", "ended")
    .where("payment_plan.provider", "=", provider.name)
    .limit(mostInTurn)
    .execute();
  await each(rows, deps, async ({ id }) => {
    await provider.endPlan(id);
    await deps.db
      .updateTable("payment_plan")
      .set({ status: "ended", changed_at: deps.now() })
      .where("id", "=", id)
      .execute();
  });
}

/** Months of the test payments' plans: each that is over is paid again, changed or ended, as its person wanted. */
async function renewLocal(provider: LocalProvider, deps: PaymentDeps): Promise<void> {
  const due = await deps.db
    .selectFrom("payment_plan")
    .select(["id", "user_id"])
    .where("provider", "=", "local")
    .where("status", "<>", "ended")
    .where("period_end", "<=", deps.now())
    .limit(mostInTurn)
    .execute();
  await each(due, deps, ({ id, user_id }) =>
    deps.db.transaction().execute(async (trx) => {
      if (!(await lockAccount(user_id, trx)) || !(await personOf(user_id, trx))) return;
      const plan = await trx
        .selectFrom("payment_plan")
        .selectAll()
        .where("id", "=", id)
        .where("status", "<>", "ended")
        .where("period_end", "<=", deps.now())
        .forUpdate()
        .executeTakeFirst();
      if (!plan?.period_end) return;
      const first = await firstOrderOf(id, trx);
      if (plan.cancels_at_end) {
        await takeEvent(await provider.planEnded({ orderId: first.id, planId: id }), provider, trx, deps);
        return;
      }
      const item = await itemOf(plan.next_item_id ?? plan.item_id, trx);
      if (!item || item.price_cents === null) return;
      // A computer that was off for three months owes one payment, not three.
      let periodEnd = monthAfter(plan.period_end);
      while (periodEnd <= deps.now()) periodEnd = monthAfter(periodEnd);
      const invoice = await provider.invoicePaid({
        orderId: first.id,
        planId: id,
        itemId: item.id,
        reason: "subscription_cycle",
        totalCents: item.price_cents,
        currency: item.currency,
        periodEnd,
      });
      await takeEvent(invoice, provider, trx, deps);
    }),
  );
}

/** Puts right what events alone do not: the named job `payments`. Several processes may do this at the same time. */
export async function reconcilePayments(deps: PaymentDeps): Promise<void> {
  const provider = deps.payments;
  if (!provider) return;
  const steps = [
    () => endOrphans(provider, deps),
    () => retryWaiting(provider, deps),
    () => askAboutOpen(provider, deps),
    () => askAboutMonths(provider, deps),
    () => collectOwed(deps),
    ...(provider.name === "local" && "paid" in provider ? [() => renewLocal(provider, deps)] : []),
  ];
  for (const step of steps)
    await step().catch((error: unknown) => deps.log.error({ err: error }, "a step of putting payments right failed"));
}
