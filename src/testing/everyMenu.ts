import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openServedProduct, type ServedProduct } from "./browser.ts";
import { fill, list, type Locale, openJudge, openOwn, widths } from "./everyLook.ts";
import { hasFocus, walkByTab } from "./keyboard.ts";
import { settled } from "./settled.ts";

/** Opens every menu, panel and dialog in one language at both widths: each language is a test file of its own. */
export function testEveryMenu(locale: Locale): void {
  let product: ServedProduct;
  beforeAll(async () => {
    product = await openServedProduct();
  });
  afterAll(() => product.close());

  test.each(widths)(
    `In ${locale} at %d px menus, panels and dialogs are accessible, hold the focus and give it back`,
    { timeout: 400_000 },
    async (width) => {
      const { context, page, complaints, send } = await openOwn(product, { locale, width });
      const { broken, go, judge } = openJudge(page, { locale }, width);
      const { project, leadId } = await fill(context, send);
      const walk = async (name: string, within: string): Promise<void> => {
        // What Tab reaches is the same in each language.
        if (locale !== "en-GB") return;
        broken.push(...(await walkByTab(page, within)).map((one) => `${name} at ${width} px: ${one}`));
      };

      /** Opens it by keys, judges it, walks through it where Tab leads through it, closes it by Escape. */
      const tryOverlay = async (
        name: string,
        opener: Locator,
        overlay: Locator,
        more: { key?: string; within?: string } = {},
      ): Promise<void> => {
        await opener.focus();
        await page.keyboard.press(more.key ?? "Enter");
        await overlay.first().waitFor();
        await overlay.first().evaluate((element) => element.setAttribute("data-judged", ""));
        await judge(name, width, { within: "[data-judged]" });
        if (more.within) await walk(name, more.within);
        await page.keyboard.press("Escape");
        await overlay.first().waitFor({ state: "detached" });
        await expect
          .poll(() => hasFocus(opener))
          .toBe(true)
          .catch(() => broken.push(`${name}: the focus did not go back`));
      };
      const menu = page.getByRole("menu");
      const listbox = page.getByRole("listbox");
      const dialog = page.locator("[role=dialog]:not(.Support_support-popup)");
      const isPhone = width === 375;

      await go("/dashboard");
      await settled(page);
      // Open from the start, the first time somebody comes.
      const support = page.getByRole("button", { name: "Support", exact: true });
      const popup = page.locator(".Support_support-popup");
      if (!(await popup.isVisible())) await support.click();
      await popup.waitFor();
      for (const tab of await popup.getByRole("tab").all()) {
        await tab.click();
        await judge(`support ${await tab.textContent()}`, width);
      }
      await walk("support", ".Support_support-popup");
      await popup.getByRole("tab").first().focus();
      await page.keyboard.press("Escape");
      await popup.waitFor({ state: "detached" });

      if (isPhone) {
        const opener = page.locator(".top [aria-haspopup=dialog]").first();
        await opener.focus();
        await page.keyboard.press("Enter");
        await page.locator(".Sidebar_side-sheet").waitFor();
        await judge("sidebar", width);
        await walk("sidebar", ".Sidebar_side-sheet");
      }
      await tryOverlay("profile menu", page.locator(".SidebarProfile_who"), menu);
      if (isPhone) {
        await page.keyboard.press("Escape");
        await page.locator(".Sidebar_side-sheet").waitFor({ state: "hidden" });
      } else {
        const balance = page.locator(".TopBar_balance-place a").first();
        await balance.hover();
        await page.locator(".BalancePopup_balance-popup").waitFor();
        await judge("balance", width);
        await page.keyboard.press("Escape");
        await page.locator(".BalancePopup_balance-popup").waitFor({ state: "detached" });
      }
      const search = page.locator(".top [aria-keyshortcuts]");
      await search.focus();
      await page.keyboard.press("Enter");
      await dialog.waitFor();
      await judge("palette", width);
      await page.keyboard.type("lead 7");
      await page.getByRole("option", { name: "Lead 7" }).waitFor();
      await judge("palette with finds", width);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      // The focus goes back a moment after the palette has gone, and would go there from wherever it is by then.
      await expect.poll(() => hasFocus(search)).toBe(true);
      await tryOverlay("shortcuts", page.locator("#content"), dialog, {
        key: "?",
        within: "[role=dialog]:not(.Support_support-popup)",
      });

      await go("/calendar?view=week", ".cal-view-week");
      const panel = ".EntryPanel_cal-panel";
      const newEntry = page.locator(".Toolbar_cal-bar [aria-keyshortcuts=n]");
      await newEntry.focus();
      await page.keyboard.press("Enter");
      // Beside its slot, where the hours of work have one in this week.
      const quick = ".QuickEntry_quick";
      await page.locator(`${quick}, ${panel}`).first().waitFor();
      if (await page.locator(quick).isVisible()) {
        await judge("new entry beside its slot", width);
        await walk("new entry beside its slot", quick);
        await page.locator(".QuickEntry_quick-foot > button").first().focus();
        await page.keyboard.press("Enter");
      }
      await page.locator(panel).waitFor();
      await tryOverlay("type of an entry", page.locator(`${panel} [role=combobox]`).first(), listbox);
      await page.locator(panel).focus();
      await walk("new entry", panel);
      await page.keyboard.press("Escape");
      await page.locator(panel).waitFor({ state: "detached" });
      await expect.poll(() => hasFocus(newEntry)).toBe(true);
      const shownEntry = "[role=dialog]:has([data-edit])";
      await tryOverlay("entry", page.locator("button:has(.cal-title)").first(), page.locator(shownEntry), {
        within: shownEntry,
      });

      await go(`/leads?lead=${leadId}`, "[role=dialog] [role=tablist]");
      await walk("lead", "[role=dialog]:not(.Support_support-popup)");
      await go("/leads", "[role=grid] a");
      await tryOverlay("filter of leads", page.locator(".LeadFilterBar_lead-bar .btn[aria-haspopup=dialog]"), dialog);
      await page.locator("[role=grid] [role=checkbox], [role=grid] input[type=checkbox]").nth(1).click();
      await page.locator(".bulk-bar").waitFor();
      await tryOverlay("stages for ticked leads", page.locator(".bulk-bar [aria-haspopup=menu]"), menu);
      await walk("bar over ticked leads", ".bulk-bar");
      await tryOverlay("tag for ticked leads", page.locator(".bulk-bar-actions > button:has(.lucide-tag)"), dialog);
      await page.locator(".bulk-bar-actions > button").last().click();
      await page.locator(".toast").waitFor();
      await judge("toast", width);
      await go(list, "[role=table] a");
      await page.locator("[role=table] [role=checkbox], [role=table] input[type=checkbox]").nth(1).click();
      await page.locator(".bulk-bar").waitFor();
      await judge("bar over ticked projects", width);
      await walk("bar over ticked projects", ".bulk-bar");

      await go("/settings#calendar", "section#calendar [role=combobox]");
      await tryOverlay("list of time zones", page.locator("section#calendar [role=combobox]").first(), listbox, {
        key: "ArrowDown",
      });
      await go("/settings#account", "section#account .SettingsPage_sessions");
      await tryOverlay("question before an account goes", page.locator("section#account .btn").last(), dialog);

      await go("/workflows/marketing/content/planner", "main form");
      await tryOverlay("defaults of a form", page.locator("main [aria-haspopup=menu]").first(), menu);

      await go(project, "article");
      await tryOverlay("why a draft", page.locator(".doc-stamp button"), dialog);
      if (isPhone) await tryOverlay("what is proposed", page.locator(".doc-foot-line .link"), dialog);
      if (isPhone) await tryOverlay("outline", page.locator(".doc-dock-ways [aria-haspopup=dialog]"), dialog);
      await tryOverlay("actions of a section", page.locator(".SectionFold_section-more").first(), menu);
      await tryOverlay("export", page.locator(".TopBar_page-actions [aria-haspopup=menu]").first(), menu);
      await tryOverlay(
        "actions of a project",
        page.locator(".TopBar_page-actions > [aria-haspopup=menu]").last(),
        menu,
      );
      await page.getByRole("button", { name: /^(Revisions|Revisionen)$/ }).click();
      await page.locator("article ins").first().waitFor();
      await judge("revisions compared", width);
      await tryOverlay(
        "question before a revision goes",
        page.locator(".revisions .icon-btn").last(),
        page.getByRole("alertdialog"),
      );
      expect(broken).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
}
