import { type FeatureFixture } from "#src/testing/security/fixture.ts";

export const fixture: FeatureFixture = {
  rows: {
    "GET /api/support/contact": () => ({ path: "/api/support/contact", status: 200, other: "own" }),
  },
};
