import { supportAddressOf } from "#src/features/mail/rules.ts";
import assert from "node:assert/strict";
import { newId } from "#src/kit/ids.ts";
import type { Answer, Person } from "#src/testing/visitor.ts";
import { type Fact, onServer, section, type ServerWorld } from "./fact.ts";

const fact = section(7);

/** A call of section 7, made concrete by docs of the contract. */
interface Call {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  path: string;
  /** What the specification says of payload and answer. */
  says: string;
  /** A good request of its owner. */
  good: (
    world: ServerWorld,
    owner: Person,
  ) => Promise<{ path?: string; body?: unknown }> | { path?: string; body?: unknown };
  status?: number;
  /** Judges the answer to the good request, and what it left behind. */
  answer: (body: Answer["body"], world: ServerWorld) => Promise<void> | void;
  /** A bad body or query and the field paths of the refusal. */
  bad?: { path?: string; body?: unknown; fields: string[] };
  /** The good request names a record: another person gets 404 and nothing changes. Gives the record as its owner sees it. */
  record?: (owner: Person, request: { path?: string; body?: unknown }) => Promise<unknown>;
}

const entry = {
  type: "1000",
  title: "Steering group",
  start: "2026-11-24T09:00:00.000Z",
  end: "2026-11-24T10:00:00.000Z",
};
const outcome = {
  workflow: "socialPostWriterWorkflow",
  kind: "post",
  title: "Winter check",
  plannedAt: "2026-11-25T08:00:00.000Z",
};
/** An hour ago: nobody signs out in the future. */
const lastLogout = new Date(Date.now() - 3_600_000).toISOString();
const range = "from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z";

const created = (answer: Answer): Answer["body"] => {
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
};
const newEntry = async (person: Person): Promise<string> =>
  created(await person.send("POST", "/api/calendar/entry", { enData: entry })).entry.id;
const newOutcome = async (person: Person): Promise<string> =>
  created(await person.send("POST", "/api/workflows/scheduled/outcome", { enData: outcome })).outcome.id;
const newLead = async (person: Person): Promise<string> =>
  created(await person.send("POST", "/api/leads", { enData: { leads: [{ name: "Velofix", legalBasis: "consent" }] } }))
    .leads[0].id;
const newInsight = async (person: Person): Promise<string> =>
  created(
    await person.send("POST", "/api/leads/outreach/insights", {
      enData: { insights: [{ leadId: await newLead(person), subject: "Loan bikes" }] },
    }),
  ).insight.id;

const entryId = (request: { body?: unknown }): string => {
  const body = request.body as { id?: string; enData?: { entryId?: string; id?: string } };
  return body.id ?? body.enData?.entryId ?? body.enData?.id ?? "";
};
const outcomeOf = async (owner: Person, id: string): Promise<unknown> =>
  (await owner.send("GET", "/api/workflows/scheduled/outcome?limit=200")).body.outcomes.find(
    (one: { id: string }) => one.id === id,
  );
const insightOf = async (owner: Person, id: string): Promise<unknown> =>
  (await owner.send("GET", "/api/leads/outreach/insights?limit=200")).body.insights.find(
    (one: { id: string }) => one.id === id,
  );

const calls: Call[] = [
  {
    method: "GET",
    path: "/api/user/settings",
    says: "answers application, additionalInfo, calendarSettings, favoriteWorkflows, workflowSettings, onboardingState, dateUpdated",
    good: () => ({}),
    answer: (body) =>
      assert.deepEqual(Object.keys(body).toSorted(), [
        "additionalInfo",
        "application",
        "calendarSettings",
        "dateUpdated",
        "favoriteWorkflows",
        // Ours: which mails come.
        "mailSettings",
        "onboardingState",
        "workflowSettings",
      ]),
  },
  {
    method: "POST",
    path: "/api/user/settings",
    says: "takes the settings object and answers the settings",
    good: () => ({ body: { additionalInfo: { defaultProductsPitch: "Cargo bikes for towns" } } }),
    answer: (body) => assert.equal(body.additionalInfo.defaultProductsPitch, "Cargo bikes for towns"),
    bad: { body: { application: { appLanguage: "xx" } }, fields: ["application.appLanguage"] },
  },
  {
    method: "POST",
    path: "/api/auth/init-logout",
    says: "takes {dateLastLogout}",
    good: () => ({ body: { dateLastLogout: lastLogout } }),
    async answer(_body, { mara, product }) {
      const { rows } = await product.database.pool.query(`select date_last_logout as kept from "user" where id = $1`, [
        mara.userId,
      ]);
      assert.equal(rows[0]?.kept?.toISOString(), lastLogout);
    },
    bad: { body: { dateLastLogout: "yesterday" }, fields: ["dateLastLogout"] },
  },
  {
    method: "GET",
    path: "/api/user",
    says: "answers the user record, stored as the active user",
    good: () => ({}),
    answer: (body, { mara }) => {
      assert.deepEqual([body.email, body.name, body.ownedLicense], [mara.email, "Mara Brandt", "justRegistered"]);
      assert.equal(typeof body.credits, "number");
    },
  },
  {
    method: "POST",
    path: "/api/emailing/send-email",
    says: "takes {to, targetLanguage, targetEmailCase, targetGroup, placeholders}; status 200 means success",
    good: (_world, owner) => ({
      body: {
        to: owner.email,
        targetLanguage: "en",
        targetEmailCase: "user-use-case-wish",
        targetGroup: "customers",
        placeholders: { fullName: "Mara Brandt", firstName: "Mara", email: owner.email, wishUseCase: "Invoices" },
      },
    }),
    async answer(_body, { mara, product }) {
      const { rows } = await product.database.pool.query(
        `select recipient, kind from mail where user_id = $1 and kind = 'user-use-case-wish'`,
        [mara.userId],
      );
      // Nobody has shown yet that the address of the person is theirs: only support gets the wish.
      assert.deepEqual(rows, [{ recipient: supportAddressOf(product.deps.config), kind: "user-use-case-wish" }]);
    },
    bad: { body: { to: "nobody", targetEmailCase: "newsletter" }, fields: ["targetEmailCase", "to"] },
  },
  {
    method: "GET",
    path: "/api/projects/workflow",
    says: "answers the projects",
    good: async (world, owner) => {
      await world.projectOf(owner);
      return {};
    },
    answer: ({ projects }) => {
      assert.ok(projects.length > 0);
      for (const field of ["id", "workflow", "state", "dateUpdated", "fields"]) assert.ok(field in projects[0], field);
      assert.equal(typeof projects[0].fields.formValues.requirementTitle, "string");
    },
    bad: { path: "/api/projects/workflow?limit=0", fields: ["limit"] },
  },
  {
    method: "PATCH",
    path: "/api/projects/workflow",
    says: "takes the project update and answers {updatedProject}",
    good: async (world, owner) => ({
      body: { id: (await world.projectOf(owner)).projectId, name: "Spring plan", state: 60 },
    }),
    answer: ({ updatedProject }) => assert.deepEqual([updatedProject.name, updatedProject.state], ["Spring plan", 60]),
    bad: { body: { id: "x", state: 7 }, fields: ["id", "state"] },
    record: async (owner, request) =>
      (await owner.send("GET", `/api/projects/workflow/${entryId(request)}`)).body.project,
  },
  {
    method: "GET",
    path: "/api/calendar/entry/preview",
    says: "answers the entries of a visible range, without one those around today",
    good: async (_world, owner) => {
      await newEntry(owner);
      const later = {
        ...entry,
        title: "Next year",
        start: "2027-02-01T09:00:00.000Z",
        end: "2027-02-01T10:00:00.000Z",
      };
      created(await owner.send("POST", "/api/calendar/entry", { enData: later }));
      return { path: `/api/calendar/entry/preview?${range}` };
    },
    answer({ entries }) {
      assert.ok(entries.some((one: { title: string }) => one.title === entry.title));
      for (const one of entries) assert.ok(one.end >= "2026-11-01" && one.start < "2026-12-01", one.start);
    },
    bad: { path: "/api/calendar/entry/preview?from=x&to=y", fields: ["from", "to"] },
  },
  {
    method: "POST",
    path: "/api/calendar/entry",
    says: "takes enData (the entry) and activeLanguage (default 'en')",
    good: () => ({ body: { enData: entry, activeLanguage: "de" } }),
    status: 201,
    async answer({ entry: made }, { mara }) {
      assert.deepEqual([made.title, made.type], [entry.title, entry.type]);
      created(await mara.send("POST", "/api/calendar/entry", { enData: entry }));
    },
    bad: {
      body: { enData: { type: "9999", title: "", start: "x", end: entry.end }, activeLanguage: "xx" },
      fields: ["activeLanguage", "enData.start", "enData.title", "enData.type"],
    },
  },
  {
    method: "PATCH",
    path: "/api/calendar/entry",
    says: "takes the update",
    good: async (_world, owner) => ({ body: { id: await newEntry(owner), title: "Moved" } }),
    answer: ({ entry: changed }) => assert.equal(changed.title, "Moved"),
    bad: { body: { id: 1, type: "12" }, fields: ["id", "type"] },
    record: async (owner, request) => (await owner.send("GET", `/api/calendar/entry/${entryId(request)}`)).body.entry,
  },
  {
    method: "DELETE",
    path: "/api/calendar/entry",
    says: "takes enData with the entryId",
    good: async (_world, owner) => ({ body: { enData: { entryId: await newEntry(owner) } } }),
    answer: () => undefined,
    bad: { body: { enData: { entryId: "x" } }, fields: ["enData.entryId"] },
    record: async (owner, request) => (await owner.send("GET", `/api/calendar/entry/${entryId(request)}`)).body.entry,
  },
  {
    method: "GET",
    path: "/api/leads",
    says: "takes filters in the query, undefined ones skipped, and answers leads",
    good: async (_world, owner) => {
      const others = [{ name: "Velofix Nord", stage: "meeting" }, { name: "Radpost" }];
      created(await owner.send("POST", "/api/leads", { enData: { leads: others } }));
      await newLead(owner);
      created(await owner.send("POST", "/api/leads", { enData: { leads: others } }));
      return { path: "/api/leads?q=Velofix&stage=new" };
    },
    answer({ leads }) {
      assert.ok(leads.length > 0);
      for (const { name, stage } of leads) assert.deepEqual([name, stage], ["Velofix", "new"]);
    },
    bad: { path: "/api/leads?stage=lukewarm&limit=900", fields: ["limit", "stage.0"] },
  },
  {
    method: "POST",
    path: "/api/leads",
    says: "takes enData with a list of leads",
    good: () => ({ body: { enData: { leads: [{ name: "Kiezkorb" }, { name: "Radpost" }] } } }),
    status: 201,
    answer: ({ leads }) =>
      assert.deepEqual(leads.map((one: { name: string }) => one.name).toSorted(), ["Kiezkorb", "Radpost"]),
    bad: { body: { enData: { leads: [{ name: "" }] } }, fields: ["enData.leads.0.name"] },
  },
  {
    method: "PUT",
    path: "/api/leads",
    says: "takes {id, fields} and answers {updatedLead}",
    good: async (_world, owner) => ({ body: { id: await newLead(owner), fields: { stage: "meeting" } } }),
    answer: ({ updatedLead }) => assert.equal(updatedLead.stage, "meeting"),
    bad: { body: { id: newId(), fields: { stage: "lukewarm" } }, fields: ["fields.stage"] },
    record: async (owner, request) => (await owner.send("GET", `/api/leads/${entryId(request)}`)).body.lead,
  },
  {
    method: "PUT",
    path: "/api/leads",
    says: "takes {updates} and answers {updatedLeads}",
    good: async (_world, owner) => ({
      body: {
        updates: [
          { id: await newLead(owner), fields: { stage: "offer" } },
          { id: await newLead(owner), fields: { stage: "won" } },
        ],
      },
    }),
    answer: ({ updatedLeads }) =>
      assert.deepEqual(updatedLeads.map((one: { stage: string }) => one.stage).toSorted(), ["offer", "won"]),
    record: async (owner, request) => {
      const [first] = (request.body as { updates: { id: string }[] }).updates;
      return (await owner.send("GET", `/api/leads/${first?.id}`)).body.lead;
    },
  },
  {
    method: "DELETE",
    path: "/api/leads",
    says: "takes enData with the id",
    good: async (_world, owner) => ({ body: { enData: { id: await newLead(owner) } } }),
    answer: () => undefined,
    bad: { body: { enData: { id: "x" } }, fields: ["enData.id"] },
    record: async (owner, request) => (await owner.send("GET", `/api/leads/${entryId(request)}`)).body.lead,
  },
  {
    method: "GET",
    path: "/api/leads/outreach/insights",
    says: "takes optional query parameters and answers insights",
    good: async (_world, owner) => {
      const id = await newInsight(owner);
      const approved = { id, fields: { status: "approved" } };
      assert.equal((await owner.send("PUT", "/api/leads/outreach/insights", approved)).status, 200);
      await newInsight(owner);
      return { path: "/api/leads/outreach/insights?status=approved" };
    },
    async answer({ insights }, { mara }) {
      assert.ok(insights.length > 0);
      for (const { status } of insights) assert.equal(status, "approved");
      const [{ leadId }] = insights;
      const ofLead = (await mara.send("GET", `/api/leads/outreach/insights?leadId=${leadId}`)).body.insights;
      assert.ok(ofLead.length > 0 && ofLead.every((one: { leadId: string }) => one.leadId === leadId));
      const all = (await mara.send("GET", "/api/leads/outreach/insights")).body.insights;
      assert.ok(all.some((one: { status: string }) => one.status === "draft"));
    },
    bad: { path: "/api/leads/outreach/insights?status=lost", fields: ["status"] },
  },
  {
    method: "POST",
    path: "/api/leads/outreach/insights",
    says: "takes {enData} with a list and answers the created insight",
    good: async (_world, owner) => ({ body: { enData: { insights: [{ leadId: await newLead(owner) }] } } }),
    status: 201,
    answer: ({ insight, insights }) => assert.equal(insight.id, insights[0].id),
    bad: { body: { enData: { insights: [{ leadId: "x" }] } }, fields: ["enData.insights.0.leadId"] },
    record: async (owner) => (await owner.send("GET", "/api/leads/outreach/insights?limit=200")).body.insights,
  },
  {
    method: "PUT",
    path: "/api/leads/outreach/insights",
    says: "takes {id, fields} and answers the insight",
    good: async (_world, owner) => ({ body: { id: await newInsight(owner), fields: { status: "approved" } } }),
    answer: ({ insight }) => assert.equal(insight.status, "approved"),
    bad: { body: { id: newId(), fields: { status: "lost" } }, fields: ["fields.status"] },
    record: (owner, request) => insightOf(owner, entryId(request)),
  },
  {
    method: "GET",
    path: "/api/workflows/scheduled/outcome",
    says: "answers an object with an outcomes list",
    good: async (_world, owner) => {
      await newOutcome(owner);
      return {};
    },
    answer: ({ outcomes }) => assert.ok(outcomes.length > 0),
    bad: { path: "/api/workflows/scheduled/outcome?from=x", fields: ["from"] },
  },
  {
    method: "POST",
    path: "/api/workflows/scheduled/outcome",
    says: "takes {enData} and answers the created outcome",
    good: () => ({ body: { enData: outcome } }),
    status: 201,
    answer: ({ outcome: made }) => assert.equal(made.title, outcome.title),
    bad: { body: { enData: { ...outcome, plannedAt: "soon" } }, fields: ["enData.plannedAt"] },
  },
  {
    method: "PUT",
    path: "/api/workflows/scheduled/outcome",
    says: "takes {id, updates} and answers the updated outcome",
    good: async (_world, owner) => ({ body: { id: await newOutcome(owner), updates: { status: "approved" } } }),
    answer: ({ outcome: changed }) => assert.equal(changed.status, "approved"),
    bad: { body: { id: newId(), updates: { status: "lost" } }, fields: ["updates.status"] },
    record: (owner, request) => outcomeOf(owner, entryId(request)),
  },
  {
    method: "DELETE",
    path: "/api/workflows/scheduled/outcome",
    says: "takes {enData} wrapping {id}",
    good: async (_world, owner) => ({ body: { enData: { id: await newOutcome(owner) } } }),
    answer: () => undefined,
    bad: { body: { enData: { id: "x" } }, fields: ["enData.id"] },
    record: (owner, request) => outcomeOf(owner, entryId(request)),
  },
];

const goodAnswer = ({ method, path, says, good, status = 200, answer }: Call): Fact =>
  fact(
    `${method} ${path} ${says}`,
    onServer(`the owner's request answers ${status} and what is named`, async (world) => {
      const request = await good(world, world.mara);
      const got = await world.mara.send(method, request.path ?? path, request.body);
      assert.equal(got.status, status, JSON.stringify(got.body));
      await answer(got.body, world);
    }),
  );

const closed = ({ method, path, good, says }: Call): Fact =>
  fact(
    `${method} ${path} (${says}) needs a session`,
    onServer("nobody gets 401 and session.required", async (world) => {
      const request = await good(world, world.mara);
      const got = await world.nobody(method, request.path ?? path, request.body);
      assert.deepEqual([got.status, got.body.code], [401, "session.required"]);
    }),
  );

const judged = ({ method, path, bad }: Call): Fact[] =>
  bad
    ? [
        fact(
          `${method} ${path} refuses what it does not understand and names the fields`,
          onServer(`400 with the paths ${bad.fields.join(", ")}`, async ({ mara }) => {
            const got = await mara.send(method, bad.path ?? path, bad.body);
            assert.equal(got.status, 400, JSON.stringify(got.body));
            const named = new Set<string>(got.body.fields.map((one: { path: string }) => one.path));
            for (const field of bad.fields)
              assert.ok(named.has(field), `${field} is not among ${[...named].join(", ")}`);
          }),
        ),
      ]
    : [];

const owned = ({ method, path, says, good, record }: Call): Fact[] =>
  record
    ? [
        fact(
          `${method} ${path} (${says}) knows only the asker's own records`,
          onServer("another person gets 404 and sees nothing of it, and the record stays as it was", async (world) => {
            const request = await good(world, world.mara);
            const before = await record(world.mara, request);
            assert.notEqual(before, undefined);
            const got = await world.jonas.send(method, request.path ?? path, request.body);
            assert.deepEqual([got.status, got.body.code], [404, "notFound"]);
            assert.deepEqual(await record(world.mara, request), before);
            assert.notDeepEqual(await record(world.jonas, request), before);
          }),
        ),
      ]
    : [];

/** A person whose requests are written down as they go. */
function overhear(person: Person) {
  const asked: { path: string; body: Answer["body"] }[] = [];
  const asker: Person = {
    ...person,
    send(method, path, body, headers) {
      asked.push({ path, body: typeof body === "string" ? JSON.parse(body) : body });
      return person.send(method, path, body, headers);
    },
  };
  return { asker, asked };
}

/** Section 7: the calls the product makes. */
export const callFacts: Fact[] = [
  ...calls.flatMap((call) => [goodAnswer(call), closed(call), ...judged(call), ...owned(call)]),
  fact(
    "DELETE of a project takes enData with userId and projectId",
    onServer("the owner deletes; another person and another userId are refused", async (world) => {
      const { projectId } = await world.projectOf(world.jonas);
      const path = "/api/projects/workflow";
      const foreign = { enData: { userId: world.mara.userId, projectId } };
      assert.equal((await world.mara.send("DELETE", path, foreign)).status, 404);
      assert.equal((await world.jonas.send("DELETE", path, foreign)).status, 403);
      assert.equal((await world.jonas.send("GET", `${path}/${projectId}`)).status, 200);
      const own = { enData: { userId: world.jonas.userId, projectId } };
      assert.equal((await world.jonas.send("DELETE", path, own)).status, 200);
      assert.equal((await world.jonas.send("GET", `${path}/${projectId}`)).status, 404);
    }),
  ),
  fact(
    "/api/projects/workflow/revisions is the second base path of projects",
    onServer("lists, restores and deletes revisions", async (world) => {
      const { projectId } = await world.projectOf(world.mara);
      const path = "/api/projects/workflow/revisions";
      const restored = await world.mara.send("POST", path, { projectId, restore: 1 });
      assert.equal(restored.status, 200, JSON.stringify(restored.body));
      const { revisions } = (await world.mara.send("GET", `${path}?projectId=${projectId}`)).body;
      assert.equal(revisions[0].number, restored.body.revision.number);
      assert.equal((await world.jonas.send("GET", `${path}?projectId=${projectId}`)).status, 404);
      const remove = (person: Person, revisionId: string) =>
        person.send("DELETE", path, { enData: { projectId, revisionId } });
      const [newest, older] = revisions;
      assert.equal((await remove(world.jonas, older.id)).status, 404);
      assert.equal((await remove(world.mara, newest.id)).status, 409);
      assert.equal((await remove(world.mara, older.id)).status, 200);
      const left = (await world.mara.send("GET", `${path}?projectId=${projectId}`)).body.revisions;
      assert.deepEqual(
        left.map((one: { id: string }) => one.id),
        revisions.map((one: { id: string }) => one.id).filter((id: string) => id !== older.id),
      );
    }),
  ),
  fact(
    "The browser sends activeLanguage with a new calendar entry",
    onServer("the body of the store's request", async (world) => {
      const { calendarEntries } = await import("#src/features/calendar/web/store.ts");
      const { asker, asked } = overhear(world.mara);
      await world.inStore(asker, (store) => store.dispatch(calendarEntries.create({ enData: entry })).unwrap());
      assert.deepEqual(
        asked.map(({ body }) => body.activeLanguage),
        ["en"],
      );
    }),
  ),
  ...(["leads", "leadsOutreachInsights"] as const).map((name) =>
    fact(
      `Undefined filters of ${name} are left out of the query`,
      onServer("the address that the store asks for", async (world) => {
        const { leads } = await import("#src/features/leads/web/store.ts");
        const { leadsOutreachInsights } = await import("#src/features/insights/web/store.ts");
        const { asker, asked } = overhear(world.mara);
        await world.inStore(asker, async (store) => {
          if (name === "leads") await store.dispatch(leads.fetch({ city: "Mainz", minScore: undefined })).unwrap();
          else await store.dispatch(leadsOutreachInsights.fetch({ status: "draft", leadId: undefined })).unwrap();
        });
        const queries = asked.map(({ path }) => new URL(path, "http://localhost").searchParams);
        assert.equal(queries.length, 1);
        assert.equal(queries[0]?.get(name === "leads" ? "city" : "status"), name === "leads" ? "Mainz" : "draft");
        assert.deepEqual([queries[0]?.has("minScore"), queries[0]?.has("leadId")], [false, false]);
      }),
    ),
  ),
  fact(
    "enData that is sealed for one call opens no other",
    onServer("an entry's deletion sealed for leads, and sealed rightly", async ({ mara }) => {
      const { fromBase64, seal } = await import("#src/kit/envelope.ts");
      const key = fromBase64((await mara.send("GET", "/api/user/envelope-key")).body.key);
      assert.ok(key);
      const path = "/api/calendar/entry";
      const entryId = await newEntry(mara);
      for (const [method, other] of [
        ["DELETE", "/api/leads"],
        ["POST", path],
      ] as const) {
        const refused = await mara.send("DELETE", path, { enData: await seal(key, method, other, { entryId }) });
        assert.deepEqual([refused.status, refused.body.code], [400, "request.bad"]);
      }
      assert.equal((await mara.send("GET", `${path}/${entryId}`)).status, 200);
      const enData = await seal(key, "DELETE", path, { entryId });
      assert.equal((await mara.send("DELETE", path, { enData })).status, 200);
      assert.equal((await mara.send("GET", `${path}/${entryId}`)).status, 404);
    }),
  ),
  fact(
    "The client's encryption helper is AES-GCM with a caller-supplied key and a random 12-byte nonce, base64 of nonce and ciphertext",
    onServer("two sealings of one value, opened again by the platform's own cipher", async () => {
      const { fromBase64, seal } = await import("#src/kit/envelope.ts");
      const key = crypto.getRandomValues(new Uint8Array(32));
      const value = { entryId: newId() };
      const seals = [await seal(key, "DELETE", "/x", value), await seal(key, "DELETE", "/x", value)];
      assert.notEqual(seals[0], seals[1]);
      const opener = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
      for (const sealed of seals) {
        assert.match(sealed, /^[A-Za-z0-9+/]+=*$/);
        const bytes = fromBase64(sealed);
        assert.ok(bytes);
        const additionalData = new TextEncoder().encode("DELETE /x");
        const way = { name: "AES-GCM", iv: bytes.slice(0, 12), additionalData };
        const opened = await crypto.subtle.decrypt(way, opener, bytes.slice(12));
        assert.deepEqual(JSON.parse(new TextDecoder().decode(opened)), value);
      }
    }),
  ),
  fact(
    "POST /_log takes the client log",
    onServer("answers without a session, and refuses a body of a megabyte", async ({ nobody }) => {
      const log = { level: "error", message: "CLIENT_SESSION_ERROR", metadata: { path: "/dashboard" } };
      assert.ok((await nobody("POST", "/_log", log)).status < 300);
      assert.equal((await nobody("POST", "/_log", { ...log, message: "x".repeat(1_000_000) })).status, 413);
    }),
  ),
  fact(
    "GET /api/auth/csrf answers everybody with a csrfToken",
    onServer("a token for a visitor, the same one again", async ({ product }) => {
      const visitor = product.visit();
      const first = await visitor.send("GET", "/api/auth/csrf");
      assert.match(first.body.csrfToken, /^[0-9a-f]{64}$/);
      assert.deepEqual((await visitor.send("GET", "/api/auth/csrf")).body, first.body);
    }),
  ),
  fact(
    "GET /api/auth/providers answers everybody with the ways to sign in",
    onServer("the one way and its addresses", async ({ nobody, product }) => {
      const base = `${product.origin}/api/auth`;
      assert.deepEqual((await nobody("GET", "/api/auth/providers")).body, {
        credentials: {
          id: "credentials",
          name: "Credentials",
          type: "credentials",
          signinUrl: `${base}/signin/credentials`,
          callbackUrl: `${base}/callback/credentials`,
        },
      });
    }),
  ),
  fact(
    "GET /api/auth/session answers everybody: the person and the end of the session, or nothing",
    onServer("a person's answer and nobody's", async ({ mara, nobody }) => {
      const { user, expires } = (await mara.send("GET", "/api/auth/session")).body;
      assert.deepEqual([user.id, user.email], [mara.userId, mara.email]);
      assert.ok(Date.parse(expires) > Date.now());
      const answer = await nobody("GET", "/api/auth/session");
      assert.deepEqual([answer.status, answer.body], [200, {}]);
    }),
  ),
  fact(
    "Sign-in and sign-out are form-encoded with csrfToken, callbackUrl and json",
    onServer("a form signs in and out; without csrfToken it is 403", async ({ product }) => {
      const person = await product.signUp("Ida Falk");
      assert.ok("user" in (await person.send("GET", "/api/auth/session")).body);
      const form = new URLSearchParams({ callbackUrl: "/", json: "true" });
      assert.equal((await person.send("POST", "/api/auth/signout", form)).status, 403);
      await person.signOut();
      assert.deepEqual((await person.send("GET", "/api/auth/session")).body, {});
    }),
  ),
];
