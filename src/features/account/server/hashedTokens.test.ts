import type { DBAdapter, DBTransactionAdapter } from "better-auth";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withHashedTokens } from "./hashedTokens.ts";
import { hashToken } from "./tokens.ts";

/** An adapter that notes what reaches it and answers with the rows a database would. */
function openNotes() {
  const notes: unknown[] = [];
  const rows: Record<string, unknown>[] = [];
  const note = (answer: unknown) => (query: unknown) => {
    notes.push(structuredClone(query));
    return Promise.resolve(answer);
  };
  const first = { id: "1", token: "" };
  const plain = {
    id: "notes",
    create: async (query: { data: object }) => (await note(null)(query), { id: "1", ...query.data }),
    findOne: note(first),
    findMany: note(rows),
    count: note(1),
    update: note(first),
    updateMany: note(1),
    delete: note(undefined),
    deleteMany: note(1),
    consumeOne: note(first),
    incrementOne: note(first),
  } as unknown as DBTransactionAdapter;
  const adapter: DBAdapter = { ...plain, transaction: (work) => work(plain) };
  return { notes, first, rows, adapter: withHashedTokens(adapter) };
}

const token = fc.string({ minLength: 20, maxLength: 40, unit: fc.constantFrom("a", "b", "c", "X", "Y", "0", "1") });

describe("session tokens", () => {
  test("never reach the database in plain text, inside or outside a transaction", async () => {
    await fc.assert(
      fc.asyncProperty(token, token, fc.boolean(), async (one, two, inside) => {
        const { adapter, notes } = openNotes();
        const calls = async (on: DBTransactionAdapter): Promise<void> => {
          const where = [
            { field: "token", value: one },
            { field: "token", operator: "in" as const, value: [one, two] },
            { field: "userId", value: "u" },
          ];
          await on.create({ model: "session", data: { token: one, userId: "u" } });
          await on.findOne({ model: "session", where });
          await on.findMany({ model: "session", where });
          await on.count({ model: "session", where });
          await on.update({ model: "session", where, update: { token: two } });
          await on.updateMany({ model: "session", where, update: { token: two } });
          await on.delete({ model: "session", where });
          await on.deleteMany({ model: "session", where });
          await on.consumeOne({ model: "session", where });
          await on.incrementOne({ model: "session", where, increment: {}, set: { token: two } });
        };
        await (inside ? adapter.transaction(calls) : calls(adapter));
        const seen = JSON.stringify(notes);
        expect(notes).toHaveLength(10);
        expect(seen).not.toContain(one);
        expect(seen).not.toContain(two);
        expect(seen).toContain(hashToken(one));
        expect(seen).toContain('"value":"u"');
      }),
    );
  });

  test("are returned in plain text only with a row that was looked up by its token", async () => {
    const { adapter, first, rows } = openNotes();
    first.token = hashToken("mine");
    rows.push({ token: hashToken("mine") }, { token: hashToken("other") });
    expect(await adapter.create({ model: "session", data: { token: "mine" } })).toMatchObject({ token: "mine" });
    expect(await adapter.findOne({ model: "session", where: [{ field: "token", value: "mine" }] })).toMatchObject({
      token: "mine",
    });
    expect(await adapter.findOne({ model: "session", where: [{ field: "id", value: "1" }] })).toMatchObject({
      token: hashToken("mine"),
    });
    expect(
      await adapter.findMany({ model: "session", where: [{ field: "token", operator: "in", value: ["mine"] }] }),
    ).toEqual([{ token: "mine" }, { token: hashToken("other") }]);
  });

  test("are hashed in the session table only", async () => {
    const { adapter, notes } = openNotes();
    await adapter.findOne({ model: "user", where: [{ field: "token", value: "plain" }] });
    expect(notes).toEqual([{ model: "user", where: [{ field: "token", value: "plain" }] }]);
  });
});
