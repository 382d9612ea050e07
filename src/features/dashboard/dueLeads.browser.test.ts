import { afterAll, beforeAll, expect, test } from "vitest";
import { openContext, openServedProduct, register, type ServedProduct } from "#src/testing/browser.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

test.each([
  ["en-GB", 1350, "Leads to contact", "was due 2 Jan", "Next step done: Velofix"],
  ["de-DE", 375, "Fällige Leads", "seit 2. Jan.", "Nächster Schritt erledigt: Velofix"],
] as const)(
  "%s, %s px: a lead that is due is reached from the dashboard, done with one press, and brought back",
  async (locale, width, title, since, done) => {
    const { context, complaints } = await openContext(product, { locale, width });
    const page = await context.newPage();
    await register(page, "Mara Brandt");
    const lead = { name: "Velofix", contact: "Ada Birch", phone: ["0341 555 0310"], nextStep: "Call again" };
    const made = await page.request.post("/api/leads", {
      data: { enData: { leads: [{ ...lead, nextStepOn: "2026-01-02" }] } },
      headers: { origin: product.url },
    });
    expect(made.status()).toBe(201);
    await page.goto("/dashboard");
    const section = page.locator("section", { has: page.getByRole("heading", { name: title }) });
    await section.getByText("Ada Birch, Call again").waitFor();
    await section.getByText(since).waitFor();
    expect(await section.getByRole("link", { name: "0341 555 0310" }).getAttribute("href")).toBe("tel:03415550310");
    expect(await pageFaults(page)).toEqual([]);

    await section.getByRole("button", { name: done }).click();
    await section.waitFor({ state: "detached" });
    await page.locator(".toast").getByRole("button").first().click();
    await section.getByRole("link", { name: "Velofix" }).click();
    await page.waitForURL(/\/leads\?lead=/);
    expect(complaints).toEqual([]);
    await context.close();
  },
);
