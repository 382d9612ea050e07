import { type FeatureFixture, type TextField } from "#src/testing/security/fixture.ts";

const entries = "/api/calendar/entry";
const entry = { type: "3010", title: "Ebb", start: "2026-06-01T08:00:00Z", end: "2026-06-01T09:00:00Z" };

export const fixture: FeatureFixture = {
  async furnish(person) {
    const made = await person.send("POST", entries, {
      enData: { type: "3010", title: "Tides", start: "2026-05-01T08:00:00Z", end: "2026-05-01T09:00:00Z" },
    });
    return { entryId: made.body.entry.id };
  },
  recordId: ({ entryId }) => entryId,
  shown: ({ entryId }) => [
    `${entries}/preview?from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z`,
    `${entries}/${entryId}`,
  ],
  deletions: {
    calendar_entry: {
      id: (has) => has.entryId,
      remove: (person, entryId) => person.send("DELETE", entries, { enData: { entryId } }),
      restore: (person, id) => person.send("POST", `${entries}/restore`, { id }),
      change: (person, id) => person.send("PATCH", entries, { id, title: "Changed" }),
    },
  },
  linkTo: {
    project: (person, { projectId }) => person.send("POST", entries, { enData: { ...entry, projectId } }),
    outcome: (person, { outcomeId }) => person.send("POST", entries, { enData: { ...entry, outcomeId } }),
  },
  texts(person) {
    const field =
      (make: (text: string) => object, pick: (made: Record<string, never>) => unknown): TextField =>
      async (text) => {
        const answer = await person.send("POST", entries, { enData: { ...entry, title: "Tides", ...make(text) } });
        return {
          answer,
          read: async () => pick((await person.send("GET", `${entries}/${answer.body.entry.id}`)).body.entry),
        };
      };
    return {
      "entry: title": field(
        (title) => ({ title }),
        (made) => made["title"],
      ),
      "entry: notes": field(
        (notes) => ({ notes }),
        (made) => made["notes"],
      ),
      "entry: location": field(
        (location) => ({ location }),
        (made) => made["location"],
      ),
      "entry: attendee": field(
        (name) => ({ attendees: [{ name, email: "a@example.com" }] }),
        (made) => Reflect.get(made["attendees"]?.[0] ?? {}, "name"),
      ),
    };
  },
  rows: {
    "GET /api/calendar/entry/preview": () => ({
      path: `${entries}/preview?from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z`,
      status: 200,
      other: "own",
    }),
    "GET /api/calendar/entry/{id}": ({ entryId }) => ({
      path: `${entries}/${entryId}`,
      status: 200,
      other: "notFound",
    }),
    "POST /api/calendar/entry": ({ outcomeId }) => ({
      path: entries,
      body: { enData: { ...entry, outcomeId }, activeLanguage: "en" },
      status: 201,
      other: "notFound",
    }),
    "PATCH /api/calendar/entry": ({ entryId }) => ({
      path: entries,
      body: { id: entryId, title: "Flood" },
      status: 200,
      other: "notFound",
    }),
  },
  removals: {
    "DELETE /api/calendar/entry": ({ entryId }) => ({
      path: entries,
      body: { enData: { entryId } },
      status: 200,
      other: "notFound",
    }),
    "POST /api/calendar/entry/restore": ({ entryId }) => ({
      path: `${entries}/restore`,
      body: { id: entryId },
      // It was deleted one row above.
      status: 200,
      other: "notFound",
    }),
  },
};

declare module "#src/testing/security/fixture.ts" {
  interface Belongings {
    entryId: string;
  }
}
