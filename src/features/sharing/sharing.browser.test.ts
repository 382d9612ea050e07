import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Look, openContext, openServedProduct, register, type ServedProduct } from "#src/testing/browser.ts";
import { parseMime } from "#src/testing/mime.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";
import { openSmtpDouble, type SmtpDouble } from "#src/testing/smtpDouble.ts";

let smtp: SmtpDouble;
let product: ServedProduct;
beforeAll(async () => {
  smtp = await openSmtpDouble();
  const env = { SMTP_URL: smtp.url, MAIL_FROM: "robot@pioneer.example", SUPPORT_EMAIL: "help@pioneer.example" };
  product = await openServedProduct({ env });
});
afterAll(async () => {
  await product.close();
  await smtp.close();
});

/** Link in the newest mail to a guest, once a mail server has it. */
async function linkTo(guest: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(() => {
      const mail = smtp.taken.findLast(({ to, raw }) => to.includes(guest) && raw.includes("method=REQUEST"));
      const text = mail && parseMime(mail.raw).parts[0]?.parts[0]?.text;
      link = /https?:\S+#token=\S+/.exec(text ?? "")?.[0];
      return link;
    })
    .toBeDefined();
  return link ?? "";
}

/** Somebody signed in, with one entry. */
async function organizer(guests: { name: string; email: string }[], look: Look = {}) {
  const { context, complaints } = await openContext(product, look);
  await context.addInitScript(() => {
    if (location.protocol === "http:") localStorage.setItem("trackingConsent", "denied");
  });
  const page = await context.newPage();
  const email = await register(page, "Mara Brandt");
  await product.deps.db.updateTable("user").set({ email_verified: true }).where("email", "=", email).execute();
  const made = await page.request.post("/api/calendar/entry", {
    data: {
      enData: {
        type: "1000",
        title: "First call",
        start: "2060-11-24T09:00:00Z",
        end: "2060-11-24T10:00:00Z",
        timeZone: "Europe/Berlin",
        location: "Pier 3",
        attendees: guests,
      },
    },
    headers: { origin: product.url },
  });
  const { entry } = await made.json();
  return { context, complaints, page, email, entryId: entry.id as string };
}

const toast = (page: Page, title: string) => page.locator(".toast-title", { hasText: title }).first().waitFor();
/** The form of an entry, by a link that was never followed: a reload of the form would keep it open. */
const openEntry = async (page: Page, id: string, language = "") => {
  await page.goto("about:blank");
  await page.goto(`${language}/calendar?view=month&date=2060-11-24&entry=${id}`);
  const panel = page.getByRole("dialog");
  await panel.getByRole("button", { name: /^(Edit|Bearbeiten)$/ }).click();
  await panel.locator("#guests-title").waitFor();
  return panel;
};

test(
  "An organiser invites, the guest suggests another time on the page and then accepts, and the organiser sees both",
  { timeout: 120_000 },
  async () => {
    const ute = { name: "Ute Kern", email: "ute@example.com" };
    const { page, complaints, entryId, email } = await organizer([ute]);
    const panel = await openEntry(page, entryId);
    await panel.getByText("Not invited yet").waitFor();
    await panel.getByRole("button", { name: "Send 1 invitation" }).click();
    await toast(page, "Invitation sent");
    await panel.getByText("No response yet").waitFor();
    expect(await pageFaults(page)).toEqual([]);

    // The guest has no account, and clocks of another zone.
    const link = await linkTo("ute@example.com");
    const guestContext = await product.browser.newContext({ locale: "en-GB", timezoneId: "America/New_York" });
    const guest = await guestContext.newPage();
    const asked: string[] = [];
    guest.on("request", (request) => asked.push(`${request.url()} ${request.headers()["referer"] ?? ""}`));
    await guest.goto(link);
    await guest.getByRole("heading", { level: 1, name: "First call" }).waitFor();
    const token = new URLSearchParams(new URL(link).hash.slice(1)).get("token") ?? "";
    expect(token).not.toBe("");
    expect(asked.filter((one) => one.includes(token))).toEqual([]);
    expect(guest.url()).toBe(`${product.url}/invitation`);
    await guest.getByText("Wed 24 Nov 2060, 04:00 to 05:00 (America/New_York, UTC-05:00)").waitFor();
    await guest.getByText("Wed 24 Nov 2060, 10:00 to 11:00 (Europe/Berlin, UTC+01:00)").waitFor();
    await guest.getByText(`Mara Brandt (${email})`).waitFor();
    expect(await pageFaults(guest)).toEqual([]);

    await guest.getByLabel("Message to Mara Brandt").fill("Earlier is hard.");
    await guest.getByRole("button", { name: "Suggest another time" }).click();
    await guest.getByLabel("Time").fill("09:30");
    await guest.getByRole("button", { name: "Send suggestion" }).click();
    await guest.getByText("You suggested Wed 24 Nov 2060, 09:30 to 10:30 (America/New_York, UTC-05:00)").waitFor();
    expect(await pageFaults(guest)).toEqual([]);

    await page.bringToFront();
    const again = await openEntry(page, entryId);
    await again.getByText("Suggested another time").waitFor();
    await again.getByText("Suggested time: Wed 24 Nov 2060, 15:30 to 16:30 (Europe/Berlin, UTC+01:00)").waitFor();
    await again.getByText("Earlier is hard.").waitFor();
    expect(await pageFaults(page)).toEqual([]);
    await again.getByRole("button", { name: "Use this time" }).click();
    await toast(page, "Entry changed");
    await again.waitFor({ state: "detached" });

    // What the guest still sees is old by now.
    await guest.bringToFront();
    await guest.getByRole("button", { name: "Accept" }).click();
    await toast(guest, "The appointment has changed");
    await guest.getByText("Wed 24 Nov 2060, 09:30 to 10:30 (America/New_York, UTC-05:00)").first().waitFor();
    await guest.getByRole("button", { name: "Accept" }).click();
    await guest.getByText("You accepted").waitFor();
    await guest.reload();
    await guest.getByText("You accepted").waitFor();

    await page.bringToFront();
    const last = await openEntry(page, entryId);
    await last.getByText("Accepted", { exact: true }).waitFor();
    await last.getByRole("button", { name: "Send again: Ute Kern" }).click();
    await toast(page, "Email sent");
    await last.getByRole("button", { name: "Cancel invitation: Ute Kern" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel invitation" }).click();
    await toast(page, "Invitation cancelled");
    await guest.reload();
    await guest.getByText("This invitation was cancelled").waitFor();
    await expect.poll(() => smtp.taken.some(({ raw }) => raw.includes("method=CANCEL"))).toBe(true);
    expect(complaints).toEqual([]);
    await guestContext.close();
  },
);

test("What cannot be sent is said in words: the own address, an address that is not confirmed, a server that fails", async () => {
  const { page, entryId, email } = await organizer([{ name: "", email: "jan@example.com" }]);
  const setAttendees = (attendees: object[]) =>
    page.request.patch("/api/calendar/entry", { data: { id: entryId, attendees }, headers: { origin: product.url } });
  await setAttendees([{ name: "", email }]);
  const panel = await openEntry(page, entryId);
  await panel.getByRole("button", { name: "Send 1 invitation" }).click();
  await toast(page, "You can't invite yourself");

  await setAttendees([{ name: "", email: "jan@example.com" }]);
  await product.deps.db.updateTable("user").set({ email_verified: false }).where("email", "=", email).execute();
  await openEntry(page, entryId);
  await panel.getByRole("button", { name: "Send 1 invitation" }).click();
  await toast(page, "Confirm your email address first");

  await page.route("**/api/calendar/entry/share", (route) =>
    route.fulfill({ status: 500, json: { code: "internal" } }),
  );
  await panel.getByRole("button", { name: "Send 1 invitation" }).click();
  await toast(page, "Couldn't send the invitation");
});

test("On a phone, in dark colours and German, a guest declines, and a link that is none says so", async () => {
  const look: Look = { width: 375, scheme: "dark", locale: "de-DE" };
  const { page, entryId, complaints } = await organizer([{ name: "Jan", email: "jan.kern@example.com" }], look);
  await page.request.post("/api/user/settings", {
    data: { application: { appLanguage: "de" } },
    headers: { origin: product.url },
  });
  const panel = await openEntry(page, entryId, "/de");
  await panel.getByRole("button", { name: "1 Einladung senden" }).click();
  await toast(page, "Einladung gesendet");
  expect(await pageFaults(page)).toEqual([]);
  const { context } = await openContext(product, look);
  const guest = await context.newPage();
  const link = await linkTo("jan.kern@example.com");
  expect(new URL(link).pathname).toBe("/de/invitation");
  await guest.goto(link);
  await guest.getByText("Mi 24.11.2060, 10:00 bis 11:00 (Europe/Berlin, UTC+01:00)").waitFor();
  await guest.getByRole("button", { name: "Absagen" }).click();
  await guest.getByText("Sie haben abgesagt").waitFor();
  expect(await pageFaults(guest)).toEqual([]);
  // Another word behind `#` alone would open no new page.
  await guest.goto("about:blank");
  await guest.goto(`${product.url}/de/invitation#token=${"x".repeat(43)}`);
  await guest.getByText("Diese Einladung gibt es nicht").waitFor();
  expect(await pageFaults(guest)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("The settings make a secret address of the calendar, show it once and revoke it", async () => {
  const { page, complaints } = await organizer([]);
  await page.goto("/settings#calendar");
  await page.getByRole("combobox", { name: "Entries" }).click();
  await page.getByRole("option", { name: "Marketing" }).click();
  await page.getByRole("button", { name: "Create link" }).click();
  const line = page.locator(".code-line code", { hasText: "/feeds/" });
  await line.waitFor();
  const url = (await line.textContent()) ?? "";
  expect((await fetch(url)).status).toBe(200);
  expect(await pageFaults(page)).toEqual([]);
  await page.reload();
  const revoke = page.getByRole("button", { name: "Revoke: Marketing" });
  await revoke.waitFor();
  expect(await line.count()).toBe(0);
  await revoke.click();
  await toast(page, "Calendar subscription revoked");
  expect((await fetch(url)).status).toBe(404);
  expect(complaints).toEqual([]);
});
