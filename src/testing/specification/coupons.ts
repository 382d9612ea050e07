import type { TestProduct } from "#src/testing/openProduct.ts";
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

/** Codes by what is to be said of them. */
const codes = {
  // A code has letters and figures only.
  noCode: "no code!",
  unknown: "NOSUCHCOUPON1",
  expired: "SPECEXPIRED",
  usedUp: "SPECUSEDUP",
  firstPurchase: "SPECFIRST",
  largerAmount: "SPECLARGER",
  /** Dearer than every pack. */
  tooLarge: "SPECTOOLARGE",
  good: "SPECGOOD",
  /** Takes off the whole price. */
  gift: "SPECGIFT",
} as const;

/** Puts the coupons into the table that the test payments keep them in, once. @returns codes by kind */
export async function seedCoupons({ database }: Pick<TestProduct, "database">): Promise<typeof codes> {
  await database.pool.query(
    `insert into coupon (code, percent_off, expires_at, most_uses, uses, first_purchase_only, least_cents) values
      ('${codes.expired}', 10, now() - interval '1 minute', null, 0, false, 0),
      ('${codes.usedUp}', 10, null, 1, 1, false, 0),
      ('${codes.firstPurchase}', 10, null, null, 0, true, 0),
      ('${codes.largerAmount}', 10, null, null, 0, false, 5000),
      ('${codes.tooLarge}', 10, null, null, 0, false, 9000000),
      ('${codes.good}', 10, null, null, 0, false, 0),
      ('${codes.gift}', 100, null, null, 0, false, 0)
     on conflict do nothing`,
  );
  return codes;
}

/** Buys the smallest pack, so that the next purchase is no first one. */
async function buyOnce(person: Person): Promise<void> {
  const { body } = await person.send("POST", "/api/payments/checkout", { item: "coins-500" });
  await person.send("POST", `/api/payments/local/${body.orderId}`, {
    email: person.email,
    cardNumber: "4242424242424242",
    validUntil: "04/49",
    securityCode: "123",
    country: "DE",
  });
}

/** A purchase whose coupon is of this kind. */
export async function couponOf(kind: CouponKind, world: ServerWorld): Promise<Purchase> {
  const { [kind]: coupon } = await seedCoupons(world.product);
  if (kind === "firstPurchase") await buyOnce(world.jonas);
  return { person: kind === "firstPurchase" ? world.jonas : world.mara, item: "coins-500", coupon };
}
