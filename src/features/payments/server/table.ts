import type { Generated } from "kysely";
import type { License } from "#src/features/account/contract.ts";
import type { PaymentEvent } from "./provider.ts";

export interface PaymentTables {
  payment_item: {
    /** `coins-500`, `plan-starter`. */
    id: string;
    kind: "pack" | "plan";
    /** Once, or each month. */
    coins: number;
    /** Null for a price on request, plans only. */
    price_cents: number | null;
    currency: string;
    /** Plans only. */
    level: License | null;
    is_offered: Generated<boolean>;
    is_recommended: Generated<boolean>;
    place: number;
  };
  /** Coupons of the test payments; those of Stripe are kept there. */
  coupon: {
    /** Upper case. */
    code: string;
    percent_off: number | null;
    cents_off: number | null;
    currency: string | null;
    expires_at: Date | null;
    most_uses: number | null;
    uses: Generated<number>;
    first_purchase_only: Generated<boolean>;
    least_cents: Generated<number>;
    is_active: Generated<boolean>;
    created_at: Generated<Date>;
  };
  payment_customer: {
    user_id: string;
    provider: "stripe" | "local";
    customer_id: string;
    card_ending: string | null;
    created_at: Generated<Date>;
  };
  /** One purchase: of a pack, or of one month of a plan. Holds nothing that names the buyer. */
  payment_order: {
    id: string;
    user_id: string;
    provider: "stripe" | "local";
    item_id: string;
    kind: "pack" | "plan";
    coins: number;
    level: License | null;
    coupon: string | null;
    price_cents: number;
    discount_cents: number;
    total_cents: number;
    currency: string;
    status: Generated<"open" | "paid" | "failed" | "expired">;
    checkout_ref: string | null;
    invoice_ref: string | null;
    payment_ref: string | null;
    plan_id: string | null;
    receipt: string | null;
    refunded_cents: Generated<number>;
    dispute: "open" | "won" | "lost" | null;
    /** Coins that went back to the seller so far. */
    coins_back: Generated<number>;
    /** How often coins went back or were restored; part of the key of those transactions. */
    reversals: Generated<number>;
    created_at: Date;
    paid_at: Date | null;
    /** When the provider was asked last what became of it. */
    checked_at: Generated<Date | null>;
  };
  payment_plan: {
    /** The provider's id of the subscription. */
    id: string;
    user_id: string;
    provider: "stripe" | "local";
    item_id: string;
    next_item_id: string | null;
    status: "active" | "pastDue" | "ended";
    /** Whether a month of it was ever paid: before that it brings no level. */
    is_paid: Generated<boolean>;
    period_end: Date | null;
    cancels_at_end: Generated<boolean>;
    /** Provider's time of the newest event that was applied. */
    changed_at: Date;
    /** When the provider was asked last for months of which no event came. */
    asked_at: Generated<Date | null>;
  };
  payment_event: {
    id: string;
    provider: "stripe" | "local";
    event: PaymentEvent;
    received_at: Date;
    tried_at: Generated<Date | null>;
    /** Null while it waits for another event. */
    handled_at: Date | null;
    /** Why it changed nothing, for the operator. */
    problem: string | null;
  };
  payment_receipt_counter: { year: number; last: number };
}

declare module "#src/platform/tables.ts" {
  interface Tables extends PaymentTables {}
}
