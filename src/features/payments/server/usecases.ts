import type { License } from "#src/features/account/contract.ts";
import { hasLevelLimits, lockAccount, personOf } from "#src/features/account/server/usecases.ts";
import { badRequest, conflict, notFound, notSignedIn, ProductError } from "#src/kit/errors.ts";
import { dayMs } from "#src/kit/time/dates.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { PageQuery } from "#src/platform/database/paged.ts";
import type { Session } from "#src/platform/http/session.ts";
import type { Db } from "#src/platform/tables.ts";
import type { Offers, Order, OwnPlan, Price, TypedCard } from "../contract.ts";
import { couponCode, discountCents, isCardNumber } from "../rules.ts";
import { receive, takeEvent } from "./events.ts";
import { declinedEnding, type LocalProvider, localCustomer, monthAfter } from "./local.ts";
import type { Coupon, PaymentProvider } from "./provider.ts";
import {
  allOrders,
  type Checkout,
  expireOrder,
  firstOrderOf,
  itemOf,
  type ItemRow,
  offeredItems,
  oneAtATime,
  orderOf,
  type OrderRow,
  ordersOf,
  planOf,
} from "./repository.ts";

declare module "#src/platform/deps.ts" {
  interface Deps {
    /** Null where this installation sells nothing. */
    payments: PaymentProvider | LocalProvider | null;
  }
}

export type PaymentDeps = Pick<Deps, "config" | "db" | "newId" | "now" | "payments" | "throttle" | "log">;

/** Tries at a coupon code in an hour: nobody types more, and none can be guessed with so few. */
const couponTries = { name: "payments.coupon", points: 20, seconds: 3600, isShared: true };
/** Checkouts that a person may begin in an hour. */
const checkouts = { name: "payments.checkout", points: 30, seconds: 3600, isShared: true };
/** Changes of a plan in a day. */
const planChanges = { name: "payments.plan", points: 10, seconds: 86_400, isShared: true };

const refused = (code: string, message: string, status = 409): ProductError =>
  new ProductError(code, { status, message });

function requireProvider(deps: Pick<Deps, "payments">): PaymentProvider {
  if (!deps.payments) throw notFound("This installation sells no coins");
  return deps.payments;
}

const isLocal = (provider: PaymentProvider | null): provider is LocalProvider => provider?.name === "local";

/** Packs, plans, and what the person has of them. */
export async function offersOf(userId: string, deps: PaymentDeps): Promise<Offers> {
  const own = ordersOf(userId, deps.db);
  const [items, plan, customer] = await Promise.all([offeredItems(deps.db), own.plan(), own.customer()]);
  const isSold = deps.payments !== null;
  return {
    provider: deps.payments?.name ?? null,
    isTest: deps.payments?.isTest ?? false,
    taxPercent: deps.config.taxPercent,
    packs: isSold
      ? items.flatMap((item) =>
          item.kind === "pack" && item.price_cents !== null
            ? {
                id: item.id,
                coins: item.coins,
                priceCents: item.price_cents,
                currency: item.currency,
                isRecommended: item.is_recommended,
              }
            : [],
        )
      : [],
    plans: isSold
      ? items.flatMap(({ id, level, coins, price_cents: priceCents, currency }) =>
          level === null ? [] : { id, level, coins, priceCents, currency },
        )
      : [],
    welcomeCoins: deps.config.welcomeCoins,
    hasLevelLimits: hasLevelLimits(deps.config),
    ownPlan: plan ? planOf(plan) : null,
    cardEnding: customer?.card_ending ?? null,
    hasPortal: customer !== undefined && customer.provider === deps.payments?.name,
  };
}

/** Something that can be paid for. */
type PricedItem = ItemRow & { price_cents: number };

/** @throws ProductError 404 for what is not sold, 400 for a price on request */
async function requireItem(id: string, deps: PaymentDeps): Promise<PricedItem> {
  const item = await itemOf(id, deps.db);
  if (!item?.is_offered) throw notFound("There is no such pack or plan");
  const { price_cents } = item;
  if (price_cents === null) throw badRequest("This plan has a price on request");
  return { ...item, price_cents };
}

/**
 * A coupon that the person can use for a price.
 * @throws ProductError with one of the six messages of the specification
 */
async function requireCoupon(typed: string, item: PricedItem, userId: string, deps: PaymentDeps): Promise<Coupon> {
  const code = couponCode(typed);
  if (code === null) throw refused("payments.couponNamedWrong", "A coupon code has letters and figures only", 400);
  const coupon = await requireProvider(deps).findCoupon(code);
  if (!coupon || (coupon.currency !== null && coupon.currency !== item.currency))
    throw refused("payments.couponDoesNotExist", "There is no such coupon", 404);
  if (coupon.expiresAt !== null && coupon.expiresAt <= deps.now())
    throw refused("payments.couponExpired", "This coupon has expired");
  if (coupon.mostUses !== null && coupon.uses >= coupon.mostUses)
    throw refused("payments.couponUsageAchieved", "This coupon is used up");
  if (!coupon.isActive) throw refused("payments.couponExpired", "This coupon has ended");
  if (coupon.firstPurchaseOnly && (await ordersOf(userId, deps.db).hasPaid()))
    throw refused("payments.couponNotFirstTime", "This coupon only works on a first purchase");
  if (item.price_cents < coupon.leastCents)
    throw refused("payments.couponAmountPriceTooLow", "The price is too low for this coupon");
  return coupon;
}

function priceOf(item: PricedItem, coupon: Coupon | null): Price {
  const off = coupon ? discountCents(coupon, item.price_cents) : 0;
  return {
    item: item.id,
    coupon: coupon?.code ?? null,
    percentOff: coupon?.percentOff ?? null,
    priceCents: item.price_cents,
    discountCents: off,
    totalCents: item.price_cents - off,
    currency: item.currency,
  };
}

/**
 * What an item costs with a coupon. Nothing is used up yet.
 * @throws ProductError with one of the six coupon messages, 404, 429
 */
export async function applyCoupon(
  input: { code: string; item: string },
  session: Session,
  deps: PaymentDeps,
): Promise<Price> {
  requireProvider(deps);
  await deps.throttle.take(couponTries, session.userId);
  const item = await requireItem(input.item, deps);
  return priceOf(item, await requireCoupon(input.code, item, session.userId, deps));
}

const levelNames: Readonly<Record<License, string>> = {
  justRegistered: "Free",
  starter: "Starter",
  visionary: "Visionary",
  individual: "Individual",
  enterprise: "Enterprise",
};

/** Name of an item on the pages and invoices of the provider. */
const nameOf = (item: ItemRow, language: "en" | "de"): string => {
  const coins = new Intl.NumberFormat(language).format(item.coins);
  const words = language === "de" ? `${coins} Coins` : `${coins} coins`;
  return item.level === null
    ? `Pioneer: ${words}`
    : `Pioneer ${levelNames[item.level]}: ${words} ${language === "de" ? "im Monat" : "a month"}`;
};

/**
 * Begins a purchase.
 * @returns address of the page where it is paid
 * @throws ProductError 404, 409 `payments.planExists` for a second plan, the coupon messages, 502 `payments.error`
 */
export async function startCheckout(
  input: { item: string; coupon?: string | undefined },
  session: Session,
  deps: PaymentDeps,
): Promise<{ url: string; orderId: string }> {
  const provider = requireProvider(deps);
  await deps.throttle.take(checkouts, session.userId);
  const { userId } = session;
  const item = await requireItem(input.item, deps);
  const own = ordersOf(userId, deps.db);
  if (item.kind === "plan" && (await own.plan()))
    throw conflict("payments.planExists", "You have a plan; change it instead of buying a second one");
  const coupon = input.coupon === undefined ? null : await requireCoupon(input.coupon, item, userId, deps);
  const person = await personOf(userId, deps.db);
  if (!person) throw notSignedIn();
  const price = priceOf(item, coupon);
  const begun = await insertOrder(item, price, userId, provider, deps);
  const { id } = begun;
  const customer = await own.customer();
  const language = person.language ?? "en";
  const page = (path: string): string => new URL(path, deps.config.appUrl).href;
  const { url, checkoutRef, totalCents } = await provider.openCheckout({
    id,
    userId,
    kind: item.kind,
    itemId: item.id,
    name: nameOf(item, language),
    priceCents: item.price_cents,
    currency: item.currency,
    coupon,
    email: person.email,
    language,
    customerId: customer?.provider === provider.name ? customer.customer_id : null,
    paidUrl: page(`/settings/coins?order=${id}`),
    leftUrl: page("/settings/coins"),
  });
  const isCouponRight = totalCents <= price.priceCents;
  const { numUpdatedRows } = await deps.db
    .updateTable("payment_order")
    .set({
      checkout_ref: checkoutRef,
      ...(isCouponRight && { total_cents: totalCents, discount_cents: price.priceCents - totalCents }),
    })
    .where("id", "=", id)
    // An event may have been quicker, or a checkout that was begun later.
    .where("status", "=", "open")
    .executeTakeFirst();
  if (numUpdatedRows === 0n && (await own.find(id))?.status === "expired")
    await close({ id, checkout_ref: checkoutRef, provider: provider.name }, provider, deps);
  // Of several that are open, each could use a coupon for a first purchase, or bring a plan of its own.
  for (const older of await own.openBefore(begun)) await close(older, provider, deps);
  return { url, orderId: id };
}

/** Keeps an open order. Those of one person come one after the other, so that the later one knows the earlier one. */
function insertOrder(
  item: PricedItem,
  price: Price,
  userId: string,
  provider: PaymentProvider,
  deps: PaymentDeps,
): Promise<Pick<OrderRow, "id" | "created_at">> {
  return deps.db.transaction().execute(async (trx) => {
    await oneAtATime(userId, trx);
    const begun = { id: deps.newId(), created_at: deps.now() };
    await trx
      .insertInto("payment_order")
      .values({
        ...begun,
        user_id: userId,
        provider: provider.name,
        item_id: item.id,
        kind: item.kind,
        coins: item.coins,
        level: item.level,
        coupon: price.coupon,
        price_cents: price.priceCents,
        discount_cents: price.discountCents,
        total_cents: price.totalCents,
        currency: price.currency,
        checkout_ref: null,
        invoice_ref: null,
        payment_ref: null,
        plan_id: null,
        receipt: null,
        dispute: null,
        paid_at: null,
      })
      .execute();
    return begun;
  });
}

/** Ends a checkout, or takes its payment where somebody was quicker. */
async function close(order: Checkout, provider: PaymentProvider, deps: PaymentDeps): Promise<void> {
  const state =
    order.checkout_ref === null || order.provider !== provider.name
      ? "expired"
      : await provider.closeCheckout(order.checkout_ref).catch(() => "open" as const);
  if (typeof state === "object") await receive(state, provider, deps);
  else if (state === "expired") await expireOrder(order.id, deps.db);
}

/** @throws ProductError 404 `payments.portalUserNotFound` for somebody who never bought anything */
export async function openPortal(session: Session, deps: PaymentDeps): Promise<{ url: string }> {
  const provider = requireProvider(deps);
  const [customer, person] = await Promise.all([
    ordersOf(session.userId, deps.db).customer(),
    personOf(session.userId, deps.db),
  ]);
  const url =
    customer?.provider === provider.name
      ? await provider.openPortal(
          customer.customer_id,
          new URL("/settings/coins", deps.config.appUrl).href,
          person?.language ?? "en",
        )
      : null;
  if (url === null) throw notFoundCustomer();
  return { url };
}

const notFoundCustomer = (): ProductError =>
  refused("payments.portalUserNotFound", "The customer portal opens after the first purchase", 404);

export const listOrders = (userId: string, query: PageQuery, db: Db) => ordersOf(userId, db).list(query);

/** Days until a purchase counts as kept: most refunds and disputes of cards come earlier. */
const keptDays = 14;

/** Whether a person paid money for something and has not got it back since. */
export async function hasKeptPurchase(userId: string, now: Date, db: Db): Promise<boolean> {
  const row = await db
    .selectFrom("payment_order")
    .select("id")
    .where("user_id", "=", userId)
    .where("status", "=", "paid")
    .where("total_cents", ">", 0)
    .where("refunded_cents", "=", 0)
    .where((where) => where.or([where("dispute", "is", null), where("dispute", "=", "won")]))
    .where("paid_at", "<", new Date(now.getTime() - keptDays * dayMs))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** @throws ProductError 404 */
export async function getOrder(id: string, userId: string, db: Db): Promise<Order> {
  const row = await ordersOf(userId, db).find(id);
  if (!row) throw notFound("Order not found");
  return orderOf(row);
}

const field = (path: string, message: string, messageKey: string) => ({ path, message, messageKey });

/** End of a card's month; null for what is no month. */
function cardEnd(typed: string): Date | null {
  const [, month = "", year = ""] = /^\s*(0?[1-9]|1[0-2])\s*[/.-]\s*(?:20)?(\d\d)\s*$/.exec(typed) ?? [];
  return month === "" ? null : new Date(Date.UTC(2000 + Number(year), Number(month), 1));
}

/** The last four digits of a made-up card. @throws ProductError 400 with the fields that are not right */
function requireCard(card: TypedCard, now: Date): string {
  const digits = card.cardNumber.replaceAll(/[\s-]/g, "");
  const end = cardEnd(card.validUntil);
  const isNumber = isCardNumber(digits) || (/^\d{16}$/.test(digits) && digits.endsWith(declinedEnding));
  const wrong = [
    ...(isNumber ? [] : [field("cardNumber", "must be a card number", "validation.cardNumber")]),
    ...(end === null
      ? [field("validUntil", "must be a month and a year", "validation.cardMonth")]
      : end <= now
        ? [field("validUntil", "has passed", "validation.cardPassed")]
        : []),
    ...(/^\d{3,4}$/.test(card.securityCode.trim())
      ? []
      : [field("securityCode", "must be three or four digits", "validation.securityCode")]),
  ];
  if (wrong.length > 0) throw badRequest("Some fields are not right", wrong);
  return digits.slice(-4);
}

/**
 * Pays an order of the test payments. Its coupon is used up in the same transaction: of several who use the last one at
 * once, one does.
 * @throws ProductError 404, 402 `payments.error` for a declined card, 409 `payments.couponUsageAchieved`
 */
export async function payLocally(
  { id, ...card }: TypedCard & { id: string },
  session: Session,
  deps: PaymentDeps,
): Promise<Order> {
  const provider = deps.payments;
  if (!isLocal(provider)) throw notFound();
  await deps.throttle.take(checkouts, session.userId);
  const ending = requireCard(card, deps.now());
  const { userId } = session;
  const row = await deps.db.transaction().execute(async (trx) => {
    if (!(await lockAccount(userId, trx))) throw notSignedIn();
    await oneAtATime(userId, trx);
    const own = ordersOf(userId, trx);
    if (!(await own.find(id))) throw notFound("Order not found");
    const order = await allOrders(trx).lock("id", id);
    if (!order || order.provider !== "local") throw notFound("Order not found");
    if (order.status === "paid") return order;
    if (order.status !== "open") throw refused("payments.orderClosed", "This order has expired; start again");
    if (ending === declinedEnding) throw refused("payments.error", "The card was declined", 402);
    if (order.kind === "plan" && (await own.plan()))
      throw conflict("payments.planExists", "You have a plan; change it instead of buying a second one");
    if (order.coupon !== null) {
      const coupon = await trx
        .selectFrom("coupon")
        .select(["uses", "most_uses", "first_purchase_only", "is_active", "expires_at"])
        .where("code", "=", order.coupon)
        .forUpdate()
        .executeTakeFirst();
      if (!coupon || (coupon.most_uses !== null && coupon.uses >= coupon.most_uses))
        throw refused("payments.couponUsageAchieved", "This coupon is used up");
      if (!coupon.is_active || (coupon.expires_at !== null && coupon.expires_at <= deps.now()))
        throw refused("payments.couponExpired", "This coupon has expired");
      if (coupon.first_purchase_only && (await own.hasPaid()))
        throw refused("payments.couponNotFirstTime", "This coupon only works on a first purchase");
      await trx
        .updateTable("coupon")
        .set({ uses: coupon.uses + 1 })
        .where("code", "=", order.coupon)
        .execute();
    }
    const planId = order.kind === "plan" ? `sub_local_${order.id}` : null;
    const paid = await provider.paid({
      orderId: order.id,
      userId,
      itemId: order.item_id,
      checkoutRef: order.checkout_ref ?? `cs_local_${order.id}`,
      totalCents: order.total_cents,
      currency: order.currency,
      planId,
    });
    await takeEvent(paid, provider, trx, deps);
    if (planId !== null) {
      const invoice = await provider.invoicePaid({
        orderId: order.id,
        planId,
        itemId: order.item_id,
        reason: "subscription_create",
        totalCents: order.total_cents,
        currency: order.currency,
        periodEnd: monthAfter(deps.now()),
      });
      await takeEvent(invoice, provider, trx, deps);
    }
    await trx
      .insertInto("payment_customer")
      .values({ user_id: userId, provider: "local", customer_id: localCustomer(userId), card_ending: ending })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ card_ending: ending }))
      .execute();
    return own.find(id);
  });
  if (!row) throw notFound("Order not found");
  return orderOf(row);
}

/**
 * Changes, cancels or resumes a plan.
 * @throws ProductError 404 without a plan or for a plan that is not sold, 402 for a payment that was declined
 */
export async function changePlan(
  input: { item: string } | { cancel: true } | { resume: true },
  session: Session,
  deps: PaymentDeps,
): Promise<OwnPlan | null> {
  const provider = requireProvider(deps);
  // Nobody is kept from cancelling.
  if (!("cancel" in input)) await deps.throttle.take(planChanges, session.userId);
  const { userId } = session;
  const own = ordersOf(userId, deps.db);
  const plan = await own.plan();
  if (!plan || plan.provider !== provider.name) throw notFound("You have no plan");

  if (!("item" in input)) {
    const cancels = "cancel" in input;
    await provider.setCancels(plan.id, cancels);
    await deps.db
      .updateTable("payment_plan")
      .set({ cancels_at_end: cancels })
      .where("id", "=", plan.id)
      .where("status", "<>", "ended")
      .execute();
  } else {
    const [to, from] = await Promise.all([requireItem(input.item, deps), itemOf(plan.item_id, deps.db)]);
    if (to.level === null) throw notFound("There is no such plan");
    const first = await firstOrderOf(plan.id, deps.db);
    const isUpgrade = to.price_cents > (from?.price_cents ?? 0);
    const person = await personOf(userId, deps.db);
    await provider.switchPlan(plan.id, {
      itemId: to.id,
      name: nameOf(to, person?.language ?? "en"),
      priceCents: to.price_cents,
      currency: to.currency,
      isUpgrade,
      orderId: first.id,
    });
    await deps.db.transaction().execute(async (trx) => {
      if (!(await lockAccount(userId, trx))) throw notSignedIn();
      await oneAtATime(userId, trx);
      const row = await trx
        .selectFrom("payment_plan")
        .selectAll()
        .where("id", "=", plan.id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      // The event of the change was quicker.
      if (row.item_id === to.id && plan.item_id !== to.id && row.status !== "ended") return;
      if (row.item_id !== plan.item_id || row.status === "ended")
        throw conflict("payments.planChanged", "The plan was changed meanwhile");
      if (isLocal(provider) && isUpgrade) {
        const invoice = await provider.invoicePaid({
          orderId: first.id,
          planId: plan.id,
          itemId: to.id,
          reason: "subscription_update",
          totalCents: upgradeCents(to.price_cents, from?.price_cents ?? 0, row.period_end, deps.now()),
          currency: to.currency,
          periodEnd: monthAfter(deps.now()),
        });
        await takeEvent(invoice, provider, trx, deps);
        await trx.updateTable("payment_plan").set({ cancels_at_end: false }).where("id", "=", plan.id).execute();
        return;
      }
      // A dearer plan begins with its payment, of which an event tells.
      await trx
        .updateTable("payment_plan")
        .set({ ...(!isUpgrade && { next_item_id: to.id === row.item_id ? null : to.id }), cancels_at_end: false })
        .where("id", "=", plan.id)
        .execute();
    });
  }
  const now = await own.plan();
  return now ? planOf(now) : null;
}

/** Milliseconds that a month of a plan is reckoned with. */
const monthMs = 30 * 86_400_000;

/** Price of a dearer plan from now on, less what is left of the month that was paid for; never more than its price. */
export function upgradeCents(priceCents: number, oldCents: number, periodEnd: Date | null, now: Date): number {
  const left = periodEnd === null ? 0 : Math.min(1, Math.max(0, (periodEnd.getTime() - now.getTime()) / monthMs));
  return Math.max(0, priceCents - Math.floor(oldCents * left));
}

/**
 * Takes an event of the provider, in its own words and with its signature.
 * @throws ProductError 404 where nothing is sold, 400 for a signature that is not right
 */
export async function receiveEvent(
  body: string,
  signature: string | null,
  deps: PaymentDeps,
): Promise<{ received: true }> {
  const provider = requireProvider(deps);
  const event = await provider.readEvent(body, signature);
  if (event) await receive(event, provider, deps);
  return { received: true };
}
