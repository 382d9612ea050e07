import { type FeatureFixture } from "#src/testing/security/fixture.ts";

export const fixture: FeatureFixture = {
  rows: {
    "GET /api/coins": () => ({ path: "/api/coins", status: 200, other: "own" }),
    "GET /api/coins/statement": () => ({ path: "/api/coins/statement", status: 200, other: "own" }),
  },
};
