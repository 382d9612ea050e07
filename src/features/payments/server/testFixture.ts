import { type FeatureFixture } from "#src/testing/security/fixture.ts";

declare module "#src/testing/security/fixture.ts" {
  interface Belongings {
    /** An order that is not paid yet. */
    orderId: string;
  }
}

const card = {
  email: "mara@example.com",
  cardNumber: "4242424242424242",
  validUntil: "04/49",
  securityCode: "123",
  country: "DE",
};

export const fixture: FeatureFixture = {
  furnish: async (person) => ({
    orderId: (await person.send("POST", "/api/payments/checkout", { item: "coins-500" })).body.orderId,
  }),
  recordId: ({ orderId }) => orderId,
  rows: {
    "GET /api/payments/offers": () => ({ path: "/api/payments/offers", status: 200, other: "own" }),
    "POST /api/payments/coupon": () => ({
      path: "/api/payments/coupon",
      body: { code: "NOSUCHCOUPON1", item: "coins-500" },
      status: 404,
      other: 404,
    }),
    "GET /api/payments/orders": () => ({ path: "/api/payments/orders", status: 200, other: "own" }),
    "GET /api/payments/orders/{id}": ({ orderId }) => ({
      path: `/api/payments/orders/${orderId}`,
      status: 200,
      other: "notFound",
    }),
    "POST /api/payments/local/{id}": ({ orderId }) => ({
      path: `/api/payments/local/${orderId}`,
      body: card,
      status: 200,
      other: "notFound",
    }),
    "POST /api/payments/portal": () => ({ path: "/api/payments/portal", body: {}, status: 200, other: 404 }),
    // After the order was paid: it ends other ones.
    "POST /api/payments/checkout": () => ({
      path: "/api/payments/checkout",
      body: { item: "coins-500" },
      status: 200,
      other: "own",
    }),
    "POST /api/payments/plan": () => ({
      path: "/api/payments/plan",
      body: { cancel: true },
      status: 404,
      other: "notFound",
    }),
  },
};
