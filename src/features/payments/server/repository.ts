import { type Selectable, sql } from "kysely";
import type { License } from "#src/features/account/contract.ts";
import { olderThan, pagedByTime, type PageQuery } from "#src/platform/database/paged.ts";
import type { Db } from "#src/platform/tables.ts";
import type { Order, OrderStatus, OwnPlan } from "../contract.ts";
import { coinsDueBack } from "../rules.ts";
import type { PaymentTables } from "./table.ts";

export type OrderRow = Selectable<PaymentTables["payment_order"]>;
export type Checkout = Pick<OrderRow, "id" | "checkout_ref" | "provider">;
export type PlanRow = Selectable<PaymentTables["payment_plan"]>;
export type ItemRow = Selectable<PaymentTables["payment_item"]>;

/** What became of an order, in one word. */
function statusOf(row: OrderRow): OrderStatus {
  if (row.status !== "paid") return row.status;
  if (row.dispute === "open" || row.dispute === "lost") return "disputed";
  return row.total_cents > 0 && row.refunded_cents >= row.total_cents ? "refunded" : "paid";
}

/** Coins that an order must have given back by now. */
export const dueBack = (row: OrderRow): number =>
  row.status === "paid"
    ? coinsDueBack({
        coins: row.coins,
        totalCents: row.total_cents,
        refundedCents: row.refunded_cents,
        isDisputed: row.dispute === "open" || row.dispute === "lost",
      })
    : 0;

export const orderOf = (row: OrderRow): Order => ({
  id: row.id,
  item: row.item_id,
  kind: row.kind,
  coins: row.coins,
  level: row.level,
  coupon: row.coupon,
  priceCents: row.price_cents,
  discountCents: row.discount_cents,
  totalCents: row.total_cents,
  refundedCents: row.refunded_cents,
  currency: row.currency,
  status: statusOf(row),
  receipt: row.receipt,
  dateCreated: row.created_at.toISOString(),
  datePaid: row.paid_at?.toISOString() ?? null,
});

/** What is sold, in the order of the page. */
export const offeredItems = (db: Db): Promise<ItemRow[]> =>
  db
    .selectFrom("payment_item")
    .selectAll()
    .where(sql<boolean>`is_offered`)
    .orderBy("place")
    .orderBy("id")
    .execute();

export const itemOf = (id: string, db: Db): Promise<ItemRow | undefined> =>
  db.selectFrom("payment_item").selectAll().where("id", "=", id).executeTakeFirst();

/** The purchases of one person: every query is bound to the buyer. */
export const ordersOf = (userId: string, db: Db) => ({
  find: (id: string): Promise<OrderRow | undefined> =>
    db.selectFrom("payment_order").selectAll().where("id", "=", id).where("user_id", "=", userId).executeTakeFirst(),

  async list(query: PageQuery): Promise<{ orders: Order[]; nextCursor?: string }> {
    const { rows, ...more } = await pagedByTime(
      query,
      (after, take) => {
        let rows = db.selectFrom("payment_order").selectAll().where("user_id", "=", userId);
        // What was never paid is no purchase.
        rows = rows.where("status", "=", "paid");
        if (after) rows = rows.where(olderThan("created_at", "id", after));
        return rows.orderBy("created_at", "desc").orderBy("id", "desc").limit(take).execute();
      },
      (last) => [last.created_at.toISOString(), last.id],
    );
    return { orders: rows.map(orderOf), ...more };
  },

  /** Checkouts that are open and were begun before another one. */
  openBefore: ({ id, created_at }: Pick<OrderRow, "id" | "created_at">): Promise<Checkout[]> =>
    db
      .selectFrom("payment_order")
      .select(["id", "checkout_ref", "provider"])
      .where("user_id", "=", userId)
      .where("status", "=", "open")
      .where(olderThan("created_at", "id", [created_at.toISOString(), id]))
      .execute(),

  /** Whether the person ever paid for something. */
  async hasPaid(): Promise<boolean> {
    const row = await db
      .selectFrom("payment_order")
      .select("id")
      .where("user_id", "=", userId)
      .where("status", "=", "paid")
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },

  customer: () => db.selectFrom("payment_customer").selectAll().where("user_id", "=", userId).executeTakeFirst(),

  /** The plan that is running; the newest if two overlap. */
  plan: (): Promise<(PlanRow & { level: License | null }) | undefined> =>
    db
      .selectFrom("payment_plan")
      .innerJoin("payment_item", "payment_item.id", "payment_plan.item_id")
      .selectAll("payment_plan")
      .select("payment_item.level")
      .where("payment_plan.user_id", "=", userId)
      .where("payment_plan.status", "<>", "ended")
      .where(sql<boolean>`payment_plan.is_paid`)
      .orderBy("payment_plan.changed_at", "desc")
      .limit(1)
      .executeTakeFirst(),
});

export const planOf = (row: PlanRow & { level: License | null }): OwnPlan => ({
  item: row.item_id,
  level: row.level ?? "justRegistered",
  nextItem: row.next_item_id,
  status: row.status === "pastDue" ? "pastDue" : "active",
  periodEnd: row.period_end?.toISOString() ?? null,
  cancelsAtEnd: row.cancels_at_end,
});

/** The order with which a plan began. */
export const firstOrderOf = (planId: string, db: Db): Promise<Pick<OrderRow, "id">> =>
  db
    .selectFrom("payment_order")
    .select("id")
    .where("plan_id", "=", planId)
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirstOrThrow();

/** Ends an order that nobody paid. */
export const expireOrder = (id: string, db: Db) =>
  db
    .updateTable("payment_order")
    .set({ status: "expired" })
    .where("id", "=", id)
    .where("status", "=", "open")
    .execute();

/**
 * Lets one purchase or change of a plan of a person go on at a time, until the end of the transaction: two that are
 * paid at once must not both be the first.
 */
export const oneAtATime = (userId: string, trx: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`payments:${userId}`}, 0))`.execute(trx);

/** Purchases of everybody, for events and clean-up; inside a transaction, each row locked. */
export const allOrders = (trx: Db) => ({
  lock: (by: "id" | "payment_ref" | "invoice_ref", value: string): Promise<OrderRow | undefined> =>
    trx.selectFrom("payment_order").selectAll().where(by, "=", value).forUpdate().executeTakeFirst(),

  /** The next number of a receipt, without gaps in a year: it is given in the transaction that uses it. */
  async nextReceipt(at: Date): Promise<string> {
    const year = at.getUTCFullYear();
    const { last } = await trx
      .insertInto("payment_receipt_counter")
      .values({ year, last: 1 })
      .onConflict((conflict) =>
        conflict.column("year").doUpdateSet({ last: sql<number>`payment_receipt_counter.last + 1` }),
      )
      .returning("last")
      .executeTakeFirstOrThrow();
    return `${year}-${String(last).padStart(4, "0")}`;
  },
});
