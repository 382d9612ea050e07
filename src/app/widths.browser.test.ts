import { afterAll, beforeAll, expect, test } from "vitest";
import { openServedProduct, type ServedProduct } from "#src/testing/browser.ts";
import { fill, openOwn } from "#src/testing/everyLook.ts";
import { settled } from "#src/testing/settled.ts";

let product: ServedProduct;
beforeAll(async () => {
  product = await openServedProduct();
});
afterAll(() => product.close());

/** Between and beyond the two widths of the drawings: where the sidebar leaves little room, and the narrowest phone. */
const widths = [320, 768, 860, 1024, 1152] as const;

test("At every width pages fit the window, and support lies beside the page, never over it", async () => {
  const { context, page, send } = await openOwn(product, { locale: "de-DE" });
  const { project } = await fill(context, send);
  const broken: string[] = [];
  for (const [path, has] of [
    ["/dashboard", ".DashboardPage_price-list a"],
    ["/leads", "[role=grid] a"],
    [project, ".doc-foot, .doc-side-foot"],
    ["/workflows/product/management/user/story/writer", ".PricePanel_price-bar, .PricePanel_price-run"],
  ] as const) {
    await page.goto(`/de${path}`);
    await page.locator(has).first().waitFor({ state: "attached" });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      if (width >= 768) await page.locator(".side-support > button").waitFor();
      broken.push(
        ...(
          await page.evaluate(() => {
            const found: string[] = [];
            if (document.documentElement.scrollWidth > innerWidth) found.push("is wider than the window");
            for (const row of document.querySelectorAll(".DashboardPage_price-list, .LeadTable_lead-head")) {
              const { right, width } = row.getBoundingClientRect();
              // On phones the names of the columns are heard alone.
              if (width < 2) continue;
              for (const part of row.querySelectorAll("*"))
                if (part.checkVisibility() && part.getBoundingClientRect().right > right + 1)
                  found.push(`${row.className} is left by ${part.className || part.tagName}`);
            }
            const start = document.querySelector(".main")?.getBoundingClientRect().left ?? 0;
            for (const part of document.querySelectorAll(".side-support > button, .Support_support-popup"))
              if (part.getBoundingClientRect().right > start) found.push(`${part.className} lies over the page`);
            return found;
          })
        ).map((one) => `${path} at ${width} px: ${one}`),
      );
    }
  }
  expect(broken).toEqual([]);
  await context.close();
});
