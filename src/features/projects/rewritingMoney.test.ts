import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { brokenLaws } from "#src/server/ledgerLaws.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import {
  answer,
  faults,
  openProviderDouble,
  type ProviderDouble,
  type Reply,
  modelOf,
} from "#src/testing/providerDouble.ts";
import { sampleRun, sampleScript, type SampleRun } from "#src/testing/sampleAnswers.ts";
import { type Person, readEvents } from "#src/testing/visitor.ts";
import { grantCoins } from "#src/features/coins/server/ledger.ts";
import { includedRewrites, rewritePrice } from "#src/features/runs/rules.ts";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import type { Rewrite, RewritePlan } from "./contract.ts";

/* Nobody pays for a rewrite that brought nothing, more than was said, or what they do not have. */

let double: ProviderDouble;
let product: TestProduct;
let plan: SampleRun;
beforeAll(async () => {
  double = await openProviderDouble();
  product = await openTestProduct({
    env: {
      ...modelOf(double),
      AI_FIRST_CHUNK_MS: "500",
      WELCOME_COINS: String(cards.find(({ key }) => key === "blogArticleWriter")?.coins),
    },
  });
  plan = await sampleRun("blogArticleWriter");
  const sampled = sampleScript([plan], { pieceLength: 400 });
  const opening = String((plan.sample["opening"] as string[])[0]);
  const given = (text: string): Reply => answer(JSON.stringify({ opening: [text] }));
  let count = 0;
  const replies: Readonly<Record<Outcome, () => Reply>> = {
    ready: () => given(opening.replace("you can hear it", `you can hear it ${"well ".repeat((count += 1) % 4)}now`)),
    unchanged: () => given(opening),
    refusedKey: () => faults.unauthorized(),
    wrongShape: () => answer('{"title":1}'),
    silent: () => ({ type: "silent" }),
  };
  double.script((request) => {
    const wish = /outcome-(\w+)/.exec(JSON.stringify(request.body))?.[1];
    return wish === undefined ? sampled(request) : replies[wish as Outcome]();
  });
});
afterAll(async () => {
  await product.close();
  await double.close();
});

const outcomes = ["ready", "unchanged", "refusedKey", "wrongShape", "silent"] as const;
type Outcome = (typeof outcomes)[number];
interface Turn {
  outcome: Outcome;
  /** What the person does: when the model is done, or (`cancel`) at once. */
  reaction: "accept" | "refuse" | "cancel" | "cancelTwice";
  /** How often the start is sent. */
  sent: number;
}
const turns = fc.array(
  fc.record<Turn>({
    outcome: fc.constantFrom(...outcomes.filter((one) => one !== "silent"), "ready", "ready"),
    reaction: fc.constantFrom("accept", "refuse", "accept", "cancel", "cancelTwice"),
    sent: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 8, maxLength: 12 },
);

const path = "/api/projects/workflow";
const coinsOf = async (person: Person) => (await person.send("GET", "/api/coins")).body;

async function turn(person: Person, projectId: string, { outcome, reaction, sent }: Turn): Promise<Rewrite | string> {
  const { project } = (await person.send("GET", `${path}/${projectId}`)).body;
  const { revision } = (await person.send("GET", `${path}/${projectId}/revisions/${project.currentRevision}`)).body;
  const offered: RewritePlan = (await person.send("GET", `${path}/${projectId}/rewrite`)).body;
  const cancels = reaction === "cancel" || reaction === "cancelTwice";
  const body = {
    projectId,
    revision: revision.number,
    edits: revision.edits,
    section: "opening",
    wish: `outcome-${cancels ? "silent" : outcome}`,
    coins: offered.coins,
  };
  const key = newId();
  const starts = await Promise.all(
    Array.from({ length: sent }, () => person.send("POST", `${path}/rewrites`, body, { "idempotency-key": key })),
  );
  const ids = new Set(starts.map(({ body: one }) => one.rewrite?.id ?? one.code));
  expect(ids.size).toBe(1);
  const [id = ""] = ids;
  if (starts[0]?.status !== 202) return id;
  const rewrite = `${path}/rewrites/${id}`;
  const read = async (): Promise<Rewrite> => (await person.send("GET", rewrite)).body.rewrite;
  if (cancels) {
    const times = reaction === "cancel" ? 1 : 2;
    await Promise.all(Array.from({ length: times }, () => person.send("POST", `${rewrite}/cancel`, {})));
    return read();
  }
  await expect.poll(async () => ["queued", "running"].includes((await read()).status), { timeout: 15_000 }).toBe(false);
  const done = await read();
  if (done.status !== "ready" || done.offer?.kind !== "prose") return done;
  if (reaction === "refuse") await person.send("POST", `${rewrite}/refuse`, {});
  else {
    const choice = { kind: "prose", was: done.offer.before, paragraphs: done.offer.after };
    await Promise.all([1, 2].map(() => person.send("POST", `${rewrite}/accept`, { choice })));
  }
  return read();
}

test("random starts, answers, cancels and failures keep every law of money", { timeout: 180_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(turns, fc.integer({ min: 0, max: 3 }), async (all, affordable) => {
      const person = await product.signUp();
      const run = (
        await person.send(
          "POST",
          `/api/workflows/${plan.workflowName}/runs`,
          { enData: { formValues: plan.formValues } },
          { "idempotency-key": newId() },
        )
      ).body.run;
      await readEvents(person, run.id);
      const price = rewritePrice(run.coins);
      // So much is left that only some can be paid.
      const given = affordable * price + (affordable % 2);
      const grant = { key: `test:${person.userId}`, reason: "reward" as const, owner: person.userId, coins: given };
      await product.deps.db.transaction().execute((trx) => grantCoins(trx, grant, newId));
      let used = 0;
      let paid = 0;
      for (const one of all) {
        const before = await coinsOf(person);
        const result = await turn(person, run.projectId, one);
        const after = await coinsOf(person);
        if (typeof result === "string") {
          expect(result).toBe("coins.notEnough");
          expect(after).toEqual(before);
          continue;
        }
        const isKept = ["ready", "accepted", "refused"].includes(result.status);
        const isIncluded = used < includedRewrites;
        expect([result.status, result.coins]).toEqual([result.status, isIncluded ? 0 : price]);
        expect(result.coinsState).toBe(isKept ? "captured" : "released");
        if (isKept && isIncluded) used += 1;
        if (isKept && !isIncluded) paid += price;
        expect(after).toEqual({
          balance: before.balance - (isKept && !isIncluded ? price : 0),
          held: 0,
          credits: before.credits - (isKept && !isIncluded ? price : 0),
        });
        expect(after.credits).toBe(given - paid);
      }
      expect(await brokenLaws(product.database.pool)).toEqual([]);
    }),
    { numRuns: 3 },
  );
});
