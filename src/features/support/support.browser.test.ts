import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Look, openContext, openServedProduct, register, type ServedProduct } from "#src/testing/browser.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";
import { settled } from "#src/testing/settled.ts";

/** What a counting server of the operator would hear. */
const heard: { path: string; body: string; cookie: string | undefined; referer: string | undefined }[] = [];
let stats: Server;
let product: ServedProduct;
beforeAll(async () => {
  stats = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const { cookie, referer } = request.headers;
      heard.push({ path: request.url ?? "", body, cookie, referer });
      response.writeHead(202, { "access-control-allow-origin": "*" }).end("ok");
    });
  });
  stats.listen(0, "127.0.0.1");
  await once(stats, "listening");
  product = await openServedProduct({
    env: {
      SUPPORT_EMAIL: "help@pioneer.example",
      ANALYTICS: "plausible",
      ANALYTICS_URL: `http://127.0.0.1:${(stats.address() as AddressInfo).port}`,
      ANALYTICS_SITE: "pioneer.example",
    },
  });
});
afterAll(async () => {
  await product.close();
  stats.closeAllConnections();
  await new Promise((done) => stats.close(done));
});

const popupOf = (page: Page) => page.getByRole("dialog", { name: "Support" });
const bannerOf = (page: Page) => page.getByRole("region", { name: /cookie/i });

async function openSignedIn(look: Look): Promise<{ page: Page; complaints: string[]; close: () => Promise<void> }> {
  const { context, complaints } = await openContext(product, look);
  const page = await context.newPage();
  await register(page);
  await page.goto("/dashboard");
  return { page, complaints, close: () => context.close() };
}

const looks: Look[] = [
  { width: 1350, scheme: "light", locale: "en-GB" },
  { width: 375, scheme: "dark", locale: "de-DE" },
];

test.each(looks)(
  "At $width px in $scheme and $locale support and the consent banner are accessible, fit the screen and do not take the focus",
  async (look) => {
    const { page, complaints, close } = await openSignedIn(look);
    const button = page.getByRole("button", { name: "Support", exact: true });
    await bannerOf(page).waitFor();
    await button.waitFor();
    expect(
      await page.evaluate(
        () => document.activeElement?.closest(".Support_support-popup, .ConsentBanner_consent") ?? null,
      ),
    ).toBeNull();
    if (look.width === 375) {
      await expect(popupOf(page).count()).resolves.toBe(0);
      await button.click();
    }
    await popupOf(page).waitFor();
    if (look.width === 1350) {
      await button.click();
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("tab");
    }
    const broken: string[] = [];
    for (const tab of await popupOf(page).getByRole("tab").all()) {
      await tab.click();
      broken.push(...(await pageFaults(page)));
    }
    await popupOf(page).locator("[name=whichUseCase]").fill("x");
    await popupOf(page).locator("[name=whichUseCase]").fill("");
    await popupOf(page).locator("[name=userEmail]").fill("no address");
    await popupOf(page).locator("[name=userEmail]").blur();
    await popupOf(page).locator(".field-error").nth(1).waitFor();
    broken.push(...(await pageFaults(page)));
    expect(broken).toEqual([]);
    await popupOf(page).getByRole("tab").first().focus();
    await page.keyboard.press("Escape");
    await popupOf(page).waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-haspopup"))).toBe("dialog");
    await page.reload();
    await button.waitFor();
    await bannerOf(page).waitFor();
    expect([await popupOf(page).count(), await button.getAttribute("aria-expanded")]).toEqual([0, "false"]);
    expect(complaints).toEqual([]);
    await close();
  },
);

test("Support opens on the first tab that leads to somebody", async () => {
  const { page, close } = await openSignedIn({ locale: "en-GB" });
  const popup = popupOf(page);
  const selected = popup.getByRole("tab", { selected: true });
  await popup.getByRole("link", { name: "help@pioneer.example" }).waitFor();
  expect(await selected.textContent()).toBe("Email");
  // With neither number nor address, what is left is the wish; its form comes for those who want it.
  await page.route("**/api/support/contact", async (route) => {
    const json = await (await route.fetch()).json();
    return route.fulfill({ json: { ...json, members: [], email: null } });
  });
  await page.reload();
  await popup.getByText("Missing a workflow?").waitFor();
  expect([await selected.textContent(), await popup.locator("[name=whichUseCase]").count()]).toEqual([
    "Request a workflow",
    0,
  ]);
  await page.getByRole("button", { name: "Support", exact: true }).click();
  await popup.locator("[name=whichUseCase]").waitFor();
  expect(await selected.textContent()).toBe("Request a workflow");
  await expect.poll(() => selected.evaluate((tab) => document.activeElement === tab)).toBe(true);
  await popup.getByRole("tab", { name: "Email" }).click();
  await popup.getByText("Email support isn't available here.").waitFor();
  await close();
});

test("A wish for a workflow can be sent, refused or fail, and its text survives closing the popup", async () => {
  const { page, close } = await openSignedIn({ locale: "en-GB" });
  const popup = popupOf(page);
  const submit = popup.getByRole("button", { name: /Send request|Sending/ });
  const wish = popup.locator("[name=whichUseCase]");
  const toast = page.locator(".toast");
  const dismiss = () => toast.getByRole("button", { name: "Close" }).click();
  await popup.getByRole("tab", { name: "Request a workflow" }).click();
  expect(await submit.getAttribute("aria-disabled")).toBe("true");
  await wish.fill("Write my invoices");

  await page.route("**/api/emailing/send-email", (route) =>
    route.fulfill({ status: 503, json: { code: "server.unavailable", message: "no" } }),
  );
  await submit.click();
  await page.locator(".toast.tone-danger", { hasText: "Couldn't send your request" }).waitFor();
  expect(await popup.getByRole("alert").count()).toBe(0);
  await dismiss();

  await page.unrouteAll({ behavior: "wait" });
  await page.route("**/api/emailing/send-email", (route) => route.abort());
  await submit.click();
  await popup.getByRole("alert").filter({ hasText: "Couldn't send your request" }).waitFor();
  await page.locator(".toast.tone-danger", { hasText: "Couldn't send your request" }).waitFor();
  await dismiss();
  await page.unrouteAll({ behavior: "wait" });

  await popup.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Support", exact: true }).click();
  await popup.getByRole("tab", { name: "Request a workflow" }).click();
  expect(await wish.inputValue()).toBe("Write my invoices");

  const answered = page.waitForResponse("**/api/emailing/send-email");
  await submit.click();
  expect((await answered).status()).toBe(200);
  await popup.getByText("Request sent").waitFor();
  await page.locator(".toast.tone-ok", { hasText: "Request sent" }).waitFor();
  await popup.waitFor({ state: "detached" });

  // The operator reads it in the mailbox, whose frame runs nothing.
  await page.goto("/dev/mail");
  expect(await pageFaults(page)).toEqual([]);
  await page.getByRole("link", { name: "Workflow request from Mara Brandt" }).click();
  await page.frameLocator("iframe").getByText("Write my invoices").waitFor();
  await close();
});

test("Page visits are counted only after consent, and only at the configured address", async () => {
  const { context, complaints } = await openContext(product);
  const page = await context.newPage();
  heard.length = 0;
  await page.goto("/privacy");
  await page.locator(".LegalPage_legal li").first().waitFor();
  expect(await pageFaults(page)).toEqual([]);
  await bannerOf(page).getByText("127.0.0.1").waitFor();
  await page.getByRole("link", { name: "Terms", exact: true }).click();
  await page.waitForURL("**/terms");
  expect(heard).toEqual([]);

  await bannerOf(page).getByRole("button", { name: "Accept" }).click();
  await bannerOf(page).waitFor({ state: "detached" });
  expect(await page.evaluate(() => localStorage.getItem("trackingConsent"))).toBe("granted");
  await expect.poll(() => heard.length).toBe(1);
  await page.goto("/privacy?utm_source=secret&email=mara@example.com#part");
  await expect.poll(() => heard.length).toBe(2);
  expect(heard.map(({ path, cookie, referer }) => [path, cookie, referer])).toEqual([
    ["/api/event", undefined, undefined],
    ["/api/event", undefined, undefined],
  ]);
  expect(heard.map(({ body }) => JSON.parse(body))).toEqual(
    ["/terms", "/privacy"].map((path) => ({
      name: "pageview",
      url: `${product.url}${path}`,
      domain: "pioneer.example",
    })),
  );

  const again = page.getByRole("button", { name: "Cookies" });
  await again.click();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.classList.contains("ConsentBanner_consent")))
    .toBe(true);
  await bannerOf(page).getByRole("button", { name: "Decline" }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Cookies");
  await page.getByRole("link", { name: "Terms", exact: true }).click();
  await page.waitForURL("**/terms");
  await page.reload();
  await page.locator(".LegalPage_legal li").first().waitFor();
  await settled(page);
  expect([heard.length, await bannerOf(page).count()]).toEqual([2, 0]);

  const refused = await page.evaluate(() =>
    fetch("http://127.0.0.1:9/api/event", { method: "POST" }).then(
      () => "sent",
      (error: Error) => error.message,
    ),
  );
  expect(refused).toBe("Failed to fetch");
  expect(complaints.some((line) => line.includes("Content Security Policy"))).toBe(true);
  await context.close();
});
