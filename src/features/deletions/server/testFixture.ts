import { type FeatureFixture } from "#src/testing/security/fixture.ts";

export const fixture: FeatureFixture = {
  rows: {
    "GET /api/deleted": () => ({ path: "/api/deleted", status: 200, other: "own" }),
  },
};
