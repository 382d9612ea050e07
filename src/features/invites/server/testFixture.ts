import { type FeatureFixture } from "#src/testing/security/fixture.ts";

declare module "#src/testing/security/fixture.ts" {
  interface Belongings {
    inviteId: string;
  }
}

const invites = "/api/community/invites";
let people = 0;
const stranger = (): string => `stranger-${(people += 1)}-${crypto.randomUUID().slice(-12)}@example.net`;

export const fixture: FeatureFixture = {
  async furnish(person) {
    const { invite } = (await person.send("POST", invites, { email: stranger() })).body;
    return { inviteId: invite.id };
  },
  recordId: ({ inviteId }) => inviteId,
  rows: {
    "GET /api/community/invites": () => ({ path: invites, status: 200, other: "own" }),
    "POST /api/community/invites": () => ({ path: invites, body: { email: stranger() }, status: 201, other: "own" }),
    "GET /api/community/invites/rewards": () => ({ path: `${invites}/rewards`, status: 200, other: "own" }),
    "POST /api/community/invites/rewards": ({ inviteId }) => ({
      path: `${invites}/rewards`,
      body: { ids: [inviteId] },
      status: 200,
      other: "own",
    }),
  },
  removals: {
    "DELETE /api/community/invites": ({ inviteId }) => ({
      path: invites,
      body: { enData: { id: inviteId } },
      status: 200,
      other: "notFound",
    }),
  },
  shown: () => [invites],
};
