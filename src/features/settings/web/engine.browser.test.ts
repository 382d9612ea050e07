import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Look, openContext, openServedProduct, type ServedProduct, signInByCalls } from "#src/testing/browser.ts";
import { hasFocus, walkByTab } from "#src/testing/keyboard.ts";
import { pageFaults } from "#src/testing/pageFaults.ts";
import { answer, faults, openProviderDouble, type ProviderDouble } from "#src/testing/providerDouble.ts";

/** What the double offers: a test that fetches a model adds it. */
const models: string[] = [];
let double: ProviderDouble;
beforeAll(async () => {
  double = await openProviderDouble({ models });
});
afterAll(() => double.close());

async function openEngine(product: ServedProduct, look: Look = {}): Promise<{ page: Page; engine: Locator }> {
  const { context } = await openContext(product, look);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await context.addInitScript(() => {
    if (location.protocol === "http:") localStorage.setItem("trackingConsent", "denied");
  });
  await signInByCalls(product, context, look);
  const page = await context.newPage();
  await page.goto(look.locale === "de-DE" ? "/de/settings#engine" : "/settings#engine");
  const engine = page.locator("section#engine");
  await engine.locator(".EngineNotice_engine-guide").first().waitFor();
  return { page, engine };
}

const guide = (engine: Locator, name: string): Locator =>
  engine.locator("details").filter({ has: engine.page().locator("summary b", { hasText: name }) });

describe("no model is connected", () => {
  let product: ServedProduct;
  beforeEach(async () => {
    models.length = 0;
    product = await openServedProduct({ env: { AI_ENGINE: "", OLLAMA_URL: double.url } });
    return () => product.close();
  });

  test("The guide of Ollama is open, its line can be copied, and its model is found, tested and used", async () => {
    const { page, engine } = await openEngine(product);
    await engine.getByText("Draft without AI", { exact: true }).first().waitFor();
    expect(await engine.getByRole("button", { name: "Test", exact: true }).count()).toBe(0);
    const ollama = guide(engine, "Ollama");
    expect(await ollama.getAttribute("open")).not.toBeNull();
    await ollama.getByText("not found").waitFor();
    expect(await guide(engine, "LM Studio").getAttribute("open")).toBeNull();

    await ollama.getByRole("button", { name: "Copy ollama pull llama3.1:8b" }).click();
    await page.getByText("Copied to the clipboard").first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("ollama pull llama3.1:8b");

    await ollama.getByRole("button", { name: "Test Ollama" }).click();
    await ollama.getByText("Couldn't find Ollama").waitFor();
    expect(await pageFaults(page, "all", "section#engine")).toEqual([]);
    await engine.getByRole("button", { name: "Check again" }).click();
    await engine.getByText("No other engine found").waitFor();

    models.push("llama3.1:8b");
    double.script([answer('{"sentence": "Tea is fine."}', { pieceMs: 5 })]);
    await ollama.getByRole("button", { name: "Test Ollama" }).click();
    await ollama.getByText("It works.").waitFor();
    await ollama.getByText("in use").waitFor();
    await engine.getByText("llama3.1:8b from Ollama").waitFor();
    await engine.getByRole("button", { name: "Test", exact: true }).waitFor();
    expect(await pageFaults(page, "all", "section#engine")).toEqual([]);

    await page.goto("/workflows/marketing/content/planner/");
    await page.getByText("llama3.1:8b from Ollama").first().waitFor();
  });

  test("Check again finds a model that came later", async () => {
    const { engine } = await openEngine(product);
    models.push("qwen3:4b");
    await engine.getByRole("button", { name: "Check again" }).click();
    await engine.getByText("Found and now in use").waitFor();
    await engine.locator(".EngineNotice_engine-now").getByText("qwen3:4b from Ollama").waitFor();
  });

  test("Everything can be reached and used by keyboard, and shows where the focus is", async () => {
    const { page, engine } = await openEngine(product);
    const ownKey = guide(engine, "Your own key");
    await ownKey.locator("summary").focus();
    await page.keyboard.press("Enter");
    await ownKey.getByText("MISTRAL_API_KEY=", { exact: true }).waitFor();
    await page.keyboard.press("Tab");
    expect(await hasFocus(ownKey.getByRole("button", { name: "Copy OPENAI_API_KEY=" }))).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByText("Copied to the clipboard").first().waitFor();
    const closed = engine.locator("details:not([open]) > summary");
    while ((await closed.count()) > 0) await closed.first().press("Space");
    expect(await engine.locator("details[open]").count()).toBe(5);
    await engine.focus();
    expect(await walkByTab(page, "section#engine")).toEqual([]);
    const check = engine.getByRole("button", { name: "Check again" });
    await check.press("Enter");
    await engine.getByText("No other engine found").waitFor();
    expect(await hasFocus(check)).toBe(true);
  });

  test.each(["en-GB", "de-DE"] as const)("In %s all guides fit a phone and are accessible", async (locale) => {
    const { page, engine } = await openEngine(product, { width: 375, locale, scheme: "dark" });
    const closed = engine.locator("details:not([open]) > summary");
    while ((await closed.count()) > 0) await closed.first().click();
    // What lies half under the bar at the top is small there, and only there.
    await page.evaluate(() => scrollTo(0, 0));
    expect(await pageFaults(page, "all", "section#engine")).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
    expect(await pageFaults(page, "colours", "section#engine")).toEqual([]);
  });
});

describe("a model is named", () => {
  let product: ServedProduct;
  beforeAll(async () => {
    product = await openServedProduct({
      env: { AI_ENGINE: "", AI_MODEL: "ollama:llama3.1:8b", OLLAMA_URL: double.url },
    });
  });
  afterAll(() => product.close());

  test("A test tells what is wrong and what helps, then that the engine works and how fast", async () => {
    const { page, engine } = await openEngine(product);
    const now = engine.locator(".EngineNotice_engine-now");
    await now.getByText("llama3.1:8b from Ollama").waitFor();
    await now.getByText("AI_MODEL=ollama:llama3.1:8b").waitFor();
    expect(await engine.locator("details[open]").count()).toBe(0);
    await guide(engine, "Ollama").getByText("in use").waitFor();

    double.script([faults.modelMissing("llama3.1:8b")]);
    await now.getByRole("button", { name: "Test", exact: true }).click();
    const failure = engine.getByRole("alert");
    await failure.getByText("The engine rejected the request").waitFor();
    await failure.getByText("Ollama doesn't have this model.").waitFor();
    await failure.getByRole("button", { name: "Copy ollama pull llama3.1:8b" }).waitFor();
    expect(await pageFaults(page, "all", "section#engine")).toEqual([]);

    let letGo = (): void => undefined;
    const gate = new Promise<void>((done) => (letGo = done));
    double.script([answer('{"sentence": "Tea is best in the afternoon, with a friend beside you."}', { gate })]);
    const button = now.getByRole("button", { name: /^Test/ });
    await button.click();
    await expect.poll(() => button.getAttribute("aria-busy")).toBe("true");
    expect(await failure.count()).toBe(0);
    letGo();
    await engine.getByText("It works.").waitFor();
    await engine.getByText(/First word after .*\ss, full answer after .*\ss.* Tested today at \d\d:\d\d/).waitFor();
    expect(await pageFaults(page, "all", "section#engine")).toEqual([]);

    await guide(engine, "LM Studio").locator("summary").click();
    await guide(engine, "LM Studio").getByText("AI_MODEL=lmstudio:NAME").waitFor();
    expect(await guide(engine, "LM Studio").getByRole("button", { name: "Test LM Studio" }).count()).toBe(0);
  });

  test("A test in German tells what helps in German", async () => {
    const { page, engine } = await openEngine(product, { locale: "de-DE", width: 375 });
    double.script([faults.badRequest("llama runner: requires more system memory than is available")]);
    await engine.getByRole("button", { name: "Testen", exact: true }).click();
    await engine.getByRole("alert").getByText("Wählen Sie ein kleineres.").waitFor();
    expect(await pageFaults(page, "all", "section#engine")).toEqual([]);
  });

  test("Too many tests are refused in words", async () => {
    const { page, engine } = await openEngine(product);
    await page.route("**/api/workflows/engine/test", (route) =>
      route.fulfill({ status: 429, json: { code: "request.tooMany", message: "Too many", requestId: "r" } }),
    );
    await engine.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByText("Too many attempts").first().waitFor();
    await expect
      .poll(() => engine.getByRole("button", { name: "Test", exact: true }).getAttribute("aria-busy"))
      .toBeNull();
  });
});
