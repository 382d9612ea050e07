import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import {
  addressConfirmation,
  emailChange,
  factorConfirmation,
  identityProof,
  linkSignIn,
  logout,
  passwordChange,
  registration,
  resetFinish,
  resetRequest,
  sessionsToEnd,
} from "#src/features/account/contract.ts";
import { answerInvitation, openInvitation } from "#src/features/sharing/contract.ts";
import { tokenOf } from "#src/features/sharing/server/mailing.ts";
import { seal } from "#src/kit/envelope.ts";
import { newId } from "#src/kit/ids.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import type { Answer, Person } from "#src/testing/visitor.ts";
import { contractCalls, fillPath, type ContractCall } from "./security/contractCalls.ts";
import type { Belongings } from "./security/fixture.ts";
import { fixtures, furnish } from "./security/fixtures.ts";
import { broken, fitting, wrongValues, type Known } from "./security/generate.ts";
import { envelopeKey } from "./security/sealed.ts";

/**
 * Every call with inputs made from its own schema, fitting and broken. FUZZ_RUNS is the number of inputs per call
 * (100000 in the long form), FUZZ_SEED repeats a run.
 */
const runs = Number(process.env["FUZZ_RUNS"] ?? 100);
const seed = Number(process.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

const beside = (key: string, method: string, path: string, schema: z.ZodType): ContractCall => ({
  key,
  method,
  path,
  params: [],
  input: z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }),
});

/** Deletions come last, so that the others find something. */
const calls = [
  ...contractCalls,
  beside("register", "POST", "/api/auth/register", registration),
  beside("reset-request", "POST", "/api/auth/reset/request", resetRequest),
  beside("reset-finish", "POST", "/api/auth/reset/finish", resetFinish),
  beside("verify", "POST", "/api/auth/verify", addressConfirmation),
  beside("open-invitation", "POST", "/api/invitations/open", openInvitation),
  beside("answer-invitation", "POST", "/api/invitations/answer", answerInvitation),
  beside("init-logout", "POST", "/api/auth/init-logout", logout),
  beside("link-request", "POST", "/api/auth/link/request", resetRequest),
  beside("link-finish", "POST", "/api/auth/link/finish", linkSignIn),
  beside("email-confirm", "POST", "/api/auth/email", addressConfirmation),
  beside("email", "POST", "/api/user/email", emailChange),
  beside("two-factor", "POST", "/api/user/two-factor", factorConfirmation),
  beside("proof", "POST", "/api/user/proof", identityProof),
  beside("password", "POST", "/api/user/password", passwordChange),
  beside("log", "POST", "/api/auth/_log", z.object({ code: z.string(), message: z.string(), level: z.string() })),
  beside("sessions", "DELETE", "/api/user/sessions", sessionsToEnd),
].toSorted((a, b) => Number(a.method === "DELETE") - Number(b.method === "DELETE"));

let product: TestProduct;
let mara: Person;
let has: Belongings;
let key: Uint8Array<ArrayBuffer>;
let examples: Record<string, Record<string, unknown>>;
const formNames = ["contentPlannerWorkflow", "blogArticleWriterWorkflow", "userStoryWriterWorkflow"];
beforeAll(async () => {
  // Coins for a few runs only: what is looked at here is the door, and behind it 402 is as good an answer as 202.
  product = await openTestProduct({ env: { WELCOME_COINS: "700" } });
  mara = await product.signUp();
  has = await furnish(mara);
  key = await envelopeKey(mara);
  examples = {};
  for (const name of formNames) examples[name] = (await mara.send("GET", `/api/workflows/${name}`)).body.example;
});
afterAll(() => product.close());

function knownOf(call: ContractCall): Known {
  const { projectId, revisionId, oldRevisionId, runId, outcomeId, entryId, fileId, quoteId, proposalKey } = has;
  const { leadId, insightId, invitationId, sharedEntryId, feedId } = has;
  const ids = [projectId, revisionId, oldRevisionId, runId, outcomeId, entryId, fileId, quoteId, leadId, newId()];
  const mostly = (...values: unknown[]) =>
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, fc.constantFrom(...ids));
  const feature = fixtures.find(({ handlers }) => Object.hasOwn(handlers, call.key.slice(0, call.key.indexOf("."))));
  const own = feature?.recordId?.(has) ?? projectId;
  const name = call.path.includes("scheduled") ? fc.constantFrom("x", ...formNames) : fc.constantFrom(...formNames);
  const form = fc.constantFrom(...Object.values(examples));
  const nullable = (arbitrary: fc.Arbitrary<unknown>) => fc.option(arbitrary);
  return {
    ids,
    names: ["Tide tables", "Eine Anzeige für Fähren", "x", "LinkedIn"],
    byName: {
      id: mostly(
        call.path.includes("/entry/") && call.key.startsWith("sharing.")
          ? sharedEntryId
          : call.path.includes("/feeds")
            ? feedId
            : own,
      ),
      emails: fc.constantFrom(["ute@example.com"], ["UTE@example.com", "jan@example.com"]),
      ...(call.path.startsWith("/api/invitations/")
        ? {
            token: mostly(tokenOf(invitationId, product.deps.config.authSecret)),
            sequence: fc.constantFrom(0, 1),
          }
        : {}),
      ids: fc.uniqueArray(mostly(leadId), { minLength: 1, maxLength: 3 }),
      leadId: mostly(leadId),
      insightId: mostly(insightId),
      projectId: mostly(projectId),
      revisionId: mostly(oldRevisionId),
      runId: mostly(runId),
      entryId: mostly(entryId),
      outcomeId: mostly(outcomeId),
      quoteId: mostly(quoteId),
      // Deleting oneself would end the test: 403 is as far as this one goes.
      userId: call.key === "account.deleteUser" ? fc.constantFrom(...ids) : mostly(mara.userId),
      keys: fc.array(fc.constantFrom(proposalKey, proposalKey, "none of ours"), { minLength: 1, maxLength: 3 }),
      number: fc.constantFrom("1", "2", 1, 2, 7),
      restore: fc.constantFrom(1, 2, 7),
      limit: fc.constantFrom(1, 50, 200, "7"),
      cursor: fc.constantFrom("", "e30", "WzFd", "WyIyMDI2LTAxLTAxVDAwOjAwOjAwWiJd"),
      workflowName: name,
      formValues: call.key.startsWith("projects.")
        ? fc.dictionary(
            fc.string({ minLength: 1, maxLength: 9 }).filter((text) => text.trim() !== "" && text !== "__proto__"),
            fc.jsonValue(),
          )
        : form,
      timeZone: fc.constantFrom("Europe/Berlin", "UTC", "America/St_Johns", "Asia/Kathmandu"),
      from: call.path.includes("settings")
        ? fc.constant("08:00")
        : fc.constantFrom("2026-01-01T00:00:00Z", "2026-02-28T23:59:59.999Z", "2026-03-29T02:30:00+02:00"),
      to: call.path.includes("emailing")
        ? fc.constantFrom("support@pioneer.invalid", mara.email, "somebody@example.com")
        : call.path.includes("settings")
          ? fc.constant("17:00")
          : fc.constantFrom("2026-05-31T00:00:00Z", "2026-10-25T02:30:00+01:00"),
      start: fc.constantFrom("2026-05-01T08:00:00Z", "1900-01-01T00:00:00Z", "2026-10-25T02:30:00+02:00"),
      end: fc.constantFrom("2026-12-01T08:00:00Z", "2200-12-31T23:59:59Z"),
      link: nullable(fc.webUrl()),
      type: fc.constantFrom("1000", "3010", "8040", "3080"),
      defaultGoalLanguage: fc.constantFrom("en", "de", "pt-BR"),
      email: call.key.startsWith("leads.")
        ? fc.array(fc.constantFrom("a@example.com", "b@example.com"), { maxLength: 2 })
        : fc.nat().map((count) => `fuzz-${count}@example.com`),
      // What queries carry as text, and what no JSON Schema says of them.
      ...(call.key === "leads.listLeads"
        ? {
            stage: fc.constantFrom("new", "won,lost", "contacted"),
            tag: fc.constantFrom("tide", "a,b"),
            has: fc.constantFrom("email", "email,phone", "website"),
            doNotContact: fc.constantFrom("true", "false", "0"),
            quietDays: fc.constantFrom("1", "30", "3650"),
            minScore: fc.constantFrom("0", "50", "100"),
            fields: fc.constantFrom("all", "table"),
            counts: fc.constantFrom("true", "false"),
          }
        : {}),
      language: fc.constantFrom("en", "de"),
      // Not together with a state, which no JSON Schema says.
      archived:
        call.key === "projects.updateProject"
          ? fc.constantFrom(undefined, undefined, true)
          : fc.constantFrom("true", "false"),
      favorite: call.key === "projects.updateProject" ? fc.boolean() : fc.constantFrom("true", "false"),
      phone: fc.array(fc.constantFrom("+49 341 555 01 20", "110"), { maxLength: 2 }),
      website: nullable(fc.webUrl()),
      url: nullable(fc.webUrl()),
      retrievedAt: fc.constant("2026-05-01T08:00:00Z"),
      lastContactAt: nullable(fc.constant("2026-05-01T08:00:00Z")),
      nextStepOn: nullable(fc.constantFrom("2026-05-01", "1900-01-01")),
      today: fc.constantFrom("2026-05-01", "1900-01-01", "2200-12-31"),
      newPassword: fc
        .string({ unit: "grapheme", minLength: 10, maxLength: 30 })
        .filter((text) => text.length <= 128 && text.trim() !== ""),
    },
  };
}

/** One request: mostly as the schema wants it, or with one to three places broken. */
function inputsOf(call: ContractCall): fc.Arbitrary<unknown> {
  if (!call.input) return fc.oneof(fc.constant(undefined), wrongValues);
  const whole = fitting(call.input, knownOf(call));
  return fc.oneof(
    { weight: 5, arbitrary: whole },
    { weight: 3, arbitrary: whole.chain(broken) },
    { weight: 2, arbitrary: whole.chain(broken).chain(broken).chain(broken) },
    { weight: 1, arbitrary: wrongValues },
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const asText = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

async function send(call: ContractCall, input: unknown, isSealed: boolean): Promise<Answer> {
  const rest: Record<string, unknown> = isRecord(input) ? { ...input } : {};
  const params: Record<string, string> = {};
  for (const name of call.params) {
    params[name] = asText(rest[name] ?? "x")
      .toWellFormed()
      .slice(0, 300);
    delete rest[name];
  }
  const path = fillPath(call.path, params);
  if (call.method === "GET") {
    const query = new URLSearchParams(
      Object.entries(rest).map(([name, value]) => [name, asText(value).slice(0, 2000)]),
    );
    return mara.send("GET", `${path}?${query}`);
  }
  let body: unknown = isRecord(input) ? rest : input;
  if (isSealed && isRecord(body) && "enData" in body) {
    body = { ...body, enData: await seal(key, call.method, new URL(path, product.origin).pathname, body["enData"]) };
  }
  return mara.send(call.method, path, body === undefined ? undefined : JSON.stringify(body), {
    "idempotency-key": newId(),
  });
}

interface Tally {
  sent: number;
  /** Passed the schema, whatever came then. */
  fitted: number;
  succeeded: number;
  slowestMs: number;
}
const tallies = new Map<string, Tally>();

test.each(calls.map((call) => [call.key, call] as const))(
  "%s answers any input without a server error",
  async (name, call) => {
    const tally: Tally = { sent: 0, fitted: 0, succeeded: 0, slowestMs: 0 };
    tallies.set(name, tally);
    await fc.assert(
      fc.asyncProperty(inputsOf(call), fc.integer({ min: 0, max: 3 }), async (input, dice) => {
        const startedAt = performance.now();
        const answer = await send(call, input, dice === 0);
        tally.slowestMs = Math.max(tally.slowestMs, performance.now() - startedAt);
        tally.sent += 1;
        if (![400, 413].includes(answer.status)) tally.fitted += 1;
        if (answer.status < 300) tally.succeeded += 1;
        expect([answer.status, answer.status < 500]).toEqual([answer.status, true]);
        if (answer.status >= 400) {
          expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
          expect(answer.body.code).toMatch(/^[a-zA-Z.]+$/);
        }
      }),
      { numRuns: runs, seed, endOnFailure: true },
    );
  },
  Math.max(60_000, runs * 200),
);

test("at least three of ten inputs are valid and all lists still load afterwards", async () => {
  let [sent, fitted, succeeded] = [0, 0, 0];
  const lines: string[] = [];
  for (const [name, tally] of tallies) {
    sent += tally.sent;
    fitted += tally.fitted;
    succeeded += tally.succeeded;
    const share = Math.round((100 * tally.fitted) / tally.sent);
    lines.push(
      `${name.padEnd(32)} ${tally.sent} sent, ${share} % fit, ${tally.succeeded} done, slowest ${Math.round(tally.slowestMs)} ms`,
    );
  }
  const share = Math.round((100 * fitted) / sent);
  process.stdout.write(
    `${lines.join("\n")}\nfuzz: seed ${seed}, ${sent} inputs, ${share} % fit their schema, ${succeeded} done\n`,
  );
  expect(sent).toBe(calls.length * runs);
  expect(share).toBeGreaterThanOrEqual(30);
  for (const path of [
    "/api/user",
    "/api/user/settings",
    "/api/projects/workflow",
    "/api/workflows/runs",
    "/api/workflows/scheduled/outcome?limit=200",
    "/api/calendar/entry/preview?from=1900-01-01T00:00:00Z&to=1900-12-31T00:00:00Z",
    "/api/calendar/entry/preview?from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z",
    "/api/coins/statement",
    "/api/user/sessions",
    "/api/leads?limit=200",
    "/api/leads/outreach/insights?limit=200",
    "/api/dashboard",
  ]) {
    expect([path, (await mara.send("GET", path)).status]).toEqual([path, 200]);
  }
});
