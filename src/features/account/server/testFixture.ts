import { type FeatureFixture } from "#src/testing/security/fixture.ts";

export const fixture: FeatureFixture = {
  rows: {
    "GET /api/user": () => ({ path: "/api/user", status: 200, other: "own" }),
    "GET /api/user/sessions": () => ({ path: "/api/user/sessions", status: 200, other: "own" }),
    "GET /api/user/envelope-key": () => ({ path: "/api/user/envelope-key", status: 200, other: "own" }),
    "POST /api/user/verification": () => ({ path: "/api/user/verification", body: {}, status: 200, other: "own" }),
    "POST /api/user/proof": () => ({
      path: "/api/user/proof",
      body: { password: "a long enough password" },
      status: 200,
      other: "own",
    }),
    "POST /api/auth/init-logout": () => ({
      path: "/api/auth/init-logout",
      body: { dateLastLogout: "2026-01-01T00:00:00Z" },
      status: 200,
      other: "own",
    }),
  },
  removals: {
    "DELETE /api/user/sessions": () => ({
      path: "/api/user/sessions",
      body: { others: true },
      status: 200,
      other: "own",
    }),
    "POST /api/user/password": () => ({
      path: "/api/user/password",
      body: { currentPassword: "a long enough password", newPassword: "a long enough password" },
      status: 200,
      other: "own",
    }),
    "DELETE /api/user": (_, asker) => ({
      path: "/api/user",
      body: { enData: { userId: asker.userId } },
      status: 200,
      other: "own",
    }),
  },
};
