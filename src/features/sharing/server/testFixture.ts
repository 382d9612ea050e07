import { type FeatureFixture } from "#src/testing/security/fixture.ts";

const invitations = "/api/calendar/invitations";
const feeds = "/api/calendar/feeds";

export const fixture: FeatureFixture = {
  async furnish(person) {
    await person.verify?.();
    const entry = await person.send("POST", "/api/calendar/entry", {
      enData: {
        type: "1000",
        title: "High water",
        start: "2060-05-01T08:00:00Z",
        end: "2060-05-01T09:00:00Z",
        attendees: [{ name: "Ute Kern", email: "ute@example.com" }],
      },
    });
    const sharedEntryId = entry.body.entry.id;
    const shared = await person.send("POST", "/api/calendar/entry/share", { id: sharedEntryId });
    const feed = await person.send("POST", feeds, { family: 3000 });
    return { sharedEntryId, invitationId: shared.body.invitations[0].id, feedId: feed.body.feed.id };
  },
  recordId: ({ invitationId }) => invitationId,
  shown: ({ sharedEntryId }) => [`/api/calendar/entry/${sharedEntryId}/invitations`, feeds],
  rows: {
    "GET /api/calendar/entry/{id}/invitations": ({ sharedEntryId }) => ({
      path: `/api/calendar/entry/${sharedEntryId}/invitations`,
      status: 200,
      other: "notFound",
    }),
    "POST /api/calendar/entry/share": ({ sharedEntryId }) => ({
      path: "/api/calendar/entry/share",
      body: { id: sharedEntryId },
      status: 200,
      other: "notFound",
    }),
    "POST /api/calendar/invitations/resend": ({ invitationId }) => ({
      path: `${invitations}/resend`,
      body: { id: invitationId },
      status: 200,
      other: "notFound",
    }),
    "GET /api/calendar/feeds": () => ({ path: feeds, status: 200, other: "own" }),
    "POST /api/calendar/feeds": () => ({ path: feeds, body: { family: null }, status: 201, other: "own" }),
  },
  removals: {
    "DELETE /api/calendar/invitations": ({ invitationId }) => ({
      path: invitations,
      body: { enData: { id: invitationId } },
      status: 200,
      other: "notFound",
    }),
    "DELETE /api/calendar/feeds": ({ feedId }) => ({
      path: feeds,
      body: { enData: { id: feedId } },
      status: 200,
      other: "notFound",
    }),
  },
};

declare module "#src/testing/security/fixture.ts" {
  interface Belongings {
    sharedEntryId: string;
    invitationId: string;
    feedId: string;
  }
}
