import { type FeatureFixture } from "#src/testing/security/fixture.ts";

/** A PNG of one pixel. */
const onePixel = new Uint8Array(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
);

const nobodysId = "00000000-0000-7000-8000-000000000000";
/** Has the shape of a new credential and answers no question of ours. */
const unsignedCredential = {
  id: "AAAA",
  rawId: "AAAA",
  type: "public-key",
  response: { clientDataJSON: "AAAA", attestationObject: "AAAA" },
};

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
    "POST /api/user/export": () => ({ path: "/api/user/export", body: {}, status: 200, other: "own" }),
    "GET /api/user/security": () => ({ path: "/api/user/security", status: 200, other: "own" }),
    "GET /api/user/events": () => ({ path: "/api/user/events", status: 200, other: "own" }),
    "PATCH /api/user": () => ({ path: "/api/user", body: { name: "Mara Brandt" }, status: 200, other: "own" }),
    "POST /api/user/email": (_, asker) => ({
      path: "/api/user/email",
      body: { email: `new-${asker.email}` },
      status: 200,
      other: "own",
    }),
    "PUT /api/user/picture": () => ({
      path: "/api/user/picture",
      body: onePixel,
      headers: { "content-type": "image/png" },
      status: 200,
      other: "own",
    }),
    "GET /api/user/picture": () => ({ path: "/api/user/picture", status: 200, other: "notFound" }),
    "DELETE /api/user/picture": () => ({ path: "/api/user/picture", body: {}, status: 200, other: "own" }),
    "POST /api/user/two-factor/begin": () => ({
      path: "/api/user/two-factor/begin",
      body: {},
      status: 200,
      other: "own",
    }),
    "GET /api/user/ways-in": () => ({ path: "/api/user/ways-in", status: 200, other: "own" }),
    // No provider is set up here; what they do is in providers.test.ts.
    "POST /api/user/providers/:provider/link": () => ({
      path: "/api/user/providers/google/link",
      body: {},
      status: 404,
      other: "notFound",
    }),
    "POST /api/user/providers/:provider/prove": () => ({
      path: "/api/user/providers/google/prove",
      body: {},
      status: 404,
      other: "notFound",
    }),
    "DELETE /api/user/providers/:provider": () => ({
      path: "/api/user/providers/google",
      body: {},
      status: 404,
      other: "notFound",
    }),
    "POST /api/user/proof/begin": () => ({ path: "/api/user/proof/begin", body: {}, status: 200, other: "own" }),
    "POST /api/user/passkeys/begin": () => ({ path: "/api/user/passkeys/begin", body: {}, status: 200, other: "own" }),
    "POST /api/user/passkeys": () => ({
      path: "/api/user/passkeys",
      body: { name: "Laptop", credential: unsignedCredential },
      status: 403,
      other: 403,
    }),
    "PATCH /api/user/passkeys": () => ({
      path: "/api/user/passkeys",
      body: { id: nobodysId, name: "Phone" },
      status: 404,
      other: "notFound",
    }),
    "DELETE /api/user/passkeys": () => ({
      path: "/api/user/passkeys",
      body: { id: nobodysId },
      status: 404,
      other: "notFound",
    }),
    // Nobody has a code by chance, and what is off cannot be renewed.
    "POST /api/user/two-factor": () => ({
      path: "/api/user/two-factor",
      body: { code: "no code" },
      status: 403,
      other: 403,
    }),
    "POST /api/user/two-factor/codes": () => ({
      path: "/api/user/two-factor/codes",
      body: {},
      status: 409,
      other: 409,
    }),
    "DELETE /api/user/two-factor": () => ({ path: "/api/user/two-factor", body: {}, status: 409, other: 409 }),
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
