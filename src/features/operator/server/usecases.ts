import { sql } from "kysely";
import { lockAccount, setLevel } from "#src/features/account/server/usecases.ts";
import { grantCoins, takeBackCoins } from "#src/features/coins/server/usecases.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { setOffered, switchedOff } from "#src/features/workflows/server/switches.ts";
import { badRequest, conflict, forbidden, notFound } from "#src/kit/errors.ts";
import { dayMs } from "#src/kit/time/dates.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Session } from "#src/platform/http/session.ts";
import type { Db } from "#src/platform/tables.ts";
import type { AuditAction, PersonChange, SoldCoupon, SoldItem, WorkflowSwitch } from "../contract.ts";
import { countRuns, movedBy, removeSessions, setDisabled, setOperator } from "./repository.ts";

export type OperatorDeps = Pick<Deps, "db" | "newId" | "now">;

/** Who acts: an operator by the id, or whoever sits at the terminal of the machine (null). */
export type Operator = string | null;

/**
 * Refuses everybody but operators. The role is read from the database each time: whoever loses it is out at once.
 * @throws ProductError 403
 */
export async function requireOperator(session: Session, { db }: Pick<Deps, "db">): Promise<string> {
  const row = await db.selectFrom("user").select("roles").where("id", "=", session.userId).executeTakeFirst();
  if (!row?.roles.includes("operator")) throw forbidden("This is for operators");
  return session.userId;
}

interface Act {
  action: AuditAction;
  subject: string;
  details?: string;
  reason?: string | undefined;
}

/** Notes what an operator does, in the transaction that does it. */
async function record(operator: Operator, act: Act, trx: Db, deps: OperatorDeps): Promise<void> {
  await trx
    .insertInto("operator_audit")
    .values({
      id: deps.newId(),
      operator_id: operator,
      is_terminal: operator === null,
      action: act.action,
      subject: act.subject.slice(0, 200),
      details: (act.details ?? "").slice(0, 200),
      reason: act.reason ?? "",
      created_at: deps.now(),
    })
    .execute();
}

/**
 * What must hold before somebody loses the role or is kept out: nobody does it to themselves, and somebody stays in
 * charge. The caller lets one change of people happen at a time, so that two do not take the last role from each other.
 * @throws ProductError 409 `operator.self`, `operator.last`
 */
async function requireSuccessor(
  operator: Operator,
  { id, isDisabled, isOperator }: PersonChange,
  trx: Db,
): Promise<void> {
  if (isDisabled !== true && isOperator !== false) return;
  const operators = await trx
    .selectFrom("user")
    .select("id")
    .where(sql<boolean>`'operator' = any(roles)`)
    .where("disabled_at", "is", null)
    .execute();
  if (operators.length === 1 && operators[0]?.id === id)
    throw conflict("operator.last", "Somebody has to stay in charge");
  if (isDisabled === true && operator === id) throw conflict("operator.self", "Nobody disables their own account");
}

/**
 * Disables a person or lets them in again, ends their sessions, gives a level or takes it back (`justRegistered`),
 * changes the role. A given level is the least that the person has until it is taken back; a higher one that is paid
 * for counts. Each change is an act of its own in the audit log.
 * @throws ProductError 404, 400 without a change, 409 `operator.self` or `operator.last`
 */
export async function changePerson(operator: Operator, change: PersonChange, deps: OperatorDeps): Promise<void> {
  const { id, isDisabled, endSessions, level, isOperator, reason } = change;
  await deps.db.transaction().execute(async (trx) => {
    // One change of people at a time: operators who act on each other wait for each other in no other order.
    await sql`select pg_advisory_xact_lock(hashtextextended('operators', 0))`.execute(trx);
    await requireSuccessor(operator, change, trx);
    if (!(await lockAccount(id, trx))) throw notFound("Person not found");
    const acts: Pick<Act, "action" | "details">[] = [];
    if (isDisabled !== undefined) {
      await setDisabled(id, isDisabled, deps.now(), trx);
      acts.push({ action: isDisabled ? "disable" : "enable" });
    }
    if (isOperator !== undefined) {
      await setOperator(id, isOperator, trx);
      acts.push({ action: isOperator ? "grantRole" : "revokeRole" });
    }
    if (level !== undefined) {
      await setLevel(id, { granted: level === "justRegistered" ? null : level }, trx);
      acts.push({ action: "setLevel", details: level });
    }
    if (endSessions || isDisabled === true) {
      await removeSessions(id, trx);
      if (endSessions) acts.push({ action: "endSessions" });
    }
    if (acts.length === 0) throw badRequest("Nothing to change");
    for (const act of acts) await record(operator, { ...act, subject: id, reason }, trx, deps);
  });
}

/**
 * Gives coins, or takes as many as are free to spend. The same key again changes nothing and answers the same.
 * @returns coins that moved, signed
 * @throws ProductError 404, 409 `idempotency.mismatch` for a key that moved coins of somebody else or the other way
 */
export async function adjustCoins(
  operator: Operator,
  { userId, coins, reason, key: requestKey }: { userId: string; coins: number; reason: string; key: string },
  deps: OperatorDeps,
): Promise<number> {
  const key = `operator:${requestKey}`;
  return deps.db.transaction().execute(async (trx) => {
    if (!(await lockAccount(userId, trx))) throw notFound("Person not found");
    const posting = { key, reason: "adjustment" as const, owner: userId, note: reason };
    const moved =
      coins > 0
        ? (await grantCoins(trx, { ...posting, coins }, deps.newId))
          ? coins
          : 0
        : -(await takeBackCoins(trx, { ...posting, coins: -coins }, deps.newId));
    if (moved === 0) {
      const before = await movedBy(key, trx);
      if (before && (before.owner !== userId || Math.sign(before.amount) !== Math.sign(coins)))
        throw conflict("idempotency.mismatch", "This key belongs to another act");
      return before?.amount ?? 0;
    }
    const action = moved > 0 ? "giveCoins" : "takeCoins";
    await record(operator, { action, subject: userId, details: String(Math.abs(moved)), reason }, trx, deps);
    return moved;
  });
}

const priceText = (cents: number | null, currency: string): string =>
  cents === null ? "–" : `${(cents / 100).toFixed(2)} ${currency}`;

/**
 * Makes or changes a pack or plan. What people pay for stays as it is while they do.
 * @throws ProductError 400 for one that could not be sold, 409 `operator.kind` or `operator.inUse`
 */
export async function saveItem(operator: Operator, item: SoldItem, deps: OperatorDeps): Promise<void> {
  if ((item.kind === "plan") !== (item.level !== null)) throw badRequest("A plan has a level, a pack has none");
  if (item.kind === "pack" && (item.priceCents === null || item.coins === 0))
    throw badRequest("A pack has coins and a price");
  const values = {
    kind: item.kind,
    coins: item.coins,
    price_cents: item.priceCents,
    currency: item.currency,
    level: item.level,
    is_offered: item.isOffered,
    is_recommended: item.isRecommended,
    place: item.place,
  };
  await deps.db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom("payment_item")
      .select(["kind", "coins", "price_cents", "currency", "level"])
      .where("id", "=", item.id)
      .forUpdate()
      .executeTakeFirst();
    if (known && known.kind !== item.kind) throw conflict("operator.kind", "A pack cannot become a plan");
    const keeps = (["coins", "price_cents", "currency", "level"] as const).every((key) => known?.[key] === values[key]);
    if (known?.kind === "plan" && !keeps) {
      const running = await trx
        .selectFrom("payment_plan")
        .select("item_id")
        .where("item_id", "=", item.id)
        .where("status", "<>", "ended")
        .limit(1)
        .executeTakeFirst();
      if (running) throw conflict("operator.inUse", "People are paying for this plan");
    }
    await trx
      .insertInto("payment_item")
      .values({ id: item.id, ...values })
      .onConflict((conflicting) => conflicting.column("id").doUpdateSet(values))
      .execute();
    const offered = item.isOffered ? "" : " (–)";
    const details = `${item.coins} coins, ${priceText(item.priceCents, item.currency)}${offered}`;
    await record(operator, { action: "saveItem", subject: item.id, details }, trx, deps);
  });
}

/** What is kept of a coupon. @throws ProductError 400 without exactly one discount */
function couponValues(coupon: SoldCoupon) {
  if ((coupon.percentOff === null) === (coupon.centsOff === null))
    throw badRequest("A coupon takes off a share or an amount");
  if ((coupon.centsOff === null) !== (coupon.currency === null)) throw badRequest("An amount has a currency");
  return {
    percent_off: coupon.percentOff,
    cents_off: coupon.centsOff,
    currency: coupon.currency,
    expires_at: coupon.expiresAt === null ? null : new Date(coupon.expiresAt),
    most_uses: coupon.mostUses,
    first_purchase_only: coupon.firstPurchaseOnly,
    least_cents: coupon.leastCents,
    is_active: coupon.isActive,
  };
}

function recordCoupon(operator: Operator, coupon: SoldCoupon, trx: Db, deps: OperatorDeps): Promise<void> {
  const off = coupon.percentOff === null ? priceText(coupon.centsOff, coupon.currency ?? "") : `${coupon.percentOff} %`;
  const details = coupon.mostUses === null ? off : `${off}, ${coupon.mostUses}×`;
  const action = coupon.isActive ? "saveCoupon" : "stopCoupon";
  return record(operator, { action, subject: coupon.code, details }, trx, deps);
}

/**
 * Makes a coupon of the test payments.
 * @throws ProductError 400 without exactly one discount, 409 `operator.couponExists` for a code that is known, also of a
 * coupon that is off
 */
export async function createCoupon(operator: Operator, coupon: SoldCoupon, deps: OperatorDeps): Promise<void> {
  const values = couponValues(coupon);
  await deps.db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto("coupon")
      .values({ code: coupon.code, ...values })
      .onConflict((conflicting) => conflicting.column("code").doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n)
      throw conflict("operator.couponExists", `There is a coupon ${coupon.code} already`);
    await recordCoupon(operator, coupon, trx, deps);
  });
}

/**
 * Changes a coupon of the test payments; what was sold with it stays as it is.
 * @throws ProductError 400 without exactly one discount, 404 for an unknown code, 409 `operator.uses` for a limit below
 * its uses
 */
export async function saveCoupon(operator: Operator, coupon: SoldCoupon, deps: OperatorDeps): Promise<void> {
  const values = couponValues(coupon);
  await deps.db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom("coupon")
      .select("uses")
      .where("code", "=", coupon.code)
      .forUpdate()
      .executeTakeFirst();
    if (!known) throw notFound("Coupon not found");
    if (coupon.mostUses !== null && coupon.mostUses < known.uses)
      throw conflict("operator.uses", `It was used ${known.uses} times already`);
    await trx.updateTable("coupon").set(values).where("code", "=", coupon.code).execute();
    await recordCoupon(operator, coupon, trx, deps);
  });
}

/** Packs, plans and coupons as they are kept. */
export async function readSold(db: Db) {
  const [items, coupons] = await Promise.all([
    db.selectFrom("payment_item").selectAll().orderBy("kind").orderBy("place").orderBy("id").execute(),
    db.selectFrom("coupon").selectAll().orderBy("created_at", "desc").orderBy("code").execute(),
  ]);
  return {
    items: items.map((row): SoldItem => ({
      id: row.id,
      kind: row.kind,
      coins: row.coins,
      priceCents: row.price_cents,
      currency: row.currency,
      level: row.level,
      isOffered: row.is_offered,
      isRecommended: row.is_recommended,
      place: row.place,
    })),
    coupons: coupons.map((row): SoldCoupon & { uses: number } => ({
      code: row.code,
      percentOff: row.percent_off,
      centsOff: row.cents_off,
      currency: row.currency,
      expiresAt: row.expires_at?.toISOString() ?? null,
      mostUses: row.most_uses,
      firstPurchaseOnly: row.first_purchase_only,
      leastCents: row.least_cents,
      isActive: row.is_active,
      uses: row.uses,
    })),
  };
}

/** Puts a mail that failed back into the queue. @throws ProductError 404 for one that did not fail */
export async function retryMail(operator: Operator, id: string, deps: OperatorDeps): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable("mail")
      .set({ state: "queued", attempts: 0, due_at: deps.now(), finished_at: null, lease: null, leased_until: null })
      .where("id", "=", id)
      .where("state", "=", "failed")
      // Links of accounts and invitations are forgotten when their mail fails.
      .where("text_body", "<>", "")
      .returning("kind")
      .executeTakeFirst();
    if (!row) throw notFound("There is no such mail that failed");
    await record(operator, { action: "retryMail", subject: id, details: row.kind }, trx, deps);
  });
}

/** Every workflow that is ready, by name, and whether it is offered. */
export async function listSwitches({ db, now }: Pick<Deps, "db" | "now">): Promise<WorkflowSwitch[]> {
  const [off, runs] = await Promise.all([switchedOff(db), countRuns(new Date(now().getTime() - 30 * dayMs), db)]);
  return cards
    .filter((card) => card.isProductionReady)
    .map(({ workflowName, key }) => ({
      workflow: workflowName,
      key,
      isOffered: !off.has(workflowName),
      runs: runs.get(workflowName) ?? 0,
    }));
}

/** Switches a workflow on or off for everybody. @throws ProductError 404 for none that is ready */
export async function setSwitch(
  operator: Operator,
  { workflow, isOffered, reason }: { workflow: string; isOffered: boolean; reason?: string | undefined },
  deps: OperatorDeps,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    if (!(await setOffered(workflow, isOffered, deps.now(), trx))) throw notFound("Workflow not found");
    await record(operator, { action: isOffered ? "switchOn" : "switchOff", subject: workflow, reason }, trx, deps);
  });
}
