import type { Person } from "#src/testing/visitor.ts";
import type { ServerWorld } from "./fact.ts";

/** Coupons that the rows of section 5 ask with. */
export type CouponKind = "expired" | "unknown" | "noCode" | "firstPurchase" | "usedUp" | "largerAmount";

/** A purchase with a coupon: who buys what. */
interface Purchase {
  person: Person;
  item: string;
  coupon: string;
}

/** Coupons that must be there: the part "payments" makes them here, with whatever it keeps coupons in. */
const seeded: Partial<Record<CouponKind, (world: ServerWorld) => Promise<Purchase>>> = {};

/**
 * A purchase whose coupon is of this kind.
 * @throws Error while no coupon of it can be made
 */
export async function couponOf(kind: CouponKind, world: ServerWorld): Promise<Purchase> {
  const purchase = { person: world.mara, item: "coins-500" };
  // A code has letters and figures only.
  if (kind === "unknown") return { ...purchase, coupon: "NOSUCHCOUPON1" };
  if (kind === "noCode") return { ...purchase, coupon: "no code!" };
  const seed = seeded[kind];
  if (!seed) throw new Error(`Payments make no coupon that is ${kind} yet`);
  return seed(world);
}
