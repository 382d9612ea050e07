import type { Page } from "playwright-core";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openContext, openServedProduct, password, register, type ServedProduct } from "#src/testing/browser.ts";
import { linkInMail } from "#src/testing/linkInMail.ts";
import { settled } from "#src/testing/settled.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";
import { stepAt, totpCode } from "./server/totp.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

const shots = process.env["SHOTS"];
const shoot = async (page: Page, name: string): Promise<void> => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
};

function fromBase32(text: string): Buffer {
  const bits = Array.from(text.replaceAll(" ", ""), (letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  ).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

async function settings(width: 1350 | 375, name: string) {
  const opened = await openContext(product, { width });
  await opened.context.addInitScript(() => {
    if (location.protocol === "http:") localStorage.setItem("trackingConsent", "denied");
  });
  const page = await opened.context.newPage();
  const email = await register(page, name);
  await page.goto("/settings#account");
  const account = page.locator("section#account");
  await account.getByRole("heading", { name: "Account activity" }).waitFor();
  return { ...opened, page, email, account };
}

/** A session whose sign-in was long ago. */
const age = (): Promise<unknown> =>
  product.deps.db
    .updateTable("session")
    .set({ proven_at: sql<Date>`now() - interval '11 minutes'` })
    .execute();

test.each([1350, 375] as const)(
  "Two-factor sign-in is set up after a proof of identity and asked for at the sign-in (%i px)",
  async (width) => {
    const { context, complaints, page, email, account } = await settings(width, "Ilse Winter");
    await age();
    await account.getByRole("button", { name: "Set up" }).click();
    const proof = page.getByRole("dialog", { name: "Confirm it's you" });
    await proof.getByLabel("Password").fill("not this one");
    await proof.getByRole("button", { name: "Continue" }).click();
    await proof.getByText("That's not your password.").waitFor();
    expect(await pageFaults(page)).toEqual([]);
    await shoot(page, `confirm-${width}`);
    await proof.getByLabel("Password").fill(password);
    await proof.getByRole("button", { name: "Continue" }).click();

    const setUp = page.getByRole("dialog", { name: "Set up two-factor sign-in" });
    await setUp.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
    const secret = fromBase32((await setUp.locator("code").textContent()) ?? "");
    expect(await pageFaults(page)).toEqual([]);
    await shoot(page, `two-factor-${width}`);
    await setUp.getByLabel("Code", { exact: true }).fill("000000");
    await setUp.getByRole("button", { name: "Turn on" }).click();
    await setUp.getByText("That code isn't right. Enter the current one.").waitFor();
    // One step ahead is taken too, and leaves the present one for nobody.
    await setUp.getByLabel("Code", { exact: true }).fill(totpCode(secret, stepAt(new Date()) - 1));
    await setUp.getByRole("button", { name: "Turn on" }).click();
    const codes = page.getByRole("dialog", { name: "Save your recovery codes" });
    await codes.locator("li").first().waitFor();
    const [recovery = ""] = await codes.locator("li").allTextContents();
    expect(await codes.locator("li").count()).toBe(10);
    expect(await pageFaults(page)).toEqual([]);
    await shoot(page, `recovery-${width}`);
    await codes.getByRole("button", { name: "I've saved my codes" }).click();
    await account.getByText("On. You have 10 recovery codes left.").waitFor();
    await account.getByText("Two-factor sign-in turned on").waitFor();
    await shoot(page, `settings-${width}`);
    await context.close();

    const other = await openContext(product, { width });
    const gate = await other.context.newPage();
    await gate.goto("/pioneers/signin?mode=signin");
    const form = gate.locator("form").first();
    await form.getByLabel("Email").fill(email);
    await form.getByLabel("Password").fill(password);
    await form.getByRole("button", { name: "Sign in" }).click();
    const code = gate.getByLabel("Code", { exact: true });
    await code.waitFor();
    expect(await code.getAttribute("autocomplete")).toBe("one-time-code");
    expect(await pageFaults(gate)).toEqual([]);
    await shoot(gate, `signin-code-${width}`);
    await gate.getByRole("button", { name: "Use a recovery code" }).click();
    await gate.getByLabel("Recovery code").fill("aaaaa-bbbbb");
    await form.getByRole("button", { name: "Sign in" }).click();
    await gate.getByText("That code isn't right").waitFor();
    await gate.getByLabel("Recovery code").fill(recovery);
    await form.getByRole("button", { name: "Sign in" }).click();
    await gate.waitForURL(/dashboard/);
    expect([...complaints, ...other.complaints].filter((line) => !/40[13]/.test(line))).toEqual([]);
    await other.context.close();
  },
);

test("Name, picture and address are changed in the settings, and everything can be exported", async () => {
  const { context, page, email, account } = await settings(1350, "Ilse Winter");
  const devices = account.getByText("this browser", { exact: true });
  await devices.first().waitFor();
  await account.getByLabel("Name", { exact: true }).fill("Ilse Sommer");
  await account.getByRole("button", { name: "Save name" }).click();
  await page.locator('[data-side="profile"]').getByText("Ilse Sommer").waitFor();
  await settled(page);
  expect(await devices.count()).toBe(1);

  const png = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } });
  await account.getByLabel("Choose a picture").setInputFiles({ name: "me.png", mimeType: "image/png", buffer: png });
  await account.getByRole("button", { name: "Change picture" }).waitFor();
  await page.locator('[data-side="profile"] img').waitFor();
  await account
    .getByLabel("Choose a picture")
    .setInputFiles({ name: "x.png", mimeType: "image/png", buffer: Buffer.from("x") });
  await page.locator(".toast-title", { hasText: "Couldn't read this image" }).waitFor();
  await account.getByRole("button", { name: "Remove picture" }).click();
  await account.getByRole("button", { name: "Choose a picture" }).waitFor();

  const next = `new-${email}`;
  await account.getByLabel("New email address").fill(next);
  await account.getByRole("button", { name: "Change email address" }).click();
  await account.getByText(`Waiting for confirmation: ${next}`).waitFor();
  await shoot(page, "profile-1350");
  expect(await pageFaults(page)).toEqual([]);

  const download = page.waitForEvent("download");
  await account.getByRole("button", { name: "Export everything" }).click();
  expect((await download).suggestedFilename()).toMatch(/^pioneer-\d{4}-\d\d-\d\d\.zip$/);

  await page.goto(await linkInMail(product, next, "account-email"));
  await page.getByRole("heading", { level: 1, name: "Confirm your new email address" }).waitFor();
  await page.getByRole("button", { name: "Confirm address" }).click();
  await page.getByText("Your new address is confirmed.").waitFor();
  await page.goto("/settings#account");
  await account.getByText(next).first().waitFor();
  await context.close();
});

test.each([1350, 375] as const)(
  "A sign-in link is asked for on the sign-in page and signs in by a press (%i px)",
  async (width) => {
    const { context, email } = await settings(width, "Ilse Winter");
    await context.close();
    const { context: fresh, complaints } = await openContext(product, { width });
    const page = await fresh.newPage();
    await page.goto("/pioneers/signin?mode=signin");
    await shoot(page, `signin-${width}`);
    await page.getByRole("link", { name: "Email me a sign-in link" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign in by email" }).waitFor();
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByText("Check your email").first().waitFor();
    await page.goto(await linkInMail(product, email, "account-signIn"));
    await page.getByText("Press the button to sign in on this device.").waitFor();
    expect(new URL(page.url()).hash).toBe("");
    // Opening it is not using it.
    expect((await page.request.get("/api/user")).status()).toBe(401);
    await shoot(page, `signin-link-${width}`);
    expect(await pageFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(/dashboard/);
    expect((await page.request.get("/api/user")).status()).toBe(200);
    expect(complaints.filter((line) => !/401/.test(line))).toEqual([]);
    await fresh.close();
  },
);
