import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Look,
  openContext,
  openServedProduct,
  password,
  register,
  type ServedProduct,
} from "#src/testing/browser.ts";
import { openOpenIdDouble, type OpenIdDouble } from "#src/testing/openIdDouble.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";

let double: OpenIdDouble;
let product: ServedProduct;
beforeAll(async () => {
  double = await openOpenIdDouble();
  product = await openServedProduct({ env: double.env });
});
afterAll(async () => {
  await product.close();
  await double.close();
});

const shots = process.env["SHOTS"];
const shoot = async (page: Page, name: string): Promise<void> => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
};

async function visit(look: Look = {}): Promise<{ page: Page; complaints: string[] }> {
  const { context, complaints } = await openContext(product, look);
  await context.addInitScript(() => {
    if (location.protocol === "http:") localStorage.setItem("trackingConsent", "denied");
  });
  return { page: await context.newPage(), complaints };
}

const looks: [string, Look][] = [
  ["1350-light", { width: 1350 }],
  ["1350-dark", { width: 1350, scheme: "dark" }],
  ["375-light", { width: 375 }],
  ["375-dark", { width: 375, scheme: "dark" }],
  ["1350-de", { width: 1350, locale: "de-DE" }],
  ["375-de", { width: 375, locale: "de-DE" }],
];

test.each(looks)("The sign-in page shows both forms behind tabs, without faults (%s)", async (name, look) => {
  const { page, complaints } = await visit(look);
  const isGerman = look.locale === "de-DE";
  await page.goto(isGerman ? "/de/pioneers/signin" : "/pioneers/signin");
  await page.getByRole("button", { name: /LinkedIn/ }).waitFor();
  expect(await page.getByRole("tab", { selected: true }).textContent()).toBe(
    isGerman ? "Konto anlegen" : "Create account",
  );
  expect(await pageFaults(page)).toEqual([]);
  await shoot(page, `create-account-${name}`);
  await page.locator("form button[type=submit]").click();
  await page.locator(".field-error").first().waitFor();
  expect(await pageFaults(page)).toEqual([]);
  await shoot(page, `create-account-errors-${name}`);
  await page.getByRole("tab", { name: isGerman ? "Anmelden" : "Sign in" }).click();
  await page.getByRole("button", { name: /passkey/i }).waitFor();
  await page.locator("input[type=email]").fill("nobody@example.com");
  await page.locator("input[type=password]").fill("not the password");
  await page.locator("form button[type=submit]").click();
  await page.locator(".field-error").waitFor();
  expect(await pageFaults(page)).toEqual([]);
  await shoot(page, `sign-in-${name}`);
  expect(complaints.filter((line) => !line.includes("401"))).toEqual([]);
});

/** A device with a screen lock, which answers at once, in place of the machine's own. */
async function addDevice(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    count: async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length,
  };
}

/** From the next page on, passkeys come into the list of the email field when `showList` says so. */
const holdList = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const isShown = new Promise<boolean>((done) => addEventListener("list", () => done(true)));
    // An empty page has no passkeys.
    if ("PublicKeyCredential" in globalThis) PublicKeyCredential.isConditionalMediationAvailable = () => isShown;
  });

/** Leaves the product first: a page that is open asks for something, is refused and goes to the sign-in by itself. */
async function forgetSession(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.context().clearCookies();
}
const showList = (page: Page): Promise<unknown> => page.evaluate(() => dispatchEvent(new Event("list")));

test.each([1350, 375] as const)(
  "A passkey is added in the settings, named, signs in by a press, and is removed (%i px)",
  async (width) => {
    const { page, complaints } = await visit({ width });
    const device = await addDevice(page);
    await register(page, "Ilse Winter");
    await page.goto("/settings#account");
    const account = page.locator("section#account");
    await account.getByRole("button", { name: "Add a passkey" }).click();
    const dialog = page.getByRole("dialog", { name: "Name your passkey" });
    await dialog.getByLabel("Name").fill("My laptop");
    expect(await pageFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save name" }).click();
    await account.getByText("My laptop").waitFor();
    expect(await device.count()).toBe(1);
    await account.getByText("Passkey added").waitFor();
    expect(await pageFaults(page)).toEqual([]);
    await account.getByRole("heading", { name: "Passkeys" }).scrollIntoViewIfNeeded();
    if (shots) await page.screenshot({ path: `${shots}/settings-passkeys-${width}.png` });
    // The same device holds one already.
    await account.getByRole("button", { name: "Add a passkey" }).click();
    await page.locator(".toast-title", { hasText: "The passkey didn't work" }).waitFor();

    // The list of the email field is not there yet: its device would answer before the press.
    await holdList(page);
    await forgetSession(page);
    await page.goto("/pioneers/signin?mode=signin");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.waitForURL("/dashboard");
    expect((await page.request.get("/api/user")).status()).toBe(200);

    // Chosen in the list of the email field, it signs in without a press.
    await forgetSession(page);
    await page.goto("/pioneers/signin?mode=signin");
    await page.getByRole("button", { name: "Sign in with a passkey" }).waitFor();
    await showList(page);
    await page.waitForURL("/dashboard");
    expect((await page.request.get("/api/user")).status()).toBe(200);

    await page.goto("/settings#account");
    await account.getByRole("button", { name: "Remove My laptop" }).click();
    await account.getByText("Passkey removed").first().waitFor();
    await account.getByText("My laptop").waitFor({ state: "detached" });
    expect(complaints.filter((line) => !/40[13]/.test(line))).toEqual([]);
  },
);

test("A press on the passkey button is not taken back by the list of the email field, which is ready later", async () => {
  const { page } = await visit();
  await addDevice(page);
  await register(page, "Ilse Winter");
  await page.goto("/settings#account");
  const account = page.locator("section#account");
  await account.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog", { name: "Name your passkey" }).getByRole("button", { name: "Save name" }).click();
  await account.getByText("Passkey added").waitFor();
  await forgetSession(page);
  await holdList(page);
  let letThrough = (): void => {};
  const held = new Promise<void>((done) => (letThrough = done));
  const asked: string[] = [];
  await page.route("**/api/auth/passkey/**", async (route) => {
    asked.push(new URL(route.request().url()).pathname);
    await held;
    await route.continue();
  });
  await page.goto("/pioneers/signin?mode=signin");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect.poll(() => asked.length).toBe(1);
  await showList(page);
  // Time for a second question, were there one.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  letThrough();
  await page.waitForURL("/dashboard");
  expect(asked.filter((path) => path === asked[0])).toHaveLength(1);
  await page.context().close();
});

test("Somebody new comes in with Google: name, terms, setup; and connects GitHub in the settings", async () => {
  const { page, complaints } = await visit();
  double.become({ subject: "71", name: "Ada Lovelace", email: "ada71@elsewhere.example", isVerified: true });
  await page.goto("/pioneers/signin");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.waitForURL("/pioneers/signin?mode=provider");
  await page.getByText("There's no account for ada71@elsewhere.example yet.").waitFor();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Ada Lovelace");
  expect(await pageFaults(page)).toEqual([]);
  await shoot(page, "provider-step");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText("Accept the terms to create an account.").waitFor();
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("/welcome");

  await page.goto("/settings#account");
  const account = page.locator("section#account");
  await account.getByText("You don't have a password yet.").waitFor();
  double.become({ subject: "72", name: "Ada Lovelace", email: "ada72@elsewhere.example", isVerified: true });
  await account.getByRole("button", { name: "Connect GitHub" }).click();
  await page.locator(".toast-title", { hasText: "GitHub connected" }).waitFor();
  expect(new URL(page.url()).search).toBe("");
  await account.getByRole("button", { name: "Disconnect GitHub" }).waitFor();
  expect(await pageFaults(page)).toEqual([]);
  await account.getByRole("button", { name: "Disconnect Google" }).click();
  await account.getByRole("button", { name: "Connect Google" }).waitFor();
  await account.getByRole("button", { name: "Disconnect GitHub" }).click();
  await page.locator(".toast-title", { hasText: "This is your only way to sign in" }).waitFor();

  // A sign-in of long ago is proven where the person has an account.
  await product.deps.db
    .updateTable("session")
    .set({ proven_at: new Date(Date.now() - 3_600_000) })
    .execute();
  await account.getByLabel("New password").fill(password);
  await account.getByRole("button", { name: "Set password" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm it's you" });
  expect(await proof.getByLabel("Password").count()).toBe(0);
  await proof.getByRole("button", { name: "Confirm with GitHub" }).click();
  await page.locator(".toast-title", { hasText: "Confirmed with GitHub." }).waitFor();
  await account.getByLabel("New password").fill(password);
  await account.getByRole("button", { name: "Set password" }).click();
  await page.locator(".toast-title", { hasText: "Password changed" }).waitFor();
  await account.getByLabel("Current password").waitFor();
  expect(complaints.filter((line) => !/40[139]/.test(line))).toEqual([]);
});

test.each([
  [{ denied: "access_denied" }, "You cancelled the LinkedIn sign-in.", "en-GB"],
  [{ denied: "access_denied" }, "Die Anmeldung bei LinkedIn wurde abgebrochen.", "de-DE"],
  [{ claims: { email_verified: false } }, "LinkedIn hasn't confirmed your email address.", "en-GB"],
  [{ signature: "stranger" as const }, "Signing in with LinkedIn didn't work.", "en-GB"],
] as const)("What goes wrong with a provider is told at the form (%j)", async (faults, words, locale) => {
  const { page } = await visit({ locale });
  double.become({ subject: "81", name: "Ada", email: "ada81@elsewhere.example", isVerified: true });
  await page.goto(locale === "de-DE" ? "/de/pioneers/signin" : "/pioneers/signin");
  double.fail(faults);
  await page.getByRole("button", { name: /LinkedIn/ }).click();
  await page.locator(".alert", { hasText: words }).waitFor();
  double.fail({});
  expect(await pageFaults(page)).toEqual([]);
});

test.each([
  ["?error=AccessDenied", "You cancelled the sign-in."],
  ["?error=ProviderTaken&provider=gone", "The account you used doesn't match."],
  ["?error=AccessDenied", "Die Anmeldung wurde abgebrochen."],
  ["?error=ProviderTaken&provider=gone", "Dieses Konto können Sie hier nicht verwenden."],
])(
  "What goes wrong with a provider that the address does not name has whole sentences (%s, %s)",
  async (query, words) => {
    const isGerman = words.startsWith("D");
    const { page } = await visit({ locale: isGerman ? "de-DE" : "en-GB" });
    await page.goto(`${isGerman ? "/de" : ""}/pioneers/signin${query}`);
    await page.getByRole("button", { name: /LinkedIn/ }).waitFor();
    expect(await page.locator(".alert").innerText()).toContain(words);
  },
);

test("A provider that is away is told below its button, and the button works again", async () => {
  const { page } = await visit();
  await page.route("**/api/auth/signin/google", (route) =>
    route.fulfill({ status: 503, json: { code: "signIn.providerDown", message: "away" } }),
  );
  await page.goto("/pioneers/signin?mode=signin");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByText("Google isn't responding.").waitFor();
  await page.unroute("**/api/auth/signin/google");
  double.become({ subject: "91", name: "Ada", email: "ada91@elsewhere.example", isVerified: true });
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.waitForURL("/pioneers/signin?mode=provider");
});
