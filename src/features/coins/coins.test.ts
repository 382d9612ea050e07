import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { ProductError } from "#src/kit/errors.ts";
import { brokenLaws } from "#src/server/ledgerLaws.ts";
import { openTestDatabase, type TestDatabase } from "#src/testing/database.ts";
import {
  balanceOf,
  grantCoins,
  grantWelcome,
  holdCoins,
  makeQuote,
  spendQuote,
  settleHold,
  statementOf,
  sweepQuotes,
} from "./server/usecases.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(12);
});
afterAll(() => database.close());

const inTransaction = <T>(work: (trx: TestDatabase["db"]) => Promise<T>): Promise<T> =>
  database.db.transaction().execute(work);

const person = async (coins: number): Promise<string> => {
  const owner = newId();
  await inTransaction((trx) => grantCoins(trx, { key: `start:${owner}`, reason: "purchase", owner, coins }, newId));
  return owner;
};

const hold = (owner: string, runId: string, coins: number): Promise<void> =>
  inTransaction((trx) =>
    holdCoins(
      trx,
      { runId, owner, coins, workflow: "contentPlannerWorkflow", projectId: newId(), at: new Date() },
      newId,
    ),
  );

const settle = (runId: string, state: "captured" | "released"): Promise<boolean> =>
  inTransaction((trx) => settleHold(trx, runId, state, new Date(), newId));

const isNotEnough = (error: unknown): boolean => error instanceof ProductError && error.code === "coins.notEnough";

describe("coin ledger", () => {
  test("grants the welcome coins of a new account once", async () => {
    const owner = newId();
    const deps = { config: { welcomeCoins: 500 }, newId } as Parameters<typeof grantWelcome>[2];
    for (let time = 0; time < 3; time += 1) await inTransaction((trx) => grantWelcome(owner, trx, deps));
    expect(await balanceOf(owner, database.db)).toEqual({ balance: 500, held: 0, credits: 500 });
  });

  test("settles held coins once, either captured or released, and prevents spending them meanwhile", async () => {
    const owner = await person(500);
    const [first, second] = [newId(), newId()];
    await hold(owner, first, 300);
    expect(await balanceOf(owner, database.db)).toEqual({ balance: 500, held: 300, credits: 200 });
    await expect(hold(owner, second, 300)).rejects.toSatisfy(isNotEnough);
    expect(await settle(first, "captured")).toBe(true);
    expect(await settle(first, "released")).toBe(false);
    expect(await balanceOf(owner, database.db)).toEqual({ balance: 200, held: 0, credits: 200 });
    await hold(owner, second, 200);
    expect(await settle(second, "released")).toBe(true);
    expect(await settle(second, "captured")).toBe(false);
    expect(await balanceOf(owner, database.db)).toEqual({ balance: 200, held: 0, credits: 200 });
    expect(await brokenLaws(database.pool)).toEqual([]);
  });

  test("grants exactly seven holds for 200 concurrent runs with coins for seven", async () => {
    const owner = await person(7 * 30 + 29);
    const outcomes = await Promise.allSettled(Array.from({ length: 200 }, () => hold(owner, newId(), 30)));
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(outcomes.length - refused.length).toBe(7);
    expect(refused.every((outcome) => isNotEnough(outcome.reason))).toBe(true);
    expect(await balanceOf(owner, database.db)).toEqual({ balance: 239, held: 210, credits: 29 });
    expect(await brokenLaws(database.pool)).toEqual([]);
  });

  test("accepts exactly one of many concurrent settlements", async () => {
    const owner = await person(100);
    const runId = newId();
    await hold(owner, runId, 40);
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, index) => settle(runId, index % 2 ? "captured" : "released")),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await brokenLaws(database.pool)).toEqual([]);
  });

  test("rejects updates and deletions of ledger entries", async () => {
    await person(10);
    await expect(sql`update coin_entry set amount = 1`.execute(database.db)).rejects.toThrow(/denied|append-only/);
    await expect(sql`delete from coin_entry`.execute(database.db)).rejects.toThrow(/denied|append-only/);
    await expect(sql`truncate coin_transaction cascade`.execute(database.db)).rejects.toThrow(/denied|append-only/);
  });

  test("keeps its invariants under any sequence of concurrent calls", { timeout: 120_000 }, async () => {
    const step = fc.oneof(
      fc.record({
        do: fc.constant("grant" as const),
        who: fc.nat(2),
        coins: fc.integer({ min: 1, max: 400 }),
        key: fc.nat(5),
      }),
      // Both sides of an invite, in one transaction.
      fc.record({ do: fc.constant("invite" as const), invite: fc.nat(5) }),
      fc.record({
        do: fc.constant("hold" as const),
        who: fc.nat(2),
        coins: fc.integer({ min: 1, max: 300 }),
        run: fc.nat(6),
      }),
      fc.record({
        do: fc.constant("settle" as const),
        run: fc.nat(6),
        state: fc.constantFrom("captured" as const, "released" as const),
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 24 }),
        fc.integer({ min: 1, max: 6 }),
        async (steps, callers) => {
          const people = await Promise.all([person(100), person(0), person(350)]);
          const runs = Array.from({ length: 7 }, () => newId());
          const history = newId();
          let spent = 0;
          let granted = 450;
          const held = new Map<string, number>();
          const act = async (one: (typeof steps)[number]): Promise<void> => {
            if (one.do === "grant") {
              const owner = people[one.who] ?? "";
              const isNew = await inTransaction((trx) =>
                grantCoins(trx, { key: `${history}:${one.key}`, reason: "reward", owner, coins: one.coins }, newId),
              );
              if (isNew) granted += one.coins;
            } else if (one.do === "invite") {
              const key = `${history}:invite:${one.invite}`;
              const sides = [["invited", one.invite % 3] as const, ["inviter", (one.invite + 1) % 3] as const];
              const given = await inTransaction(async (trx) => {
                let coins = 0;
                // In everybody's order, so that no two wait for each other.
                for (const [side, who] of sides.toSorted(([, a], [, b]) => a - b)) {
                  const grant = {
                    key: `${key}:${side}`,
                    reason: "reward" as const,
                    owner: people[who] ?? "",
                    coins: 100,
                  };
                  if (await grantCoins(trx, grant, newId)) coins += 100;
                }
                return coins;
              });
              granted += given;
            } else if (one.do === "hold") {
              const runId = runs[one.run] ?? "";
              await hold(people[one.who] ?? "", runId, one.coins).then(
                () => held.set(runId, one.coins),
                (error: unknown) => {
                  if (!isNotEnough(error) && !/coin_hold_pkey/.test(String(error))) throw error;
                },
              );
            } else {
              const runId = runs[one.run] ?? "";
              if ((await settle(runId, one.state)) && one.state === "captured") spent += held.get(runId) ?? Number.NaN;
            }
          };
          const queues = Array.from({ length: callers }, (_, caller) =>
            steps.filter((_step, index) => index % callers === caller),
          );
          await Promise.all(
            queues.map(async (queue) => {
              for (const one of queue) await act(one);
            }),
          );
          expect(await brokenLaws(database.pool)).toEqual([]);
          const balances = await Promise.all(people.map((owner) => balanceOf(owner, database.db)));
          const kept = balances.reduce((sum, { balance }) => sum + balance, 0);
          if (!Number.isNaN(spent)) expect(kept).toBe(granted - spent);
          // The same history again, call by call, changes nothing for what is settled and granted.
          await Promise.all(
            steps.filter((one) => one.do === "settle").map((one) => settle(runs[one.run] ?? "", one.state)),
          );
          expect(await brokenLaws(database.pool)).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("coin statement", () => {
  test("lists each run as one row and pages without gaps", async () => {
    const owner = await person(500);
    const states = ["captured", "released", "held", "captured"] as const;
    for (const state of states) {
      const runId = newId();
      await hold(owner, runId, 30);
      if (state !== "held") await settle(runId, state);
    }
    const whole = await statementOf(owner, { limit: 50 }, database.db);
    expect(whole.rows.map((row) => [row.reason, row.amount, row.state, row.balance])).toEqual([
      ["run", -30, "booked", 440],
      ["run", 0, "held", 470],
      ["run", 0, "returned", 470],
      ["run", -30, "booked", 470],
      ["purchase", 500, "booked", 500],
    ]);
    const paged = [];
    let cursor: string | undefined;
    do {
      const page = await statementOf(owner, { limit: 2, cursor }, database.db);
      paged.push(...page.rows);
      cursor = page.nextCursor;
    } while (cursor);
    expect(paged).toEqual(whole.rows);
  });

  test("rejects a foreign cursor with 400", async () => {
    await expect(statementOf(newId(), { limit: 2, cursor: "bm9uZQ" }, database.db)).rejects.toMatchObject({
      status: 400,
    });
  });
});

describe("price quote", () => {
  test("is valid for its owner and workflow until it expires, and is spent once", async () => {
    const owner = newId();
    const now = new Date("2026-11-23T10:00:00Z");
    const { quoteId, expiresAt } = await makeQuote({ id: newId(), owner, workflow: "a", coins: 30, now }, database.db);
    expect(expiresAt.toISOString()).toBe("2026-11-23T10:15:00.000Z");
    for (const other of [{ owner: newId() }, { workflow: "b" }, { now: expiresAt }, { quoteId: newId() }]) {
      expect(await spendQuote({ quoteId, owner, workflow: "a", now, ...other }, database.db)).toBeNull();
    }
    expect(await spendQuote({ quoteId, owner, workflow: "a", now }, database.db)).toBe(30);
    expect(await spendQuote({ quoteId, owner, workflow: "a", now }, database.db)).toBeNull();
    await makeQuote({ id: newId(), owner, workflow: "a", coins: 30, now }, database.db);
    expect(await sweepQuotes(new Date(expiresAt.getTime() + 1), database.db)).toBeGreaterThan(0);
  });
});
