import { newId } from "#src/kit/ids.ts";
import { type FeatureFixture, type Row } from "#src/testing/security/fixture.ts";

/** What an operator gets, and nobody else. */
const row = (path: string, body?: unknown, status = 200): (() => Row) => {
  const made: Row = { path: `/api/operator${path}`, ...(body === undefined ? {} : { body }), status, other: 403 };
  return () => made;
};

const coupon = {
  code: "MATRIX",
  percentOff: 5,
  centsOff: null,
  currency: null,
  expiresAt: null,
  mostUses: null,
  firstPurchaseOnly: false,
  leastCents: 0,
  isActive: true,
};

/** The owner of the matrix is the first person of the installation, and so its operator; the other one is not. */
export const fixture: FeatureFixture = {
  rows: {
    "GET /api/operator/overview": row("/overview"),
    "GET /api/operator/health": row("/health"),
    "GET /api/operator/people": row("/people"),
    "POST /api/operator/people": row("/people", { id: newId(), isDisabled: true, reason: "matrix" }, 404),
    "POST /api/operator/coins": row("/coins", { userId: newId(), coins: 5, reason: "a gift", key: newId() }, 404),
    "GET /api/operator/sold": row("/sold"),
    "PUT /api/operator/sold/items": row("/sold/items", {
      id: "coins-9",
      kind: "pack",
      coins: 9,
      priceCents: 900,
      currency: "EUR",
      level: null,
      isOffered: true,
      isRecommended: false,
      place: 9,
    }),
    "POST /api/operator/sold/coupons": row("/sold/coupons", coupon),
    "PUT /api/operator/sold/coupons": row("/sold/coupons", { ...coupon, code: "NOBODY" }, 404),
    "GET /api/operator/runs": row("/runs"),
    "GET /api/operator/mails": row("/mails"),
    "POST /api/operator/mails/retry": row("/mails/retry", { id: newId() }, 404),
    "GET /api/operator/workflows": row("/workflows"),
    "PUT /api/operator/workflows": row("/workflows", { workflow: "contentPlannerWorkflow", isOffered: true }),
    "GET /api/operator/audit": row("/audit"),
  },
};
