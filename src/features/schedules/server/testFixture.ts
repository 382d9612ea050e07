import { type FeatureFixture } from "#src/testing/security/fixture.ts";

const schedules = "/api/workflows/schedules";

export const fixture: FeatureFixture = {
  rows: {
    "GET /api/workflows/schedules": () => ({ path: schedules, status: 200, other: "own" }),
    "PUT /api/workflows/schedules": ({ projectId }) => ({
      path: schedules,
      body: { projectId, every: "week", day: 1, time: "07:00", monthlyLimit: 10_000 },
      status: 200,
      other: "notFound",
    }),
  },
  removals: {
    "DELETE /api/workflows/schedules": ({ projectId }) => ({
      path: schedules,
      body: { enData: { projectId } },
      status: 200,
      other: "notFound",
    }),
  },
};
