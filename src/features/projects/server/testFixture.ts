import { newId } from "#src/kit/ids.ts";
import { type FeatureFixture } from "#src/testing/security/fixture.ts";
import { readEvents } from "#src/testing/visitor.ts";

const projects = "/api/projects/workflow";

const stories = "/api/workflows/userStoryWriterWorkflow";

export const fixture: FeatureFixture = {
  shown: ({ projectId }) => [
    `${projects}?limit=200`,
    `${projects}?limit=200&archived=true`,
    `${projects}/${projectId}`,
    `${projects}/revisions?projectId=${projectId}`,
    `${projects}/${projectId}/revisions/1`,
  ],
  deletions: {
    project: {
      id: (has) => has.projectId,
      remove: (person, projectId) => person.send("DELETE", projects, { enData: { userId: person.userId, projectId } }),
      restore: (person, id) => person.send("POST", `${projects}/restore`, { id }),
      change: (person, id) => person.send("PATCH", projects, { id, name: "Changed" }),
    },
  },
  texts(person) {
    let made: Promise<string> | undefined;
    const own = (): Promise<string> => {
      made ??= (async () => {
        const { example } = (await person.send("GET", stories)).body;
        const start = { enData: { formValues: example } };
        const { run } = (await person.send("POST", `${stories}/runs`, start, { "idempotency-key": newId() })).body;
        await readEvents(person, run.id);
        return run.projectId;
      })();
      return made;
    };
    const read = async () => (await person.send("GET", `${projects}/${await own()}`)).body.project;
    return {
      "project: name": async (text) => ({
        answer: await person.send("PATCH", projects, { id: await own(), name: text }),
        read: async () => (await read()).name,
      }),
      "project: form values": async (text) => ({
        answer: await person.send("PATCH", projects, { id: await own(), fields: { formValues: { notes: text } } }),
        read: async () => (await read()).fields.formValues.notes,
      }),
    };
  },
  rows: {
    "GET /api/projects/workflow": () => ({ path: projects, status: 200, other: "own" }),
    "GET /api/projects/workflow/{id}": ({ projectId }) => ({
      path: `${projects}/${projectId}`,
      status: 200,
      other: "notFound",
    }),
    "GET /api/projects/workflow/revisions": ({ projectId }) => ({
      path: `${projects}/revisions?projectId=${projectId}`,
      status: 200,
      other: "notFound",
    }),
    "GET /api/projects/workflow/{projectId}/revisions/{number}": ({ projectId }) => ({
      path: `${projects}/${projectId}/revisions/1`,
      status: 200,
      other: "notFound",
    }),
    "GET /api/projects/workflow/{projectId}/revisions/{number}/sections/{section}": ({ projectId }) => ({
      path: `${projects}/${projectId}/revisions/1/sections/wishes`,
      status: 200,
      other: "notFound",
    }),
    "PATCH /api/projects/workflow": ({ projectId }) => ({
      path: projects,
      body: { id: projectId, name: "Flood" },
      status: 200,
      other: "notFound",
    }),
    "POST /api/projects/workflow/duplicate": ({ projectId }) => ({
      path: `${projects}/duplicate`,
      body: { id: projectId },
      status: 200,
      other: "notFound",
    }),
    "POST /api/projects/workflow/revisions": ({ projectId }) => ({
      path: `${projects}/revisions`,
      body: { projectId, restore: 1 },
      status: 200,
      other: "notFound",
    }),
    "POST /api/projects/workflow/revisions/edit": ({ projectId }) => ({
      path: `${projects}/revisions/edit`,
      // An older version than the newest: refused to its owner, after everybody else.
      body: { projectId, revision: 1, edits: 0, change: { kind: "undo" } },
      status: 409,
      other: "notFound",
    }),
  },
  removals: {
    "DELETE /api/projects/workflow/revisions": ({ projectId, oldRevisionId }) => ({
      path: `${projects}/revisions`,
      body: { enData: { projectId, revisionId: oldRevisionId } },
      status: 200,
      other: "notFound",
    }),
    "DELETE /api/projects/workflow": ({ projectId }, asker) => ({
      path: projects,
      body: { enData: { userId: asker.userId, projectId } },
      status: 200,
      other: "notFound",
    }),
    "POST /api/projects/workflow/restore": ({ projectId }) => ({
      path: `${projects}/restore`,
      body: { id: projectId },
      status: 200,
      other: "notFound",
    }),
  },
};
