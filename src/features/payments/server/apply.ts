import { sql } from "kysely";
import { licenseRanks } from "#src/features/account/rules.ts";
import { license } from "#src/features/account/contract.ts";
import { grantCoins, takeBackCoins } from "#src/features/coins/server/usecases.ts";
import { setLevel, personOf } from "#src/features/account/server/usecases.ts";
import { queueMail } from "#src/features/mail/server/usecases.ts";
import { receiptLetter } from "#src/features/mail/server/templates/receipt.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Db } from "#src/platform/tables.ts";
import { coinsOfChange, includedTax } from "../rules.ts";
import type { PaymentEvent } from "./provider.ts";
import { allOrders, dueBack, itemOf, type OrderRow, type PlanRow } from "./repository.ts";

export type ApplyDeps = Pick<Deps, "config" | "db" | "newId" | "now" | "log">;

/**
 * What became of an event. `later`: what it is about is not known yet. `problem`: why it changed nothing, for
 * the operator; it is not tried again.
 */
type Outcome = "done" | "later" | { problem: string };

/** Facts of a payment that must agree with its order. */
interface Paid {
  totalCents: number;
  currency: string;
}

/** Cents by which a provider's rounding of a coupon may differ from ours. */
const roundingCents = 1;

function disagreement(order: OrderRow, paid: Paid): string | null {
  if (paid.currency !== order.currency) return `paid in ${paid.currency}, ordered in ${order.currency}`;
  const tolerance = order.coupon === null ? 0 : roundingCents;
  return Math.abs(paid.totalCents - order.total_cents) > tolerance
    ? `paid ${paid.totalCents}, ordered ${order.total_cents}`
    : null;
}

/** Marks a locked order as paid, and gives its coins and receipt: once, whichever event says so first. */
async function settle(
  order: OrderRow,
  paid: Paid,
  refs: Partial<OrderRow>,
  trx: Db,
  deps: ApplyDeps,
): Promise<Outcome> {
  const problem = order.status === "paid" ? null : disagreement(order, paid);
  if (problem) return { problem };
  const known = Object.fromEntries(Object.entries(refs).filter(([, value]) => value !== null && value !== undefined));
  if (order.status === "paid") {
    if (Object.keys(known).length > 0)
      await trx.updateTable("payment_order").set(known).where("id", "=", order.id).execute();
    return "done";
  }
  const at = deps.now();
  const receipt = await allOrders(trx).nextReceipt(at);
  await trx
    .updateTable("payment_order")
    .set({ ...known, status: "paid", paid_at: at, receipt, total_cents: paid.totalCents })
    .where("id", "=", order.id)
    .execute();
  await grantCoins(
    trx,
    {
      key: `order:${order.id}`,
      reason: order.kind === "pack" ? "purchase" : "plan",
      owner: order.user_id,
      coins: order.coins,
      note: receipt,
    },
    deps.newId,
  );
  const buyer = await personOf(order.user_id, trx);
  if (!buyer) return { problem: "paid by somebody whose account is gone" };
  const language = buyer.language ?? "en";
  const letter = await receiptLetter(
    {
      receipt,
      paidAt: at,
      coins: order.coins,
      isPlan: order.kind === "plan",
      level: order.level,
      totalCents: paid.totalCents,
      currency: order.currency,
      taxPercent: deps.config.taxPercent,
      taxCents: includedTax(paid.totalCents, deps.config.taxPercent),
      isTest: order.provider === "local",
      address: new URL("/settings/coins", deps.config.appUrl).href,
    },
    language,
  );
  await queueMail(
    { ...letter, kind: "payment-receipt", language, userId: order.user_id, to: { name: "", address: buyer.email } },
    trx,
    deps,
  );
  return "done";
}

/** Takes back, or restores, what an order's refunds and disputes ask for, as far as coins are free. */
export async function balanceOrder(order: OrderRow, trx: Db, deps: Pick<Deps, "newId">): Promise<void> {
  const difference = dueBack(order) - order.coins_back;
  if (difference === 0) return;
  const posting = {
    key: `reversal:${order.id}:${order.reversals + 1}`,
    reason: "reversal" as const,
    owner: order.user_id,
    ...(order.receipt === null ? {} : { note: order.receipt }),
  };
  const moved =
    difference > 0
      ? await takeBackCoins(trx, { ...posting, coins: difference }, deps.newId)
      : (await grantCoins(trx, { ...posting, coins: -difference }, deps.newId))
        ? difference
        : 0;
  if (moved === 0) return;
  await trx
    .updateTable("payment_order")
    .set({ coins_back: order.coins_back + moved, reversals: order.reversals + 1 })
    .where("id", "=", order.id)
    .execute();
}

/** The locked row of a plan; made when this is the first that is heard of it. */
async function lockPlan(planId: string, order: OrderRow, at: string, trx: Db): Promise<PlanRow> {
  await trx
    .insertInto("payment_plan")
    .values({
      id: planId,
      user_id: order.user_id,
      provider: order.provider,
      item_id: order.item_id,
      next_item_id: null,
      status: "active",
      period_end: null,
      // Older than any event: the first one that is applied sets it.
      changed_at: new Date(Math.min(Date.parse(at), order.created_at.getTime()) - 1000),
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  return trx.selectFrom("payment_plan").selectAll().where("id", "=", planId).forUpdate().executeTakeFirstOrThrow();
}

/** Notes the best level that running, paid plans bring a person. One that an operator gave stays beside it. */
async function applyLevel(userId: string, trx: Db): Promise<void> {
  const rows = await trx
    .selectFrom("payment_plan")
    .innerJoin("payment_item", "payment_item.id", "payment_plan.item_id")
    .select("payment_item.level")
    .where("payment_plan.user_id", "=", userId)
    .where("payment_plan.status", "<>", "ended")
    .where(sql<boolean>`payment_plan.is_paid`)
    .execute();
  const best = rows.flatMap(({ level }) => level ?? []).toSorted((a, b) => licenseRanks[b] - licenseRanks[a])[0];
  await setLevel(userId, { paid: license.parse(best ?? "justRegistered") }, trx);
}

/**
 * What an invoice is for. Words that a subscription carries may have changed since the invoice was drafted, so that for
 * a month the price decides where a plan has it.
 */
async function invoicedItem(event: Extract<PaymentEvent, { kind: "invoicePaid" }>, trx: Db) {
  const named = await itemOf(event.itemId, trx);
  if (event.reason !== "renewal" || named?.price_cents === event.subtotalCents) return named;
  const priced = await trx
    .selectFrom("payment_item")
    .selectAll()
    .where("kind", "=", "plan")
    .where("price_cents", "=", event.subtotalCents)
    .where("currency", "=", event.currency)
    .executeTakeFirst();
  return priced ?? named;
}

async function applyInvoice(
  event: Extract<PaymentEvent, { kind: "invoicePaid" }>,
  first: OrderRow,
  trx: Db,
  deps: ApplyDeps,
): Promise<Outcome> {
  const item = await invoicedItem(event, trx);
  if (!item?.level || item.price_cents === null) return { problem: `the plan ${event.itemId} is not sold` };
  if (event.currency !== item.currency) return { problem: `paid in ${event.currency}, sold in ${item.currency}` };
  const plan = await lockPlan(event.planId, first, event.at, trx);
  if (plan.user_id !== first.user_id) return { problem: "the plan is somebody else's" };

  const known = await allOrders(trx).lock("invoice_ref", event.invoiceId);
  let order = event.reason === "first" ? first : known;
  if (!order) {
    const id = deps.newId();
    // A month brings all coins where its price before coupons is that of the plan; else the share that was invoiced.
    const share = event.reason === "change" ? event.totalCents : event.subtotalCents;
    const coins = coinsOfChange(item.coins, share, item.price_cents);
    await trx
      .insertInto("payment_order")
      .values({
        id,
        user_id: first.user_id,
        provider: first.provider,
        item_id: item.id,
        kind: "plan",
        coins,
        level: item.level,
        coupon: null,
        price_cents: Math.max(item.price_cents, event.totalCents),
        discount_cents: Math.max(item.price_cents, event.totalCents) - event.totalCents,
        total_cents: event.totalCents,
        currency: item.currency,
        checkout_ref: null,
        invoice_ref: event.invoiceId,
        payment_ref: null,
        plan_id: event.planId,
        receipt: null,
        dispute: null,
        created_at: deps.now(),
        paid_at: null,
      })
      .execute();
    order = await allOrders(trx).lock("id", id);
    if (!order) throw new Error("a new order is not there");
  }
  // An invoice that was paid before says nothing of the months after it.
  const isNews = order.status !== "paid" || plan.period_end === null;
  const outcome = await settle(order, event, { invoice_ref: event.invoiceId, plan_id: event.planId }, trx, deps);
  if (typeof outcome === "object") return outcome;
  if (isNews && plan.status !== "ended") {
    const end = event.periodEnd === null ? null : new Date(event.periodEnd);
    const isNewest = end === null || plan.period_end === null || end >= plan.period_end;
    await trx
      .updateTable("payment_plan")
      .set({
        is_paid: true,
        status: "active",
        ...(isNewest && {
          item_id: item.id,
          next_item_id: plan.next_item_id === item.id ? null : plan.next_item_id,
          period_end: end ?? plan.period_end,
        }),
      })
      .where("id", "=", plan.id)
      .execute();
    await applyLevel(first.user_id, trx);
  }
  return "done";
}

/**
 * What follows from an event, in the caller's transaction. Any order of events, and any number of times each, leads to
 * the same coins.
 * @param invoice what a payment that is not known yet was for, where the provider knew it
 */
export async function applyEvent(
  event: PaymentEvent,
  invoice: string | null,
  trx: Db,
  deps: ApplyDeps,
): Promise<Outcome> {
  const orders = allOrders(trx);
  if (event.kind === "refunded" || event.kind === "dispute") {
    let order = await orders.lock("payment_ref", event.paymentRef);
    if (!order) {
      order = invoice === null ? undefined : await orders.lock("invoice_ref", invoice);
      if (!order) return "later";
      await trx
        .updateTable("payment_order")
        .set({ payment_ref: event.paymentRef })
        .where("id", "=", order.id)
        .execute();
    }
    if (event.kind === "refunded" && event.currency !== order.currency)
      return { problem: `refunded in ${event.currency}, paid in ${order.currency}` };
    const next: OrderRow =
      event.kind === "refunded"
        ? { ...order, refunded_cents: Math.max(order.refunded_cents, event.refundedCents) }
        : // A dispute that was decided is not opened again by an event that comes late.
          { ...order, dispute: event.state === "open" ? (order.dispute ?? "open") : event.state };
    await trx
      .updateTable("payment_order")
      .set({ refunded_cents: next.refunded_cents, dispute: next.dispute })
      .where("id", "=", order.id)
      .execute();
    await balanceOrder(next, trx, deps);
    return "done";
  }

  const order = await orders.lock("id", event.orderId);
  if (!order) return { problem: "no such order" };
  switch (event.kind) {
    case "paid": {
      if (order.checkout_ref !== null && order.checkout_ref !== event.checkoutRef)
        return { problem: "another checkout than that of the order" };
      const refs = { checkout_ref: event.checkoutRef, payment_ref: event.paymentRef, plan_id: event.planId };
      const outcome = await settle(order, event, refs, trx, deps);
      if (outcome === "done" && event.planId !== null) {
        await lockPlan(event.planId, order, event.at, trx);
        await trx
          .updateTable("payment_plan")
          .set({ is_paid: true })
          .where("id", "=", event.planId)
          .where("status", "<>", "ended")
          .execute();
        await applyLevel(order.user_id, trx);
      }
      if (event.customerId && outcome === "done" && (await personOf(order.user_id, trx)))
        await trx
          .insertInto("payment_customer")
          .values({
            user_id: order.user_id,
            provider: order.provider,
            customer_id: event.customerId,
            card_ending: null,
          })
          .onConflict((conflict) =>
            conflict.column("user_id").doUpdateSet({ provider: order.provider, customer_id: event.customerId ?? "" }),
          )
          .execute();
      return outcome;
    }
    case "failed":
    case "expired":
      if (order.status === "open")
        await trx.updateTable("payment_order").set({ status: event.kind }).where("id", "=", order.id).execute();
      return "done";
    case "invoicePaid":
      return applyInvoice(event, order, trx, deps);
    case "invoiceFailed":
    case "planChanged":
    case "planEnded": {
      const plan = await lockPlan(event.planId, order, event.at, trx);
      if (plan.user_id !== order.user_id) return { problem: "the plan is somebody else's" };
      const at = new Date(event.at);
      if (plan.status === "ended" || at < plan.changed_at) return "done";
      if (event.kind === "planChanged") {
        if (!(await itemOf(event.itemId, trx))?.level) return { problem: `no plan ${event.itemId}` };
        await trx
          .updateTable("payment_plan")
          .set({
            status: event.status,
            cancels_at_end: event.cancelsAtEnd,
            next_item_id: event.itemId === plan.item_id ? null : event.itemId,
            ...(plan.period_end === null && event.periodEnd !== null && { period_end: new Date(event.periodEnd) }),
            changed_at: at,
          })
          .where("id", "=", plan.id)
          .execute();
      } else {
        await trx
          .updateTable("payment_plan")
          .set({ status: event.kind === "planEnded" ? "ended" : "pastDue", changed_at: at })
          .where("id", "=", plan.id)
          .execute();
      }
      await applyLevel(order.user_id, trx);
      return "done";
    }
  }
}
