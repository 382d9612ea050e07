import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiDoubles, openApiDoubles } from "#src/testing/apiDoubles/all.ts";
import { openContext, openServedProduct, type ServedProduct, signInByCalls } from "#src/testing/browser.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";

let doubles: ApiDoubles;
let product: ServedProduct;
beforeAll(async () => {
  doubles = await openApiDoubles();
  const { nominatim, overpass, ted } = doubles.addresses;
  product = await openServedProduct({ env: { NOMINATIM_URL: nominatim, OVERPASS_URL: overpass, TED_URL: ted } });
});
afterAll(async () => {
  await product.close();
  await doubles.close();
});

test.each([
  ["en-GB", 1350, "Check all", "responded in ", "rate limited until", "no response", "not set up"],
  ["de-DE", 375, "Alle prüfen", "Antwort nach ", "Abfragelimit gilt bis", "keine Antwort", "nicht eingerichtet"],
] as const)("Sources in %s: checked, and told who answers", async (locale, width, check, ok, limited, none, off) => {
  doubles.reset();
  doubles.of("overpass").goWrong("tooManyForLong");
  doubles.of("ted").goWrong("reset");
  const look = { locale, width };
  const { context } = await openContext(product, look);
  await context.addInitScript(() => {
    if (location.protocol === "http:") localStorage.setItem("trackingConsent", "denied");
  });
  await signInByCalls(product, context, look);
  const page = await context.newPage();
  await page.goto(locale === "de-DE" ? "/de/settings#sources" : "/settings#sources");
  const part = page.locator("section#sources");
  await part.getByRole("listitem").first().waitFor();
  expect(await part.getByRole("listitem").count()).toBe(15);
  expect(await part.getByText(off, { exact: true }).count()).toBe(11);
  await part.getByRole("button", { name: check }).click();
  await part.getByText(limited).waitFor();
  expect([await part.getByText(ok).count(), await part.getByText(none, { exact: true }).count()]).toEqual([1, 1]);
  expect(await part.getByText("SEARXNG_URL").count()).toBe(1);
  expect(await pageFaults(page, "all", "section#sources")).toEqual([]);
});
