import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { openContext, openServedProduct, register, type ServedProduct, shareContext } from "#src/testing/browser.ts";
import { temporaryFolder } from "#src/testing/database.ts";
import type { BrowserCheck, BrowserWorld, Fact } from "./specification/fact.ts";
import { facts } from "./specification/facts.ts";

/** Each fact of the specification that only a browser shows. */

let product: ServedProduct;
let removeFolder: () => Promise<void>;
let cookies: Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Who is in the team is the operator's to say. */
const colleague = { name: "Ada Berg", mail: "ada@pioneer.example", phone: "+49 341 555 01 20" };

/** A signed-in person with one finished project, whose session every page shares. */
async function furnish(page: Page): Promise<void> {
  await register(page);
  const path = "/api/workflows/userStoryWriterWorkflow";
  const { example } = await (await page.request.get(path)).json();
  const started = await page.request.post(`${path}/runs`, {
    data: { enData: { formValues: example } },
    headers: { origin: product.url, "idempotency-key": newId() },
  });
  const { run } = await started.json();
  // The stream ends when the run does.
  await page.request.get(`/api/workflows/runs/${run.id}/events`);
}

beforeAll(async () => {
  const folder = await temporaryFolder();
  removeFolder = folder.remove;
  const team = join(folder.path, "team.json");
  await writeFile(team, JSON.stringify({ members: [colleague] }));
  product = await openServedProduct({ env: { SUPPORT_TEAM_FILE: team } });
  const { context } = await openContext(product);
  await furnish(await context.newPage());
  cookies = await context.storageState();
  await context.close();
});
afterAll(async () => {
  await product.close();
  await removeFolder();
});

type BrowserFact = Fact & { check: BrowserCheck };
const shown = facts.filter((fact): fact is BrowserFact => fact.check.place === "browser");

describe.each([1350, 375] as const)("at %i px", (width) => {
  let world: BrowserWorld;
  let signIn: ReturnType<typeof shareContext>;
  let visit: typeof signIn;
  beforeAll(() => {
    signIn = shareContext(product, { width }, cookies.cookies);
    visit = shareContext(product, { width }, []);
  });
  beforeEach(async () => {
    const page = await signIn();
    world = {
      page,
      visitor: visit,
      url: product.url,
      async call(method, path, body) {
        const answer = await page.request.fetch(path, {
          method,
          headers: { origin: product.url },
          ...(body === undefined ? {} : { data: body }),
        });
        return { status: answer.status(), body: await answer.json() };
      },
      product,
    };
  });
  for (const { section, says, check } of shown.filter((fact) => fact.check.width === width))
    test(`Specification, section ${section}: ${says}`, () => check.run(world));
});
