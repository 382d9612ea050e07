import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { brokenLaws } from "#src/server/ledgerLaws.ts";
import { openContext, openServedProduct, password, registerOnPage, type ServedProduct } from "#src/testing/browser.ts";
import { linkInMail } from "#src/testing/linkInMail.ts";
import { openStripeDouble, type StripeDouble } from "#src/testing/stripeDouble.ts";
import { openVisitor, readEvents, signIn } from "#src/testing/visitor.ts";

/* One person's way with account, coins and friends, from the sign-up to the deletion. */

let product: ServedProduct;
let stripe: StripeDouble | undefined;
afterEach(async () => {
  await product.close();
  await stripe?.close();
  stripe = undefined;
});

const welcome = { WELCOME_COINS: "60" };

async function openWithOwnCheckout(): Promise<void> {
  product = await openServedProduct({ env: welcome });
  await product.deps.db
    .insertInto("coupon")
    .values({ code: "STORY20", percent_off: 20, cents_off: null, currency: null, expires_at: null, most_uses: 1 })
    .execute();
}

async function openWithStripe(): Promise<void> {
  stripe = await openStripeDouble();
  stripe.addPromotion({ code: "STORY20", percentOff: 20, most: 1 });
  product = await openServedProduct({
    env: {
      ...welcome,
      PAYMENTS: "stripe",
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_URL: stripe.url,
    },
  });
}

async function payHere(page: Page): Promise<void> {
  await page.getByLabel("Card number").fill("4242 4242 4242 4242");
  await page.getByLabel("Expiry date").fill("04 / 49");
  await page.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: /^Pay 15\.20/ }).click();
}

/** The page of Stripe is left out: its events come over the wire with real signatures, and it leads back. */
async function payAtStripe(page: Page): Promise<void> {
  if (!stripe) throw new Error("no double of Stripe");
  await page.waitForURL(/^https:\/\/checkout\.stripe\.example\//);
  const session = stripe.lastSession();
  expect([page.url(), session.amount_total]).toEqual([session.url, 1520]);
  for (const { body, signature } of stripe.pay(session)) {
    const headers = { "content-type": "application/json; charset=utf-8", "stripe-signature": signature };
    const answer = await fetch(`${product.url}/api/payments/webhook`, { method: "POST", headers, body });
    expect(answer.status).toBe(200);
  }
  await page.goto(
    stripe.asked.findLast(({ call }) => call === "POST /v1/checkout/sessions")?.fields["success_url"] ?? "",
  );
}

test.each([
  { checkout: "our own checkout", open: openWithOwnCheckout, pay: payHere },
  { checkout: "Stripe", open: openWithStripe, pay: payAtStripe },
])(
  "Signs up, confirms, runs short of coins, buys with $checkout, invites, is rewarded, exports and deletes",
  { timeout: 180_000 },
  async ({ open, pay }) => {
    await open();
    const { context } = await openContext(product);
    await context.route("https://checkout.stripe.example/**", (route) => route.fulfill({ body: "Stripe" }));
    const page = await context.newPage();
    const toast = (title: string) => page.locator(".toast-title", { hasText: title }).waitFor();
    const email = await registerOnPage(page, "Mara Brandt");
    await page.getByRole("button", { name: "Decline" }).click();
    await page.goto(await linkInMail(product, email, "account-verify"));
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("confirmed").first().waitFor();

    // 60 coins pay for two articles, and for no content plan.
    await page.goto("/workflows/marketing/content/planner");
    await page.getByText("This run costs 300 coins. You have 60.").first().waitFor();
    await page.goto("/settings/coins");
    await page.getByLabel("Coupon code").fill("story20");
    await page.getByRole("button", { name: "Apply" }).click();
    await toast("Coupon applied");
    await page.getByRole("button", { name: "Buy 500 coins" }).click();
    await pay(page);
    await toast("Payment received");
    await page.getByText(/Coins bought, receipt \d{4}-\d+/).waitFor();

    await page.goto("/community/pioneers/invites");
    const friend = `friend-${Date.now()}@example.com`;
    await page.locator("main form input").first().fill(friend);
    await page.locator("main form button[type=submit]").first().click();
    await expect.poll(() => product.deps.db.selectFrom("invite").select("id").execute()).toHaveLength(1);

    // The friend follows the link of the mail, confirms and runs something.
    const offered = new URL(await linkInMail(product, friend, "reseller-invite"));
    const code = offered.searchParams.get("invite") ?? offered.pathname.split("/").at(-1) ?? "";
    const visitor = openVisitor(product.url);
    const signedUp = await visitor.send("POST", "/api/auth/register", {
      name: "Jonas Weber",
      email: friend,
      password,
      inviteCode: code,
    });
    expect(signedUp.status).toBe(201);
    await signIn(visitor, { email: friend, password });
    const token = new URL(await linkInMail(product, friend, "account-verify")).hash.replace("#token=", "");
    expect((await visitor.send("POST", "/api/auth/verify", { token })).status).toBe(200);

    const { example } = (await visitor.send("GET", "/api/workflows/blogArticleWriterWorkflow")).body;
    const started = await visitor.send(
      "POST",
      "/api/workflows/blogArticleWriterWorkflow/runs",
      { enData: { formValues: example } },
      { "idempotency-key": crypto.randomUUID() },
    );
    expect(started.status).toBe(202);
    await readEvents(visitor, started.body.run.id);

    await expect
      .poll(async () => (await context.request.get("/api/coins")).json(), { timeout: 30_000 })
      .toMatchObject({ credits: 660 });
    await page.goto("/settings/coins");
    await page.getByText("Reward").first().waitFor();

    await page.goto("/settings#account");
    const loading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export everything" }).click();
    const archive = unzipSync(await readFile((await (await loading).path()) ?? ""));
    const names = Object.keys(archive);
    expect(names.some((name) => name.endsWith("payment_order.json"))).toBe(true);
    expect(names.some((name) => name.endsWith("user.json"))).toBe(true);

    const me = (await (await context.request.get("/api/user")).json()) as { id: string };
    await page.getByRole("button", { name: "Delete account" }).first().click();
    const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
    await dialog.getByLabel(/^Type /).fill(email);
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await page.waitForURL((url) => url.pathname === "/" || url.pathname === "/pioneers/signin");
    const left = await product.deps.db.selectFrom("user").select("id").where("id", "=", me.id).execute();
    expect(left).toEqual([]);
    expect(await brokenLaws(product.database.pool)).toEqual([]);
  },
);
