import { type FeatureFixture } from "#src/testing/security/fixture.ts";

export const fixture: FeatureFixture = {
  shown: () => ["/api/dashboard?today=2026-05-01"],
  rows: {
    "GET /api/dashboard": () => ({ path: "/api/dashboard?today=2026-06-01", status: 200, other: "own" }),
  },
};
