import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { type ApiDoubles, openApiDoubles } from "#src/testing/apiDoubles/all.ts";
import { openContext, openServedProduct, type ServedProduct, signInByCalls } from "#src/testing/browser.ts";
import { createHeldEngine } from "#src/testing/heldEngine.ts";

const { engine, hold } = createHeldEngine();
let doubles: ApiDoubles;
let product: ServedProduct;
beforeAll(async () => {
  doubles = await openApiDoubles();
  product = await openServedProduct({
    engine,
    env: { SEARXNG_URL: doubles.addresses.searxng, TED_URL: doubles.addresses.ted, VERGABE_URL: "off" },
  });
});
afterAll(async () => {
  await product.close();
  await doubles.close();
});

test.each([
  ["wide", { width: 1350 }, "No response: SearXNG (access denied), oeffentlichevergabe.de (not set up)"],
  [
    "narrow-de",
    { width: 375, locale: "de-DE", colorScheme: "dark" },
    "Keine Antwort: SearXNG (Zugriff verweigert), oeffentlichevergabe.de (nicht eingerichtet)",
  ],
] as const)("the log of a run names services that did not answer (%s)", async (name, look, sentence) => {
  doubles.of("searxng").goWrong("forbidden");
  const { promise, resolve: release } = Promise.withResolvers<void>();
  hold.until = promise;
  const { context, complaints } = await openContext(product, look);
  const { send } = await signInByCalls(product, context, look);
  const formValues = {
    requirementTitle: "Wartung von Diensträdern",
    need: "Wartung und Reparatur unserer Dienstfahrräder",
    publishOn: "2027-01-04",
    startOn: "2027-06-01",
    research: "web",
    goalLanguage: name === "wide" ? "en" : "de",
    cpv: ["34430000"],
  };
  const path = "/api/workflows/tenderPlannerWorkflow/runs";
  const { run } = await send("POST", path, { enData: { formValues } }, { "idempotency-key": newId() });
  const page = await context.newPage();
  await page.goto(`/pioneer/workflow/projects/${run.projectId}`);
  // Behind a button on a narrow page.
  if (name !== "wide") await page.getByRole("button", { name: "Laufprotokoll" }).click();
  await page.getByText(sentence).filter({ visible: true }).waitFor();
  const folder = process.env["SCREENS_DIR"];
  if (folder) await page.screenshot({ path: `${folder}/silent-${name}.png` });
  expect(complaints).toEqual([]);
  release();
  await context.close();
});
