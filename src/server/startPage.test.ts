import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exampleResult } from "#src/features/workflows/server/exampleResult.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import type { Person } from "#src/testing/visitor.ts";
import { openStartPage, type StartPageOptions } from "#src/features/start/server/startPage.ts";
import { startExample } from "#src/features/start/server/startExample.ts";

/** What `/` answers, and the public examples that it leads to. */

let product: TestProduct;
let mara: Person;
beforeAll(async () => {
  product = await openTestProduct({ env: { THROTTLES: "default", SOURCE_URL: "https://code.example/pioneer" } });
  mara = await product.signUp();
});
afterAll(() => product.close());

const html = { accept: "text/html" };

async function pageOf(
  asked: Pick<TestProduct, "send">,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ text: string; headers: Headers }> {
  const { response, body } = await asked.send("GET", path, undefined, { ...html, ...headers });
  expect(response.status).toBe(200);
  return { text: String(body), headers: response.headers };
}

/** Only the start page comes with its words. */
const isStart = (text: string): boolean => /<h1>/.test(text);

test("visitors see the start page at / and /de, those who are signed in the client", async () => {
  const english = await pageOf(product, "/");
  expect(english.text).toContain("shows the price before");
  expect(english.headers.get("cache-control")).toBe("no-cache");
  expect(english.headers.get("vary")).toContain("cookie");
  const german = await pageOf(product, "/de");
  expect(german.text).toContain('<html lang="de"');
  expect(german.text).toContain("danach die Quellen zeigt");
  for (const path of ["/", "/de"]) expect(isStart((await pageOf(mara, path)).text)).toBe(false);
  const forged = await pageOf(product, "/", { cookie: "pioneer.session=x.y" });
  expect(isStart(forged.text)).toBe(true);
});

test("whoever wishes German is led to the German page", async () => {
  const { response } = await product.send("GET", "/", undefined, { ...html, "accept-language": "de-DE" });
  expect([response.status, response.headers.get("location")]).toEqual([302, "/de"]);
});

test("other pages stay the client's for visitors", async () => {
  for (const path of ["/dashboard", "/pioneers/signin", "/examples/contentPlanner"])
    expect(isStart((await pageOf(product, path)).text)).toBe(false);
});

test("the parts that the page is rendered with are no files of the web", async () => {
  for (const path of ["/start-page/render.js", "/start-page/head.html"])
    expect((await product.send("GET", path)).status).toBe(404);
});

test("the example on it is the one of the samples, in both languages", async () => {
  for (const [path, language] of [
    ["/", "en"],
    ["/de", "de"],
  ] as const) {
    const { title, summary } = await exampleResult("contentPlannerWorkflow", language);
    const { text } = await pageOf(product, path);
    expect(text).toContain(title);
    expect(text).toContain(summary);
  }
});

test("it names the coins, the address and the source code of this installation", async () => {
  const { text } = await pageOf(product, "/");
  expect(text).toContain("Start with 500 coins");
  expect(text).toContain('href="https://code.example/pioneer"');
  expect(text).not.toContain("mailto:");
});

const webFolder = fileURLToPath(new URL("../../dist/web", import.meta.url));

async function pageWith(facts: Partial<StartPageOptions>): Promise<string> {
  const options = { welcomeCoins: 500, supportEmail: null, sourceUrl: null, now: () => new Date("2031-01-01") };
  const page = openStartPage(webFolder, { ...options, example: startExample, ...facts });
  return (await (await page.serve("en", ""))?.text()) ?? "";
}

test("it follows what the operator has set", async () => {
  const small = await pageWith({ welcomeCoins: 40, supportEmail: "help@code.example" });
  expect(small).toContain("40 free coins.");
  expect(small).toContain("Enough for one blog article.");
  expect(small).toContain("Start with 40 coins");
  expect(small).toContain('href="mailto:help@code.example"');
  expect(small).toContain("2025–2031");
  expect(small).not.toContain(">Source code<");
  const none = await pageWith({ welcomeCoins: 0 });
  expect(none).toContain("Signing up is free.");
  expect(none).not.toContain("Welcome coins");
  expect(none).not.toContain("0 free coins");
});

test("pages that are not built yet have none, and one that could not be rendered is tried again", async () => {
  const options = { welcomeCoins: 500, supportEmail: null, sourceUrl: null, now: () => new Date() };
  expect(await openStartPage("/nothing/here", { ...options, example: startExample }).serve("en", "")).toBeNull();
  let asked = 0;
  const page = openStartPage(webFolder, {
    ...options,
    example: (language) => ((asked += 1) === 1 ? Promise.reject(new Error("away")) : startExample(language)),
  });
  await expect(page.serve("en", "")).rejects.toThrow("away");
  expect((await page.serve("en", ""))?.status).toBe(200);
  await page.serve("en", "");
  expect(asked).toBe(2);
});

test("an example is read without an account, by the language asked for, and may be kept for a while", async () => {
  const path = "/api/workflows/marketAnalyserWorkflow/example";
  const answer = await product.send("GET", `${path}?language=de`);
  expect(answer.status).toBe(200);
  expect(answer.response.headers.get("cache-control")).toBe("public, max-age=300");
  expect(answer.response.headers.get("set-cookie")).toBeNull();
  const { title } = await exampleResult("marketAnalyserWorkflow", "de");
  expect(answer.body).toMatchObject({ document: { title, language: "de" } });
  for (const query of ["", "?language=xx"])
    expect((await product.send("GET", path + query)).body).toMatchObject({ document: { language: "en" } });
  expect((await product.send("GET", "/api/workflows/nothingWorkflow/example")).status).toBe(404);
  expect((await product.send("POST", path, {})).status).toBe(401);
});

test("one address reads 120 examples a minute", async () => {
  const path = "/api/workflows/bookWritingWorkflow/example";
  const statuses = new Set<number>();
  for (let asked = 0; asked < 130; asked += 1) statuses.add((await product.send("GET", path)).status);
  expect([...statuses]).toEqual([200, 429]);
});
