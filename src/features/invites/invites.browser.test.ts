import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import {
  closeNotices,
  type Look,
  openContext,
  openServedProduct,
  password,
  type ServedProduct,
  signInByCalls,
} from "#src/testing/browser.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

const invites = "/community/pioneers/invites";
const stories = "/api/workflows/userStoryWriterWorkflow";

/** Somebody signed in whose address is confirmed. */
async function somebody(look: Look, name: string) {
  const { context, complaints } = await openContext(product, look);
  await closeNotices(context);
  const person = await signInByCalls(product, context, look, name);
  await confirm(person.userId);
  return { context, complaints, page: await context.newPage(), ...person };
}

const confirm = (userId: string) =>
  product.deps.db.updateTable("user").set({ email_verified: true }).where("id", "=", userId).execute();
const toast = (page: Page, title: string) => page.locator(".toast-title", { hasText: title }).waitFor();
const unique = (name: string): string => `${name}-${newId().slice(-12)}@guests.example`;

/** Signs up on the page that an invite leads to. @returns id of the person */
async function signUp(page: Page, { name, email, submit }: { name: string; email: string; submit: string }) {
  const form = page.locator("form").filter({ has: page.locator("input[autocomplete=name]") });
  await form.locator("input[autocomplete=name]").fill(name);
  await form.locator("input[type=email]").fill(email);
  await form.locator("input[type=password]").fill(password);
  await form.locator("input[name=terms]").check();
  await form.getByRole("button", { name: submit }).click();
  await page.waitForURL((url) => url.pathname.endsWith("/welcome"));
  const user = await product.deps.db
    .selectFrom("user")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return user.id;
}

/** A run to its end, started by the person of a page. */
async function run(page: Page): Promise<void> {
  const headers = { origin: product.url };
  const { example } = await (await page.request.get(stories)).json();
  const data = { enData: { formValues: example } };
  const more = { headers: { ...headers, "idempotency-key": newId() } };
  const answer = await page.request.post(`${stories}/runs`, { data, ...more });
  const { run: started } = await answer.json();
  await expect
    .poll(async () => (await (await page.request.get(`/api/workflows/runs/${started.id}`)).json()).run.status)
    .toBe("succeeded");
}

test("A friend comes by the link, confirms the address and runs: both are told and have their coins", async () => {
  const mara = await somebody({}, "Mara Brandt");
  const { page } = mara;
  await page.goto(invites);
  await page.getByRole("heading", { level: 1, name: "Invite friends" }).waitFor();
  await page.getByText("No invites yet").waitFor();
  await page.getByText("You get 100 coins when someone you invited finishes their first run.").waitFor();
  expect(await pageFaults(page)).toEqual([]);
  const link = page.getByRole("textbox", { name: "Your link" });
  await expect.poll(() => link.inputValue()).toMatch(/^localhost:\d+\/i\/\w{12}$/);

  const guest = await openContext(product, { width: 375, scheme: "dark" });
  await closeNotices(guest.context);
  const phone = await guest.context.newPage();
  await phone.goto(`http://${await link.inputValue()}`);
  await phone.getByText("Invited by Mara Brandt").waitFor();
  await phone.getByText("100 extra coins after your first run").waitFor();
  expect(await pageFaults(phone)).toEqual([]);
  const userId = await signUp(phone, { name: "Jonas Albrecht", email: unique("jonas"), submit: "Create account" });
  await page.reload();
  await page.getByRole("row", { name: /Jonas Albrecht.*Signed up, email not confirmed/ }).waitFor();
  await confirm(userId);
  await phone.goto(invites);
  await phone.getByRole("heading", { level: 1, name: "Invite friends" }).waitFor();
  await run(phone);
  // Another window of the person's had the focus meanwhile.
  await phone.evaluate(() => window.dispatchEvent(new Event("focus")));
  await toast(phone, "Reward received");
  await expect.poll(() => phone.locator(".balance").first().innerText()).toContain("580");
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await toast(page, "Reward received");
  await page.getByRole("row", { name: /Jonas Albrecht.*First run finished today.*\+100/ }).waitFor();
  await expect.poll(() => page.locator(".balance").first().innerText()).toContain("600");
  await page.getByText("From invites").waitFor();
  expect(await pageFaults(page)).toEqual([]);
  // Once, and not again.
  await page.reload();
  await page.getByRole("row", { name: /Jonas Albrecht/ }).waitFor();
  expect((await mara.send("GET", "/api/community/invites/rewards", undefined)).rewards).toEqual([]);
  expect([mara.complaints, guest.complaints]).toEqual([[], []]);
});

test("Invites are sent to several addresses; those that are refused stay, each with the reason", async () => {
  const mara = await somebody({}, "Mara Brandt");
  const jonas = await somebody({}, "Jonas Weber");
  const { page } = mara;
  await page.goto(invites);
  const field = page.getByRole("textbox", { name: "Email addresses" });
  const send = page.getByRole("button", { name: "Send invite" });
  await send.click();
  await page.getByText("Enter an email address").waitFor();
  await field.fill("lars@thonberg");
  await send.click();
  await page.getByText("lars@thonberg isn't valid. Enter an email like name@example.com.").waitFor();
  const [ute, lars] = [unique("ute"), unique("lars")];
  await field.fill(`${ute}; ${lars}`);
  await send.click();
  await toast(page, "Invite sent");
  await expect.poll(() => field.inputValue()).toBe("");
  await page.getByRole("row", { name: new RegExp(`${ute}.*Sent, valid until`) }).waitFor();
  await page.getByText("2 of 20").waitFor();

  const ana = unique("ana");
  await field.fill([ute, ana, jonas.email, mara.email].join(", "));
  await send.click();
  await toast(page, "You've already invited this person");
  await page
    .locator(".field-error", {
      hasText: `${ute}: You've already invited this person · ${jonas.email}: This person already has an account · ${mara.email}: This is your own address`,
    })
    .waitFor();
  expect(await field.inputValue()).toBe([ute, jonas.email, mara.email].join(", "));
  expect(await pageFaults(page)).toEqual([]);
  await page.getByRole("row", { name: new RegExp(ana) }).waitFor();
  await field.fill(jonas.email);
  await send.click();
  await toast(page, "This person already has an account");

  await page.getByRole("button", { name: `Withdraw the invite to ${lars}` }).click();
  await toast(page, "Invite withdrawn");
  await page.getByRole("row", { name: new RegExp(`${lars}.*Withdrawn today`) }).waitFor();
  expect(mara.complaints.filter((line) => !line.includes("409") && !line.includes("400"))).toEqual([]);
});

test("A failure while sending is told, and the address stays", async () => {
  const { page } = await somebody({}, "Mara Brandt");
  await page.goto(invites);
  await page.route("**/api/community/invites", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 503, json: { code: "server.unavailable", message: "no" } })
      : route.fallback(),
  );
  const field = page.getByRole("textbox", { name: "Email addresses" });
  await field.fill("ute@guests.example");
  await page.getByRole("button", { name: "Send invite" }).click();
  await toast(page, "Couldn't send the invite");
  expect(await field.inputValue()).toBe("ute@guests.example");
});

test("On a phone, in German and dark colours, an invite goes out in German and leads to the German page", async () => {
  const { page, complaints } = await somebody({ width: 375, scheme: "dark", locale: "de-DE" }, "Mara Brandt");
  await page.goto(`/de${invites}`);
  await page.getByRole("heading", { level: 1, name: "Freunde einladen" }).waitFor();
  const ute = unique("ute");
  await page.getByRole("textbox", { name: "E-Mail-Adressen" }).fill(ute);
  await page.getByRole("button", { name: "Einladung senden" }).click();
  await toast(page, "Einladung gesendet");
  await page.getByRole("row", { name: new RegExp(`${ute}.*Gesendet, gültig bis`) }).waitFor();
  expect(await pageFaults(page)).toEqual([]);
  const { text_body: text } = await product.deps.db
    .selectFrom("mail")
    .select("text_body")
    .where("recipient", "=", ute)
    .executeTakeFirstOrThrow();
  expect(text).toContain("Mara Brandt arbeitet mit Pioneer");
  const guest = await openContext(product, { locale: "de-DE" });
  const visitor = await guest.context.newPage();
  await visitor.goto(/https?:\S+invite=\S+/.exec(text)?.[0] ?? "");
  await visitor.getByText("Eingeladen von Mara Brandt").waitFor();
  await signUp(visitor, { name: "Ute Reich", email: ute, submit: "Konto anlegen" });
  await page.reload();
  await page.getByRole("row", { name: /Ute Reich.*Registriert, E-Mail nicht bestätigt/ }).waitFor();
  expect([complaints, guest.complaints]).toEqual([[], []]);
});

test("A link that no longer works offers nothing, and signing up goes on", async () => {
  const { context } = await openContext(product);
  const page = await context.newPage();
  await page.goto("/pioneers/signin?mode=register&invite=aaaaaaaaaaaa");
  await page.getByRole("heading", { name: "Create an account" }).waitFor();
  await signUp(page, { name: "Ida Brandt", email: unique("ida"), submit: "Create account" });
  expect(await page.getByText("Invited by").count()).toBe(0);
});
