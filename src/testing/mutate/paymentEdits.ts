import type { Edit } from "./edit.ts";

const usecases = "src/features/payments/server/usecases.ts";
const apply = "src/features/payments/server/apply.ts";
const local = "src/features/payments/payments.test.ts";
const stripe = "src/features/payments/stripe.test.ts";

/** Edits of payments, and of links to set a new password. */
export const paymentEdits: readonly Edit[] = [
  {
    name: "checkout-nowhere",
    file: "src/features/payments/server/local.ts",
    find: "/settings/coins/checkout?order=",
    replace: "/settings/coins?pay=",
    caughtBy: { row: "/settings/coins sells coins" },
  },
  {
    name: "coupon-for-ever",
    file: usecases,
    find: "coupon.expiresAt !== null && coupon.expiresAt <= deps.now()",
    replace: "coupon.expiresAt !== null && coupon.uses < 0",
    caughtBy: { row: "A coupon can be expired" },
  },
  {
    name: "coupon-made-up",
    file: usecases,
    find: 'refused("payments.couponDoesNotExist"',
    replace: 'refused("payments.couponExpired"',
    caughtBy: { row: "A coupon can be non-existent" },
  },
  {
    name: "coupon-of-any-letters",
    file: "src/features/payments/rules.ts",
    find: "/^[A-Z0-9]{3,40}$/",
    replace: "/^.{3,40}$/",
    caughtBy: { row: "A coupon can be named wrongly" },
  },
  {
    name: "coupon-first-every-time",
    file: usecases,
    find: "coupon.firstPurchaseOnly && (await ordersOf(userId, deps.db).hasPaid())",
    replace: "coupon.firstPurchaseOnly && coupon.uses < 0",
    caughtBy: { row: "A coupon can be usable only on a first purchase" },
  },
  {
    name: "coupon-without-limit",
    file: usecases,
    find: "coupon.mostUses !== null && coupon.uses >= coupon.mostUses",
    replace: "coupon.mostUses !== null && coupon.uses > coupon.mostUses",
    caughtBy: { row: "A coupon can be at its usage limit" },
  },
  {
    name: "coupon-for-any-amount",
    file: usecases,
    find: "item.price_cents < coupon.leastCents",
    replace: "item.price_cents < coupon.uses",
    caughtBy: { row: "A coupon can be applied to an amount whose price is too low" },
  },
  {
    name: "coupon-refused-in-silence",
    file: "src/features/payments/web/SaleAside.tsx",
    find: '        toastFailure("payments.error")(cause);\n        if',
    replace: "        if",
    caughtBy: {
      row: "payments.couponSuccess, payments.couponNotFirstTime, payments.couponExpired, payments.couponDoesNotExist, payments.couponNamedWrong, payments.couponAmountPriceTooLow, payments.couponUsageAchieved: toasts of the coupon field",
    },
  },
  {
    name: "purchase-without-a-word",
    file: "src/features/payments/web/ReturnedOrder.tsx",
    find: 'isFree ? "coins.updateSuccess" : "payments.success"',
    replace: '"payments.success"',
    caughtBy: {
      row: "payments.success, payments.error, coins.updateSuccess, coins.updateError, payments.portalUserNotFound: toasts of a purchase",
    },
  },
  {
    name: "last-coupon-for-all",
    file: usecases,
    find: "if (!coupon || (coupon.most_uses !== null && coupon.uses >= coupon.most_uses))",
    replace: "if (!coupon)",
    caughtBy: { file: local, test: "that is the last one is used once by fifty people at the same time" },
  },
  {
    name: "order-of-another",
    file: "src/features/payments/server/repository.ts",
    find: '.where("id", "=", id).where("user_id", "=", userId)',
    replace: '.where("id", "=", id)',
    caughtBy: { file: local, test: "is its buyer's: nobody else sees, pays or finds the order" },
  },
  {
    name: "any-signature",
    file: "src/features/payments/server/signature.ts",
    find: 'throw refusal("The signature of this event is not right");',
    replace: "",
    caughtBy: { file: local, test: "events of strangers are refused" },
  },
  {
    name: "old-events-taken",
    file: "src/features/payments/server/signature.ts",
    find: "export const toleranceSeconds = 300;",
    replace: "export const toleranceSeconds = 3000;",
    caughtBy: { file: stripe, test: "that was tampered with, is old, or has another's signature changes nothing" },
  },
  {
    name: "any-amount-paid",
    file: apply,
    find: "Math.abs(paid.totalCents - order.total_cents) > tolerance",
    replace: "paid.totalCents < tolerance",
    caughtBy: {
      file: stripe,
      test: "whose amount, currency, checkout or order is another brings no coins, and the operator sees why",
    },
  },
  {
    name: "paid-twice",
    file: apply,
    find: "key: `order:${order.id}`,",
    replace: "key: `order:${order.id}:${deps.newId()}`,",
    caughtBy: { file: local, test: "brings its coins, a line in the statement, a receipt and its mail, once" },
  },
  {
    name: "refund-keeps-coins",
    file: "src/features/payments/rules.ts",
    find: "return Math.floor((order.coins * share) / order.totalCents);",
    replace: "return share < order.totalCents ? 0 : order.coins;",
    caughtBy: { file: stripe, test: "takes the coins of its share, and in the end all of them" },
  },
  {
    name: "dispute-opened-again",
    file: apply,
    find: 'event.state === "open" ? (order.dispute ?? "open") : event.state',
    replace: "event.state",
    caughtBy: { file: stripe, test: "in a dispute takes the coins until it is won" },
  },
  {
    name: "late-refund-lost",
    file: apply,
    find: 'if (!order) return "later";',
    replace: 'if (!order) return { problem: "unknown" };',
    caughtBy: { file: stripe, test: "a refunded month gives its coins back, found by the invoice of the payment" },
  },
  {
    name: "full-coins-for-a-change",
    file: "src/features/payments/rules.ts",
    find: "Math.min(coins, Math.floor((coins * Math.max(0, paidCents)) / priceCents))",
    replace: "Math.min(coins, paidCents * coins)",
    caughtBy: { file: local, test: "is changed to a dearer one at once, and to a cheaper one with the next month" },
  },
  {
    name: "plan-outlives-account",
    file: "src/features/payments/server/reconcile.ts",
    find: "await provider.endPlan(id);",
    replace: "",
    caughtBy: { file: stripe, test: "of an account that is deleted is ended at Stripe" },
  },
  {
    name: "any-reset-link",
    file: "src/features/account/server/usecases.ts",
    find: 'reset: "resetAuth.invalidLink",',
    replace: 'reset: "verification.invalidLink",',
    caughtBy: { row: "A password reset link can be invalid" },
  },
  {
    name: "link-refused-in-silence",
    file: "src/features/account/web/LinkPages.tsx",
    find: "if (refusal.code !== codeNeeded) tell(refusal);",
    replace: "",
    caughtBy: {
      row: "resetAuth.noUserFound, resetAuth.serverError: toasts of a link whose account is gone, and of a server that fails",
    },
  },
  {
    name: "link-used-twice",
    file: "src/features/account/web/LinkPages.tsx",
    find: 'setFlash("resetAuth.finishSuccess", sessionStorage);',
    replace: "",
    caughtBy: {
      row: "resetAuth.requestSuccess, resetAuth.finishSuccess, resetAuth.invalidLink: toasts of a forgotten password",
    },
  },
];
