import { type FeatureFixture, workflowName } from "#src/testing/security/fixture.ts";

const workflow = `/api/workflows/${workflowName}`;

export const fixture: FeatureFixture = {
  rows: {
    "GET /api/workflows": () => ({ path: "/api/workflows", status: 200, other: "own" }),
    "GET /api/workflows/sources": () => ({ path: "/api/workflows/sources", status: 200, other: "own" }),
    "GET /api/workflows/engine": () => ({ path: "/api/workflows/engine", status: 200, other: "own" }),
    "GET /api/workflows/{workflowName}": () => ({ path: workflow, status: 200, other: "own" }),
    "POST /api/workflows/sources/check": () => ({ path: "/api/workflows/sources/check", status: 200, other: "own" }),
    "POST /api/workflows/engine/check": () => ({ path: "/api/workflows/engine/check", status: 200, other: "own" }),
    "POST /api/workflows/engine/test": () => ({ path: "/api/workflows/engine/test", status: 200, other: "own" }),
  },
};
