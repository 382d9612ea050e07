import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { closeNotices, type Look, openContext, type ServedProduct, signInByCalls } from "./browser.ts";
import { settled } from "./settled.ts";

export interface DraftPage {
  page: Page;
  context: BrowserContext;
  /** Of the project, for the page to go to. */
  path: string;
}

/** A new page of somebody who has just signed up and has the draft of a document, made from its example. */
export async function openDraft(product: ServedProduct, key: string, look: Look = {}): Promise<DraftPage> {
  const { context } = await openContext(product, look);
  await closeNotices(context);
  const { send } = await signInByCalls(product, context, look);
  const workflow = `/api/workflows/${key}Workflow`;
  const { example } = await (await context.request.get(workflow)).json();
  const enData = { formValues: example };
  const { run } = await send("POST", `${workflow}/runs`, { enData }, { "idempotency-key": newId() });
  const status = async () => (await (await context.request.get(`/api/workflows/runs/${run.id}`)).json()).run.status;
  await expect.poll(status, { timeout: 20_000 }).toBe("succeeded");
  return { page: await context.newPage(), context, path: `/pioneer/workflow/projects/${run.projectId}` };
}

const screens = process.env["SCREENS_DIR"];

/** Keeps a picture of a page at rest, where somebody wants pictures: `SCREENS_DIR`. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!screens) return;
  await settled(page);
  await page.screenshot({ path: `${screens}/${name}.png` });
}
