import fc from "fast-check";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { balanceOf, grantCoins, holdCoins, refundRun, settleHold } from "#src/features/coins/server/usecases.ts";
import { newId } from "#src/kit/ids.ts";
import { readConfig } from "#src/platform/config.ts";
import { brokenLaws } from "#src/server/ledgerLaws.ts";
import { openTestDatabase, type TestDatabase } from "#src/testing/database.ts";
import { rewardInvites, type RewardDeps } from "./server/rewards.ts";
import { invitesOf } from "./server/repository.ts";
import { welcomeInvited } from "./server/usecases.ts";

/* Rewards in the ledger under any history of sign-ups, confirmed addresses, runs, returns and deleted accounts. */

const reward = 100;
const price = 20;
const atFirst = 100;
let database: TestDatabase;
let deps: RewardDeps;
beforeAll(async () => {
  database = await openTestDatabase(12);
  const config = {
    ...readConfig({}),
    appUrl: "https://pioneer.example",
    authSecret: "a secret of a test, 32+ characters",
  };
  deps = { config, db: database.db, newId, now: () => new Date(), log: pino({ level: "silent" }) };
});
afterAll(() => database.close());

interface Somebody {
  id: string;
  /** Place of the one whose link was used; undefined without one. */
  by: number | undefined;
  isConfirmed: boolean;
  /** Runs that were paid for and not returned. */
  paid: string[];
  isGone: boolean;
  /** Whether the reward for this person's sign-up was given. */
  isRewarded: boolean;
}

/** A person with coins, who came by the link of another one or by none. */
async function join(people: Somebody[], by: number | undefined): Promise<void> {
  const inviter = by === undefined ? undefined : people[by];
  const inviteCode = inviter && ((await invitesOf(inviter.id, database.db).code()) ?? undefined);
  const id = newId();
  await database.db.transaction().execute(async (trx) => {
    const user = { id, name: "Somebody", email: `${id}@people.example`, language: "en" as const };
    await trx.insertInto("user").values(user).execute();
    await grantCoins(trx, { key: `welcome:${id}`, reason: "welcome", owner: id, coins: atFirst }, newId);
    await welcomeInvited({ id, language: "en", inviteCode }, trx, deps);
  });
  people.push({
    id,
    by: inviter?.isGone ? undefined : by,
    isConfirmed: false,
    paid: [],
    isGone: false,
    isRewarded: false,
  });
}

const runOf = async (owner: string, state: "captured" | "released"): Promise<string> => {
  const runId = newId();
  await database.db.transaction().execute(async (trx) => {
    await holdCoins(trx, { runId, owner, coins: price, workflow: "w", projectId: newId(), at: new Date() }, newId);
    await settleHold(trx, runId, state, new Date(), newId);
  });
  return runId;
};

const step = fc.oneof(
  fc.record({ do: fc.constant("join" as const), who: fc.nat(7) }),
  fc.record({ do: fc.constantFrom("confirm" as const, "pay" as const, "fail" as const), who: fc.nat(7) }),
  fc.record({ do: fc.constantFrom("confirm" as const, "pay" as const), who: fc.nat(7) }),
  fc.record({ do: fc.constantFrom("return" as const, "leave" as const), who: fc.nat(7) }),
  fc.record({ do: fc.constant("reward" as const), who: fc.integer({ min: 1, max: 6 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What a history must have given everybody, one step after the other. */
async function play(steps: readonly Step[]): Promise<{ people: Somebody[]; owed: Map<string, number> }> {
  const people: Somebody[] = [];
  const owed = new Map<string, number>();
  const add = (id: string, coins: number): void => void owed.set(id, (owed.get(id) ?? 0) + coins);
  for (let one = 0; one < 2; one += 1) await join(people, undefined);
  for (const { do: what, who } of steps) {
    const person = people[who % people.length];
    if (what === "join") await join(people, who % people.length);
    if (!person || (person.isGone && what !== "reward")) continue;
    if (what === "confirm") {
      person.isConfirmed = true;
      await database.db.updateTable("user").set({ email_verified: true }).where("id", "=", person.id).execute();
    } else if (what === "pay" && person.paid.length < 3) {
      person.paid.push(await runOf(person.id, "captured"));
      add(person.id, -price);
    } else if (what === "fail") {
      if ((await balanceOf(person.id, database.db)).credits >= price) await runOf(person.id, "released");
    } else if (what === "return" && person.paid.length > 0) {
      const runId = person.paid.pop() ?? "";
      await database.db.transaction().execute((trx) => refundRun(trx, runId, newId));
      add(person.id, price);
    } else if (what === "leave") {
      person.isGone = true;
      await database.db.deleteFrom("user").where("id", "=", person.id).execute();
    } else if (what === "reward") {
      await Promise.all(Array.from({ length: who }, () => rewardInvites(deps)));
      for (const invited of people) {
        const isDue = invited.by !== undefined && invited.isConfirmed && invited.paid.length > 0;
        if (!isDue || invited.isGone || invited.isRewarded) continue;
        invited.isRewarded = true;
        add(invited.id, reward);
        const inviter = people[invited.by ?? -1];
        if (inviter && !inviter.isGone) add(inviter.id, reward);
      }
    }
  }
  return { people, owed };
}

describe("rewards for invites", () => {
  test("are exactly what the history promises, for both sides, once", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 30 }), async (steps) => {
        const { people, owed } = await play(steps);
        for (const { id } of people) {
          const { balance, held } = await balanceOf(id, database.db);
          expect([balance, held]).toEqual([atFirst + (owed.get(id) ?? 0), 0]);
        }
        expect(await brokenLaws(database.pool)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test("keep the ledger's laws when everything happens at once", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 5 }),
        fc.array(fc.nat(4), { maxLength: 6 }),
        async (guests, leaving) => {
          const people: Somebody[] = [];
          await join(people, undefined);
          for (let one = 0; one < guests; one += 1) await join(people, one % people.length);
          await Promise.all([
            ...people.map(async ({ id }) => {
              await database.db.updateTable("user").set({ email_verified: true }).where("id", "=", id).execute();
              await runOf(id, "captured");
            }),
            ...Array.from({ length: 6 }, () => rewardInvites(deps)),
            ...leaving.map(async (who) => {
              const id = people[who % people.length]?.id ?? "";
              await database.db.deleteFrom("user").where("id", "=", id).execute();
            }),
            ...Array.from({ length: 6 }, () => rewardInvites(deps)),
          ]);
          await rewardInvites(deps);
          expect(await brokenLaws(database.pool)).toEqual([]);
          const { rows } = await database.pool.query<{ total: number; granted: number; spent: number }>(
            `select (select coalesce(sum(balance), 0)::int from coin_account where owner = any ($1)) as total,
                  (select coalesce(sum(e.amount), 0)::int from coin_transaction t join coin_entry e on e.transaction_id = t.id
                    where t.owner = any ($1) and t.reason in ('welcome', 'reward') and e.amount > 0) as granted,
                  (select coalesce(sum(coins), 0)::int from coin_hold where owner = any ($1) and state = 'captured') as spent`,
            [people.map(({ id }) => id)],
          );
          const [sums] = rows;
          expect(sums?.total).toBe((sums?.granted ?? 0) - (sums?.spent ?? 0));
        },
      ),
      { numRuns: 25 },
    );
  });
});
