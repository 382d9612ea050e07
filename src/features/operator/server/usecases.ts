import type { License } from "#src/features/account/contract.ts";
import { lockAccount, setLicense } from "#src/features/account/server/usecases.ts";
import { grantCoins, takeBackCoins } from "#src/features/coins/server/usecases.ts";
import { badRequest, conflict, forbidden, notFound } from "#src/kit/errors.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Session } from "#src/platform/http/session.ts";
import type { Db } from "#src/platform/tables.ts";
import type { SoldCoupon, SoldItem } from "../contract.ts";

export type OperatorDeps = Pick<Deps, "db" | "newId" | "now">;

/** Who acts: an operator by the id, or whoever sits at the terminal of the machine (null). */
export type Operator = string | null;

/**
 * Refuses everybody but operators.
 * @throws ProductError 403
 */
export async function requireOperator(session: Session, { db }: Pick<Deps, "db">): Promise<string> {
  const row = await db.selectFrom("user").select("roles").where("id", "=", session.userId).executeTakeFirst();
  if (!row?.roles.includes("operator")) throw forbidden("This is for operators");
  return session.userId;
}

/** Notes what an operator does, in the transaction that does it. */
async function record(
  operator: Operator,
  [action, subject, details]: [action: string, subject: string, details: string],
  trx: Db,
  deps: OperatorDeps,
): Promise<void> {
  await trx
    .insertInto("operator_audit")
    .values({
      id: deps.newId(),
      operator_id: operator,
      action,
      subject: subject.slice(0, 200),
      details: details.slice(0, 1000),
      created_at: deps.now(),
    })
    .execute();
}

export interface PersonChange {
  id: string;
  isDisabled?: boolean | undefined;
  endSessions?: true | undefined;
  level?: License | undefined;
  isOperator?: boolean | undefined;
}

/**
 * Disables a person or lets them in again, ends their sessions, changes level or role.
 * @throws ProductError 404, 409 `operator.last` for what would leave nobody in charge
 */
export async function changePerson(operator: Operator, change: PersonChange, deps: OperatorDeps): Promise<void> {
  const { id, isDisabled, endSessions, level, isOperator } = change;
  await deps.db.transaction().execute(async (trx) => {
    // The rows of all operators, so that two of them do not take the last role from each other.
    const operators = await trx
      .selectFrom("user")
      .select("id")
      .where("roles", "@>", ["operator"] as never)
      .where("disabled_at", "is", null)
      .orderBy("id")
      .forUpdate()
      .execute();
    const isLast = operators.length === 1 && operators[0]?.id === id;
    if (isLast && (isDisabled === true || isOperator === false))
      throw conflict("operator.last", "Somebody has to stay in charge");
    if (!(await lockAccount(id, trx))) throw notFound("Person not found");
    const done: string[] = [];
    if (isDisabled !== undefined) {
      await trx
        .updateTable("user")
        .set({ disabled_at: isDisabled ? deps.now() : null })
        .where("id", "=", id)
        .execute();
      done.push(isDisabled ? "disabled" : "let in again");
    }
    if (isOperator !== undefined) {
      const { roles } = await trx.selectFrom("user").select("roles").where("id", "=", id).executeTakeFirstOrThrow();
      const others = roles.filter((role) => role !== "operator");
      await trx
        .updateTable("user")
        .set({ roles: isOperator ? [...others, "operator"] : others })
        .where("id", "=", id)
        .execute();
      done.push(isOperator ? "made an operator" : "no operator any more");
    }
    if (level !== undefined) {
      await setLicense(id, level, trx);
      done.push(`level ${level}`);
    }
    if (endSessions || isDisabled === true) {
      await trx.deleteFrom("session").where("user_id", "=", id).execute();
      done.push("sessions ended");
    }
    if (done.length === 0) throw badRequest("Nothing to change");
    await record(operator, ["changePerson", id, done.join(", ")], trx, deps);
  });
}

/**
 * Gives coins, or takes as many as are free to spend; the same key again changes nothing.
 * @returns coins that moved, signed
 * @throws ProductError 404
 */
export async function adjustCoins(
  operator: Operator,
  { userId, coins, reason, key }: { userId: string; coins: number; reason: string; key: string },
  deps: OperatorDeps,
): Promise<number> {
  return deps.db.transaction().execute(async (trx) => {
    if (!(await lockAccount(userId, trx))) throw notFound("Person not found");
    const posting = { key: `operator:${key}`, reason: "adjustment" as const, owner: userId, note: reason };
    const moved =
      coins > 0
        ? (await grantCoins(trx, { ...posting, coins }, deps.newId))
          ? coins
          : 0
        : -(await takeBackCoins(trx, { ...posting, coins: -coins }, deps.newId));
    if (moved !== 0) await record(operator, ["grantCoins", userId, `${moved} coins: ${reason}`], trx, deps);
    return moved;
  });
}

/** Makes or changes a pack or plan. @throws ProductError 400 for one that could not be sold */
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
    const known = await trx.selectFrom("payment_item").select("kind").where("id", "=", item.id).executeTakeFirst();
    if (known && known.kind !== item.kind) throw conflict("operator.kind", "A pack cannot become a plan");
    await trx
      .insertInto("payment_item")
      .values({ id: item.id, ...values })
      .onConflict((conflicting) => conflicting.column("id").doUpdateSet(values))
      .execute();
    await record(operator, ["saveItem", item.id, JSON.stringify(values)], trx, deps);
  });
}

/** Makes or changes a coupon of the test payments. @throws ProductError 400 without exactly one discount */
export async function saveCoupon(operator: Operator, coupon: SoldCoupon, deps: OperatorDeps): Promise<void> {
  if ((coupon.percentOff === null) === (coupon.centsOff === null))
    throw badRequest("A coupon takes off a share or an amount");
  if ((coupon.centsOff === null) !== (coupon.currency === null)) throw badRequest("An amount has a currency");
  const values = {
    percent_off: coupon.percentOff,
    cents_off: coupon.centsOff,
    currency: coupon.currency,
    expires_at: coupon.expiresAt === null ? null : new Date(coupon.expiresAt),
    most_uses: coupon.mostUses,
    first_purchase_only: coupon.firstPurchaseOnly,
    least_cents: coupon.leastCents,
    is_active: coupon.isActive,
  };
  await deps.db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom("coupon")
      .select("uses")
      .where("code", "=", coupon.code)
      .forUpdate()
      .executeTakeFirst();
    if (known && coupon.mostUses !== null && coupon.mostUses < known.uses)
      throw conflict("operator.uses", `It was used ${known.uses} times already`);
    await trx
      .insertInto("coupon")
      .values({ code: coupon.code, ...values })
      .onConflict((conflicting) => conflicting.column("code").doUpdateSet(values))
      .execute();
    await record(operator, ["saveCoupon", coupon.code, JSON.stringify(values)], trx, deps);
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
      .returning("kind")
      .executeTakeFirst();
    if (!row) throw notFound("There is no such mail that failed");
    await record(operator, ["retryMail", id, row.kind], trx, deps);
  });
}
