import { type FeatureFixture } from "#src/testing/security/fixture.ts";

export const fixture: FeatureFixture = {
  async furnish(person) {
    const made = await person.send("POST", "/api/files", "Own words of a person", {
      "content-type": "text/plain",
      "x-file-name": "words.txt",
    });
    return { fileId: made.body.file.id };
  },
  rows: {
    "GET /api/files": () => ({ path: "/api/files", status: 200, other: "own" }),
    "GET /api/files/:id": ({ fileId }) => ({ path: `/api/files/${fileId}`, status: 200, other: "notFound" }),
    "POST /api/files": () => ({
      path: "/api/files",
      body: "Other words",
      headers: { "content-type": "text/plain", "x-file-name": "more.txt" },
      status: 201,
      other: "own",
    }),
  },
  removals: {
    "DELETE /api/files/:id": ({ fileId }) => ({ path: `/api/files/${fileId}`, status: 200, other: "notFound" }),
  },
};

declare module "#src/testing/security/fixture.ts" {
  interface Belongings {
    fileId: string;
  }
}
