import assert from "node:assert/strict";
import { newId } from "#src/kit/ids.ts";
import type { Person } from "#src/testing/visitor.ts";
import { type BrowserWorld, type Fact, inBrowser, onServer, section, type ServerWorld } from "./fact.ts";
import { isRaised, messageGroups, partOf, wordsOf } from "./messages.ts";

const fact = section(8);

type Store = Parameters<Parameters<ServerWorld["inStore"]>[1]>[0];
type Raise = (store: Store, person: Person) => Promise<unknown>;

const range = { from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z" };
const entry = { type: "1000", title: "Call", start: "2026-11-24T09:00:00Z", end: "2026-11-24T10:00:00Z" };
const outcome = { workflow: "w", kind: "post", title: "Post", plannedAt: "2026-11-24T09:00:00Z" };

const projects = () => import("#src/features/projects/web/store.ts").then((part) => part.userProjects);
const entries = () => import("#src/features/calendar/web/store.ts").then((part) => part.calendarEntries);
const leads = () => import("#src/features/leads/web/store.ts").then((part) => part.leads);
const insights = () => import("#src/features/insights/web/store.ts").then((part) => part.leadsOutreachInsights);
const outcomes = () => import("#src/features/outcomes/web/store.ts").then((part) => part.scheduledOutcomes);
const settings = () => import("#src/features/settings/web/store.ts").then((part) => part.settings);

/**
 * The raised messages. `as` says who asks: a session that has ended is refused with 401, somebody signed in who names
 * what is not theirs with 404.
 */
const messages: [string, "nobody" | "signedIn", Raise][] = [
  ["Failed to fetch user projects", "nobody", async (store) => store.dispatch((await projects()).fetch({})).unwrap()],
  [
    "Failed to update user project",
    "signedIn",
    async (store) => store.dispatch((await projects()).update({ id: newId(), name: "New" })).unwrap(),
  ],
  [
    "Failed to delete project: Not Found",
    "signedIn",
    async (store, { userId }) => store.dispatch((await projects()).remove({ userId, projectId: newId() })).unwrap(),
  ],
  [
    "User is not authenticated",
    "nobody",
    async (store) => store.dispatch((await projects()).remove({ userId: undefined, projectId: newId() })).unwrap(),
  ],
  [
    "Failed to fetch calendar entry previews",
    "nobody",
    async (store) => store.dispatch((await entries()).fetch(range)).unwrap(),
  ],
  [
    "Failed to create calendar entry",
    "nobody",
    async (store) => store.dispatch((await entries()).create({ enData: entry })).unwrap(),
  ],
  [
    "Failed to update calendar entry",
    "signedIn",
    async (store) => store.dispatch((await entries()).update({ id: newId(), title: "New" })).unwrap(),
  ],
  [
    "Failed to delete calendar entry",
    "signedIn",
    async (store, { userId }) => store.dispatch((await entries()).remove({ userId, entryId: newId() })).unwrap(),
  ],
  [
    "User not authenticated",
    "nobody",
    async (store) => store.dispatch((await entries()).remove({ userId: undefined, entryId: newId() })).unwrap(),
  ],
  ["Failed to fetch leads", "nobody", async (store) => store.dispatch((await leads()).fetch({})).unwrap()],
  [
    "Failed to create leads list",
    "nobody",
    async (store) => store.dispatch((await leads()).create({ name: "Velofix" })).unwrap(),
  ],
  [
    "Failed to update leads",
    "signedIn",
    async (store) => store.dispatch((await leads()).update({ id: newId(), fields: { stage: "won" } })).unwrap(),
  ],
  [
    "Failed to delete lead",
    "signedIn",
    async (store) => store.dispatch((await leads()).remove({ id: newId() })).unwrap(),
  ],
  [
    "Failed to fetch scheduled outcomes",
    "nobody",
    async (store) => store.dispatch((await outcomes()).fetch({})).unwrap(),
  ],
  [
    "Failed to create scheduled outcome",
    "nobody",
    async (store) => store.dispatch((await outcomes()).create(outcome)).unwrap(),
  ],
  [
    "Failed to update scheduled outcome",
    "signedIn",
    async (store) => store.dispatch((await outcomes()).update({ id: newId(), updates: { title: "New" } })).unwrap(),
  ],
  [
    "Failed to delete outcome",
    "signedIn",
    async (store) => store.dispatch((await outcomes()).remove({ id: newId() })).unwrap(),
  ],
  ["Failed to fetch insights", "nobody", async (store) => store.dispatch((await insights()).fetch({})).unwrap()],
  [
    "Failed to create insights list",
    "signedIn",
    async (store) => store.dispatch((await insights()).create({ leadId: newId() })).unwrap(),
  ],
  [
    "Failed to update insight",
    "signedIn",
    async (store) => store.dispatch((await insights()).update({ id: newId(), fields: { subject: "New" } })).unwrap(),
  ],
  ["Failed to fetch settings", "nobody", async (store) => store.dispatch((await settings()).fetch()).unwrap()],
  [
    "Failed to update settings",
    "nobody",
    async (store) => store.dispatch((await settings()).update({ favoriteWorkflows: [] })).unwrap(),
  ],
];

const raised = messages.map(([message, as, raise]) =>
  fact(
    `'${message.replace("Not Found", "{status text}")}' is raised on a non-OK answer, and the loading flag is cleared`,
    onServer("the store's rejection after the real server refused", async (world) => {
      await world.inStore(as === "nobody" ? null : world.mara, async (store) => {
        const failure: unknown = await raise(store, world.mara).then(
          () => undefined,
          (cause: unknown) => cause,
        );
        assert.equal(new Map(Object.entries(failure ?? {})).get("message"), message);
        const stuck = Object.entries(store.getState()).filter(([, state]) => "loading" in state && state.loading);
        assert.deepEqual(stuck, []);
      });
    }),
  ),
);

/** Messages of parts that are not built: what raises them must come with them. */
const awaitedMessages = messageGroups.flatMap(([group, keys]) =>
  keys.flatMap((key) => {
    const part = partOf(key);
    return part
      ? [
          fact(
            `Message ${key} (${group}) is told with a title and a description`,
            onServer("both words in both languages, and a part of the product that raises it", () => {
              for (const language of ["en", "de"] as const) wordsOf(language, key);
              assert.ok(isRaised(key), `nothing raises ${key}`);
            }),
            part,
          ),
        ]
      : [];
  }),
);

/** Opens the wish form in the support popup. */
const openWish = async (page: Parameters<Parameters<typeof inBrowser>[1]>[0]["page"]) => {
  await page.goto("/dashboard");
  const popup = page.getByRole("dialog", { name: /support/i });
  if (!(await popup.isVisible())) await page.getByRole("button", { name: /support/i }).click();
  await popup.getByRole("tab").nth(2).click();
  await popup.getByRole("textbox").first().fill("Write my invoices");
  return { popup, submit: popup.locator("form button[type=submit]") };
};

type Page = BrowserWorld["page"];

const toastOf = (page: Page, tone: "ok" | "danger", key: string): Promise<void> => {
  const { title, description } = wordsOf("en", key);
  return page.locator(`.toast.tone-${tone}`, { hasText: title }).filter({ hasText: description }).waitFor();
};

/** Opens the editor of an entry with one guest who is not invited yet. */
async function openGuests({ page, call, product }: Pick<BrowserWorld, "page" | "call" | "product">) {
  await product.database.db.updateTable("user").set({ email_verified: true }).execute();
  const attendees = [{ name: "Ute", email: "ute@example.com" }];
  const times = { start: "2060-11-24T09:00:00Z", end: "2060-11-24T10:00:00Z" };
  const made = await call("POST", "/api/calendar/entry", { enData: { ...entry, ...times, attendees } });
  assert.equal(made.status, 201);
  const { id } = (made.body as { entry: { id: string } }).entry;
  await page.goto(`/calendar?date=2060-11-24&entry=${id}`);
  const panel = page.getByRole("dialog");
  await panel.getByRole("button", { name: "Edit" }).click();
  return { panel, send: panel.getByRole("button", { name: "Send 1 invitation" }) };
}

/** Section 8: the error catalogue. */
export const errorFacts: Fact[] = [
  ...raised,
  fact(
    "The session client reports CLIENT_SESSION_ERROR",
    inBrowser("the client log when the session call fails", async ({ visitor }) => {
      const page = await visitor();
      await page.route("**/api/auth/session", (route) => route.fulfill({ status: 500, body: "{}" }));
      const log = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith("/_log"));
      await page.goto("/pioneers/signin");
      assert.match((await log).postData() ?? "", /CLIENT_SESSION_ERROR/);
    }),
  ),
  {
    ...fact(
      "Wish form: a non-200 answer gives a destructive toast with a send-error title and text",
      inBrowser("the toast after a refusal", async ({ page }) => {
        const { title, description } = wordsOf("en", "useCaseWish.sendError");
        await page.route("**/api/emailing/send-email", (route) =>
          route.fulfill({ status: 503, json: { code: "server.unavailable", message: "no" } }),
        );
        const { submit } = await openWish(page);
        await submit.click();
        await page.locator(".toast.tone-danger", { hasText: title }).filter({ hasText: description }).waitFor();
        await page.unrouteAll({ behavior: "wait" });
      }),
    ),
    tells: ["useCaseWish.sendError"],
  },
  fact(
    "Wish form: an exception gives an inline send-error message plus the same toast",
    inBrowser("the form and the toast after a broken connection", async ({ page }) => {
      const { title } = wordsOf("en", "useCaseWish.sendError");
      await page.route("**/api/emailing/send-email", (route) => route.abort());
      const { popup, submit } = await openWish(page);
      await submit.click();
      await popup.getByRole("alert").filter({ hasText: title }).waitFor();
      await page.locator(".toast.tone-danger", { hasText: title }).waitFor();
      await page.unrouteAll({ behavior: "wait" });
    }),
  ),
  {
    ...fact(
      "Wish form: success gives an inline message and a success toast, and the popup closes",
      inBrowser("the popup, the toast and the popup again after sending", async ({ page }) => {
        const { title } = wordsOf("en", "useCaseWish.sendSuccess");
        const { popup, submit } = await openWish(page);
        await submit.click();
        await popup.getByRole("status").filter({ hasText: title }).waitFor();
        await page.locator(".toast.tone-ok", { hasText: title }).waitFor();
        await popup.waitFor({ state: "hidden" });
      }),
    ),
    tells: ["useCaseWish.sendSuccess"],
  },
  fact(
    "Logout: a failure of recording the date is only logged",
    inBrowser("the log, and the person is signed out all the same", async ({ visitor }) => {
      const page = await visitor();
      await page.goto("/pioneers/signin");
      const { register } = await import("#src/testing/browser.ts");
      await register(page, "Pia Kern");
      await page.route("**/api/auth/init-logout", (route) => route.fulfill({ status: 500, json: {} }));
      const log = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith("/_log"));
      await page.locator(".side .SidebarProfile_who").click();
      await page.getByRole("menuitem", { name: "Logout" }).click();
      assert.match((await log).postData() ?? "", /INIT_LOGOUT_ERROR/);
      await page.waitForURL((url) => url.pathname === "/pioneers/signin");
      await page.goto("/dashboard");
      await page.waitForURL((url) => url.pathname === "/pioneers/signin");
    }),
  ),
  ...awaitedMessages,
  fact(
    "An appointment is shared by invitation, and a failure is told",
    onServer("an invitation of an entry's guest: its mail, an answer by its link, and a refusal", async (world) => {
      const { mara, jonas, nobody, product } = world;
      await mara.verify?.();
      const made = await mara.send("POST", "/api/calendar/entry", {
        enData: {
          ...entry,
          start: "2060-11-24T09:00:00Z",
          end: "2060-11-24T10:00:00Z",
          attendees: [{ name: "Ute", email: "ute@example.com" }],
        },
      });
      const { id } = made.body.entry;
      assert.equal((await jonas.send("POST", "/api/calendar/entry/share", { id })).status, 404);
      const shared = await mara.send("POST", "/api/calendar/entry/share", { id });
      assert.equal(shared.status, 200);
      const mail = await product.database.db
        .selectFrom("mail")
        .selectAll()
        .where("recipient", "=", "ute@example.com")
        .executeTakeFirstOrThrow();
      assert.equal(mail.calendar_method, "REQUEST");
      const token = /#token=([\w-]+)/.exec(mail.text_body)?.[1];
      const said = await nobody("POST", "/api/invitations/answer", { token, sequence: 0, answer: "accepted" });
      assert.equal(said.status, 200);
      const list = await mara.send("GET", `/api/calendar/entry/${id}/invitations`);
      assert.equal(list.body.invitations[0].state, "accepted");
    }),
  ),
  {
    ...fact(
      "Share appointment invitation: sending gives a success toast, a failure a destructive one",
      inBrowser("the toasts in an entry's editor", async ({ page, call, product }) => {
        const { panel, send } = await openGuests({ page, call, product });
        await page.route("**/api/calendar/entry/share", (route) =>
          route.fulfill({ status: 503, json: { code: "server.unavailable", message: "no" } }),
        );
        await send.click();
        await toastOf(page, "danger", "shareAppointment.sendError");
        await page.unrouteAll({ behavior: "wait" });
        await send.click();
        await toastOf(page, "ok", "shareAppointment.sendSuccess");
        await panel.getByText("No response yet").waitFor();
      }),
    ),
    tells: ["shareAppointment.sendSuccess", "shareAppointment.sendError"],
  },
  {
    ...fact(
      "Emailing: a mail that is sent once more gives a success toast, a failure a destructive one",
      inBrowser("the toasts after sending an invitation again", async ({ page, call, product }) => {
        const { panel, send } = await openGuests({ page, call, product });
        await send.click();
        const again = panel.getByRole("button", { name: /^Send again/ });
        await again.waitFor();
        await page.route("**/api/calendar/invitations/resend", (route) =>
          route.fulfill({ status: 503, json: { code: "server.unavailable", message: "no" } }),
        );
        await again.click();
        await toastOf(page, "danger", "emailing.sendError");
        await page.unrouteAll({ behavior: "wait" });
        await again.click();
        await toastOf(page, "ok", "emailing.sendSuccess");
      }),
    ),
    tells: ["emailing.sendSuccess", "emailing.sendError"],
  },
];
