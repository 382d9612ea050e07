import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { openLog } from "#src/platform/log.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { openVisitor, readEvents, signUp, type Person } from "#src/testing/visitor.ts";
import { faults, openProviderDouble, type ProviderDouble } from "#src/testing/providerDouble.ts";

/** What must never be read in a log. */
const providerKey = "sk-canary-0123456789abcdef0123456789abcdef";
const password = "a long enough password";
const authSecret = "a secret that only the tests know, 32+ characters";
const ownWords = "The heron stands in the reeds behind the customs house";

const lines: string[] = [];
const told = (): string => lines.join("");

let double: ProviderDouble;
let product: TestProduct;
let mara: Person;
const cookies = new Set<string>();
beforeAll(async () => {
  double = await openProviderDouble({ models: ["one"] });
  product = await openTestProduct({
    log: openLog("trace", { write: (line) => void lines.push(line) }),
    env: {
      AI_ENGINE: "",
      AI_MODEL: "openai-compatible:one",
      OPENAI_BASE_URL: `${double.url}/v1`,
      OPENAI_API_KEY: providerKey,
    },
  });
  mara = await signUp(
    openVisitor(product.origin, (request) => {
      for (const pair of (request.headers.get("cookie") ?? "").split(";")) {
        const value = decodeURIComponent(pair.slice(pair.indexOf("=") + 1).trim());
        if (value.length > 20) cookies.add(value);
      }
      return product.fetch(request);
    }),
  );
});
afterAll(async () => {
  await product.close();
  await double.close();
});

const workflow = "/api/workflows/userStoryWriterWorkflow";

async function run(): Promise<{ status: string; error: { code: string; message: string } | null }> {
  const { example } = (await mara.send("GET", workflow)).body;
  const formValues = { ...example, notes: ownWords };
  const { body } = await mara.send(
    "POST",
    `${workflow}/runs`,
    { enData: { formValues } },
    {
      "idempotency-key": newId(),
    },
  );
  await readEvents(mara, body.run.id);
  return (await mara.send("GET", `/api/workflows/runs/${body.run.id}`)).body.run;
}

/** Everything secret that this file's product knows, by name. */
async function secrets(): Promise<[string, string][]> {
  const { key } = (await mara.send("GET", "/api/user/envelope-key")).body;
  const connection = new URL(product.database.connectionString);
  return [
    ["the key of the provider", providerKey],
    ["the password", password],
    ["the secret of the server", authSecret],
    ["the password of the database", connection.password],
    ["the key of the envelopes", key],
    ["a person's own words", ownWords],
    ...[...cookies].map((value, index): [string, string] => [`cookie ${index}`, value]),
    ...[...cookies].map((value, index): [string, string] => [`token ${index}`, value.slice(0, 24)]),
  ];
}

async function expectSilence(): Promise<void> {
  const log = told();
  for (const [name, secret] of await secrets()) expect([name, log.includes(secret)]).toEqual([name, false]);
}

describe("trace log", () => {
  test("contains no secrets or user input after sign-up, sign-in and a wrong password", async () => {
    const { csrfToken } = (await mara.send("GET", "/api/auth/csrf")).body;
    const form = { csrfToken, email: mara.email, password: `${password} not`, json: "true" };
    expect((await mara.send("POST", "/api/auth/callback/credentials", new URLSearchParams(form))).status).toBe(401);
    await mara.send("POST", "/api/user/password", { currentPassword: "wrong", newPassword: password });
    expect(cookies.size).toBeGreaterThan(1);
    await expectSilence();
  });

  const ends: [string, Parameters<ProviderDouble["script"]>[0]][] = [
    [
      "a provider that repeats the key in its refusal",
      [
        {
          type: "status",
          status: 401,
          body: {
            error: { message: `Incorrect API key provided: ${providerKey}. ${ownWords}`, code: "invalid_api_key" },
          },
        },
      ],
    ],
    [
      "a provider that repeats the request in its error",
      [{ type: "status", status: 400, body: { error: { message: `Bad request: ${ownWords}, ${providerKey}` } } }],
    ],
    [
      "a provider that answers nothing usable",
      [{ type: "body", contentType: "text/html", body: `<p>${ownWords}</p>` }],
    ],
    ["a provider that breaks off", [faults.reset()]],
  ];
  test.each(ends)(
    "contains no secrets after a run with %s, and neither does the run's error",
    async (_name, script) => {
      double.script(script);
      const ended = await run();
      expect(ended.status).toBe("failed");
      expect(double.calls.length).toBeGreaterThan(0);
      expect(JSON.stringify(ended)).not.toContain(providerKey);
      await expectSilence();
      expect((await mara.send("GET", "/api/coins")).body).toEqual({ balance: 500, held: 0, credits: 500 });
    },
  );

  test("contains no user input after the database rejects a row with its values", async () => {
    await sql`alter table outcome add constraint outcome_canary check (title <> ${sql.lit(ownWords)})`.execute(
      product.database.db,
    );
    const answer = await mara.send("POST", "/api/workflows/scheduled/outcome", {
      enData: {
        workflow: "socialPostWriterWorkflow",
        kind: "post",
        title: ownWords,
        brief: password,
        plannedAt: "2026-05-01T08:00:00Z",
      },
    });
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      code: "server.error",
      message: "Something went wrong on our side",
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const line = lines.find((candidate) => candidate.includes(answer.body.requestId));
    expect(line).toContain("outcome_canary");
    await expectSilence();
  });

  test("contains no secrets or user input after a response fails its own schema", async () => {
    await sql`insert into settings (user_id, data, updated_at)
      values (${mara.userId}, ${JSON.stringify({ onboardingState: ownWords, favoriteWorkflows: [password] })}, now())`.execute(
      product.database.db,
    );
    expect((await mara.send("GET", "/api/user/settings")).status).toBe(500);
    await sql`delete from settings where user_id = ${mara.userId}`.execute(product.database.db);
    await expectSilence();
  });

  test("contains no user input after the database rejects a value", async () => {
    await sql`create function canary() returns trigger language plpgsql as
      $$ begin perform new.notes::uuid; return new; end $$`.execute(product.database.db);
    await sql`create trigger canary before insert on calendar_entry for each row execute function canary()`.execute(
      product.database.db,
    );
    const [start, end] = ["2026-05-01T08:00:00Z", "2026-05-01T09:00:00Z"];
    const answer = await mara.send("POST", "/api/calendar/entry", {
      enData: { type: "3010", title: "x", start, end, notes: ownWords },
    });
    expect(answer.status).toBe(500);
    expect(lines.find((line) => line.includes(answer.body.requestId))).toContain("22P02");
    await expectSilence();
  });
});

test("returns 500 with only a request id when a table is missing", async () => {
  await sql`alter table file rename to file_elsewhere`.execute(product.database.db);
  const answer = await mara.send("GET", "/api/files");
  expect(answer.status).toBe(500);
  expect(Object.keys(answer.body).toSorted()).toEqual(["code", "message", "requestId"]);
  expect(JSON.stringify(answer.body)).not.toMatch(/relation|select|file_|stack|node_modules|\.ts/);
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
});
