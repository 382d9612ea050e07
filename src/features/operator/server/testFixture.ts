import { newId } from "#src/kit/ids.ts";
import { type FeatureFixture, type Row } from "#src/testing/security/fixture.ts";

const refused = (path: string, body?: unknown): (() => Row) => {
  const row: Row = { path: `/api/operator${path}`, ...(body === undefined ? {} : { body }), status: 403, other: 403 };
  return () => row;
};

/** Nobody of the matrix is an operator; what operators get is in operator.test.ts. */
export const fixture: FeatureFixture = {
  rows: {
    "GET /api/operator/overview": refused("/overview"),
    "GET /api/operator/people": refused("/people"),
    "POST /api/operator/people": refused("/people", { id: newId(), isDisabled: true, reason: "matrix" }),
    "POST /api/operator/coins": refused("/coins", { userId: newId(), coins: 5, reason: "a gift", key: newId() }),
    "GET /api/operator/sold": refused("/sold"),
    "PUT /api/operator/sold/items": refused("/sold/items", {
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
    "PUT /api/operator/sold/coupons": refused("/sold/coupons", {
      code: "MATRIX",
      percentOff: 5,
      centsOff: null,
      currency: null,
      expiresAt: null,
      mostUses: null,
      firstPurchaseOnly: false,
      leastCents: 0,
      isActive: true,
    }),
    "GET /api/operator/runs": refused("/runs"),
    "GET /api/operator/mails": refused("/mails"),
    "POST /api/operator/mails/retry": refused("/mails/retry", { id: newId() }),
    "GET /api/operator/workflows": refused("/workflows"),
    "PUT /api/operator/workflows": refused("/workflows", { workflow: "contentPlannerWorkflow", isOffered: false }),
    "GET /api/operator/audit": refused("/audit"),
  },
};
