import type { Discount } from "../rules.ts";

/**
 * What a provider tells of, free of everything that names a person. `orderId` is ours and went out with the checkout;
 * amounts are in the smallest unit of the currency.
 */
export type PaymentEvent = { id: string; /** When it happened there, ISO 8601. */ at: string } & (
  | {
      kind: "paid";
      orderId: string;
      checkoutRef: string;
      totalCents: number;
      currency: string;
      paymentRef: string | null;
      customerId: string | null;
      planId: string | null;
    }
  | { kind: "failed" | "expired"; orderId: string }
  | {
      kind: "invoicePaid";
      /** Order with which the plan began. */
      orderId: string;
      planId: string;
      invoiceId: string;
      itemId: string;
      /** First month, a change of plan within a month, or one more month. */
      reason: "first" | "change" | "renewal";
      totalCents: number;
      /** Before coupons and credit: the price of what was invoiced. */
      subtotalCents: number;
      currency: string;
      periodEnd: string | null;
    }
  | { kind: "invoiceFailed" | "planEnded"; orderId: string; planId: string }
  | {
      kind: "planChanged";
      orderId: string;
      planId: string;
      itemId: string;
      status: "active" | "pastDue";
      cancelsAtEnd: boolean;
      periodEnd: string | null;
    }
  | { kind: "refunded"; paymentRef: string; refundedCents: number; currency: string }
  | { kind: "dispute"; paymentRef: string; state: "open" | "won" | "lost" }
);

/** A coupon as far as a purchase needs it. */
export interface Coupon extends Discount {
  /** The provider's id; the code itself where it has none. */
  id: string;
  code: string;
  currency: string | null;
  isActive: boolean;
  expiresAt: Date | null;
  mostUses: number | null;
  uses: number;
  firstPurchaseOnly: boolean;
  leastCents: number;
}

/** What is to be paid. */
export interface CheckoutOrder {
  id: string;
  userId: string;
  kind: "pack" | "plan";
  itemId: string;
  /** Name of the item for the provider's page, in the person's language. */
  name: string;
  /** Before the coupon. */
  priceCents: number;
  currency: string;
  coupon: Coupon | null;
  email: string;
  language: "en" | "de";
  customerId: string | null;
  /** Pages to come back to. */
  paidUrl: string;
  leftUrl: string;
}

/** What became of a checkout, for orders of which no event came. */
export type CheckoutState = "open" | "expired" | Extract<PaymentEvent, { kind: "paid" }>;

/** A service that takes money. `stripe` is one, `local` moves none. */
export interface PaymentProvider {
  name: "stripe" | "local";
  isTest: boolean;
  /** The coupon with this code, expired and used up ones too; null when there is none. */
  findCoupon: (code: string) => Promise<Coupon | null>;
  /** Address of the page where the order is paid. */
  openCheckout: (order: CheckoutOrder) => Promise<{
    url: string;
    checkoutRef: string;
    /** What the provider will ask for; its own arithmetic of a coupon counts. */
    totalCents: number;
  }>;
  /** Ends a checkout that is open, so that nobody pays it any more. @returns what it was in the end */
  closeCheckout: (checkoutRef: string) => Promise<CheckoutState>;
  /**
   * Address of the page where a customer sees invoices and changes cards.
   * @returns null when the provider does not know the customer
   */
  openPortal: (customerId: string, returnUrl: string, language: "en" | "de") => Promise<string | null>;
  /**
   * Reads an event that claims to come from the provider.
   * @returns null for a kind that nothing here follows from
   * @throws ProductError 400 `payments.error` for a signature that is missing, wrong or old
   */
  readEvent: (body: string, signature: string | null) => Promise<PaymentEvent | null>;
  readCheckout: (checkoutRef: string) => Promise<CheckoutState>;
  /** The invoice that a payment belongs to; null when it belongs to none. */
  invoiceOf: (paymentRef: string) => Promise<string | null>;
  /** Months of a plan that were paid lately, newest first, for those of which no event came; none of an unknown plan. */
  paidInvoices: (planId: string) => Promise<PaymentEvent[]>;
  /** Whether a plan has ended there, or is not known any more. */
  isPlanOver: (planId: string) => Promise<boolean>;
  /** Changes a plan: a dearer one at once, a cheaper one from the next month on. */
  switchPlan: (
    planId: string,
    to: { itemId: string; name: string; priceCents: number; currency: string; isUpgrade: boolean; orderId: string },
  ) => Promise<void>;
  /** Lets a plan end with its month, or go on after all. */
  setCancels: (planId: string, cancels: boolean) => Promise<void>;
  /** Ends a plan at once, without giving money back; one that is gone is no error. */
  endPlan: (planId: string) => Promise<void>;
}
