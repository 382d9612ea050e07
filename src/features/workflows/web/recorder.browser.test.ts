import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openApiDouble, type ApiDouble } from "#src/testing/apiDoubles/server.ts";
import { speechWire } from "#src/testing/apiDoubles/speech.ts";
import {
  launchRefusingBrowser,
  openContext,
  openServedProduct,
  type ServedProduct,
  signInByCalls,
} from "#src/testing/browser.ts";

/* A meeting recorded with the microphone of the browser, and its minutes. */

let double: ApiDouble;
let product: ServedProduct;
beforeAll(async () => {
  double = await openApiDouble(speechWire);
  const env = { TRANSCRIPTION_URL: `${double.url}/v1`, TRANSCRIPTION_API_KEY: "speech-key" };
  product = await openServedProduct({ env });
});
afterAll(async () => {
  await product.close();
  await double.close();
});

const form = "/workflows/transcribe/audio";

test("A recording made on the page becomes minutes, and a time in them plays it from there", async () => {
  const { context } = await openContext(product);
  const { send } = await signInByCalls(product, context, {});
  const segments = [{ start: 2, end: 3, text: "We agreed on blue." }];
  double.answer((seen) => ({ ...speechWire(seen), body: { segments } }));
  const page = await context.newPage();
  await page.goto(form);
  await page.evaluate(() => localStorage.setItem("trackingConsent", "denied"));
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await page.getByRole("timer").getByText("00:00:03").waitFor();
  await page.getByRole("button", { name: /^Stop/ }).click();
  await page.getByRole("button", { name: /^Remove Recording .*\.webm$/ }).waitFor();
  await expect.poll(async () => (await send("GET", "/api/files", undefined)).files.length).toBe(1);
  const [file] = (await send("GET", "/api/files", undefined)).files;
  expect(file.seconds).toBeGreaterThan(2);

  await page.getByRole("textbox", { name: /title/i }).first().fill("Fence");
  await page.locator("summary", { hasText: "More options" }).click();
  await page.getByLabel("Keep recordings after the run").click();
  await page
    .getByRole("button", { name: /^Run for/ })
    .last()
    .click();
  await page.waitForURL("**/pioneer/workflow/projects/**");
  const player = page.getByRole("region", { name: "Recording" });
  await player.waitFor();
  await page.getByRole("button", { name: "Play from 00:00:02" }).first().click();
  const sound = player.locator("audio");
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThanOrEqual(2);
  await context.close();
});

test("Without leave to use the microphone the page says what to do", async () => {
  const browser = await launchRefusingBrowser();
  onTestFinished(() => browser.close());
  const { context } = await openContext({ ...product, browser });
  await signInByCalls(product, context, {});
  const page = await context.newPage();
  await page.goto(form);
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await page.getByText("The browser may not use the microphone.").waitFor();
  await context.close();
});
