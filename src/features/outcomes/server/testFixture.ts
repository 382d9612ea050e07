import { type FeatureFixture, type TextField, workflowName } from "#src/testing/security/fixture.ts";
import type { Person } from "#src/testing/visitor.ts";

const outcomes = "/api/workflows/scheduled/outcome";
const outcome = { workflow: workflowName, kind: "post", title: "Ebb", plannedAt: "2026-06-01T08:00:00Z" };

export const fixture: FeatureFixture = {
  async furnish(person) {
    const made = await person.send("POST", outcomes, {
      enData: { ...outcome, title: "Tides", plannedAt: "2026-05-01T08:00:00Z" },
    });
    return { outcomeId: made.body.outcome.id };
  },
  recordId: ({ outcomeId }) => outcomeId,
  shown: () => [`${outcomes}?limit=200`],
  deletions: {
    outcome: {
      id: (has) => has.outcomeId,
      remove: (person, id) => person.send("DELETE", outcomes, { enData: { id } }),
      restore: (person, id) => person.send("POST", `${outcomes}/restore`, { id }),
      change: (person, id) => person.send("PUT", outcomes, { id, updates: { title: "Changed" } }),
    },
  },
  linkTo: {
    project: (person, { projectId }) => person.send("POST", outcomes, { enData: { ...outcome, projectId } }),
    async calendar_entry(person, { entryId }, { database }) {
      const made = await person.send("POST", outcomes, { enData: outcome });
      await database.db
        .updateTable("outcome")
        .set({ calendar_entry_id: entryId })
        .where("id", "=", made.body.outcome.id)
        .execute();
      return made;
    },
  },
  texts: (person) =>
    Object.fromEntries(["title", "brief", "kind"].map((name) => [`outcome: ${name}`, fieldOf(person, name)])),
  rows: {
    "GET /api/workflows/scheduled/outcome": ({ projectId }) => ({
      path: `${outcomes}?projectId=${projectId}`,
      status: 200,
      other: "own",
    }),
    "GET /api/workflows/scheduled/outcome/counts": ({ projectId }) => ({
      path: `${outcomes}/counts?projectId=${projectId}`,
      status: 200,
      other: "own",
    }),
    "GET /api/workflows/scheduled/outcome/{id}": ({ outcomeId }) => ({
      path: `${outcomes}/${outcomeId}`,
      status: 200,
      other: "notFound",
    }),
    "POST /api/workflows/scheduled/outcome": ({ projectId }) => ({
      path: outcomes,
      body: { enData: { ...outcome, projectId } },
      status: 201,
      other: "notFound",
    }),
    "PUT /api/workflows/scheduled/outcome": ({ outcomeId }) => ({
      path: outcomes,
      body: { id: outcomeId, updates: { title: "Flood" } },
      status: 200,
      other: "notFound",
    }),
    "PUT /api/workflows/scheduled/outcome/bulk": ({ outcomeId }) => ({
      path: `${outcomes}/bulk`,
      body: { updates: [{ id: outcomeId, updates: { title: "Flood" } }] },
      status: 200,
      other: "notFound",
    }),
  },
  removals: {
    "DELETE /api/workflows/scheduled/outcome": ({ outcomeId }) => ({
      path: outcomes,
      body: { enData: { id: outcomeId } },
      status: 200,
      other: "notFound",
    }),
    "POST /api/workflows/scheduled/outcome/restore": ({ outcomeId }) => ({
      path: `${outcomes}/restore`,
      body: { id: outcomeId },
      status: 200,
      other: "notFound",
    }),
    "DELETE /api/workflows/scheduled/outcome/bulk": ({ outcomeId }) => ({
      path: `${outcomes}/bulk`,
      body: { enData: { ids: [outcomeId] } },
      status: 200,
      other: "notFound",
    }),
    "POST /api/workflows/scheduled/outcome/bulk/restore": ({ outcomeId }) => ({
      path: `${outcomes}/bulk/restore`,
      body: { ids: [outcomeId] },
      status: 200,
      other: "notFound",
    }),
  },
};

const fieldOf =
  (person: Person, name: string): TextField =>
  async (text) => {
    const fields = {
      workflow: "socialPostWriterWorkflow",
      kind: "post",
      title: "Tides",
      plannedAt: "2026-05-01T08:00:00Z",
      [name]: text,
    };
    const answer = await person.send("POST", outcomes, { enData: fields });
    const read = async (): Promise<unknown> => {
      let cursor = "";
      for (;;) {
        const { body } = await person.send("GET", `${outcomes}?limit=200${cursor}`);
        const found = body.outcomes.find((row: { id: string }) => row.id === answer.body.outcome.id);
        if (found) return found[name];
        cursor = `&cursor=${body.nextCursor}`;
      }
    };
    return { answer, read };
  };

declare module "#src/testing/security/fixture.ts" {
  interface Belongings {
    outcomeId: string;
  }
}
