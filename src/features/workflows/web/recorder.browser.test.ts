import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { newId } from "#src/kit/ids.ts";
import { silence } from "#src/testing/sounds.ts";
import { openApiDouble, type ApiDouble } from "#src/testing/apiDoubles/server.ts";
import { partsOf, speechWire } from "#src/testing/apiDoubles/speech.ts";
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

test("Of two recordings a time plays the one in which the words were said", async () => {
  const { context } = await openContext(product);
  const { send } = await signInByCalls(product, context, {});
  double.answer((seen) => {
    const isSecond = partsOf(seen).some(({ filename }) => filename === "second.mp3");
    const segments = isSecond
      ? [{ start: 3.5, end: 6, text: "I will paint the gate.", avg_logprob: -1 }]
      : [{ start: 2, end: 5.25, text: "We agreed on blue." }];
    return { ...speechWire(seen), body: { segments } };
  });
  const attachments: string[] = [];
  for (const name of ["first.mp3", "second.mp3"]) {
    const bytes = Buffer.from(await silence("mp3", name === "first.mp3" ? 8 : 9));
    attachments.push((await send("POST", "/api/files", bytes, { "x-file-name": name })).file.id);
  }
  const formValues = { requirementTitle: "Fence", attachments, outputs: ["tasks", "verbatim"], keepRecordings: true };
  const path = "/api/workflows/audioTranscriberWorkflow/runs";
  const { run } = await send("POST", path, { enData: { formValues } }, { "idempotency-key": newId() });

  const page = await context.newPage();
  await page.goto(`/pioneer/workflow/projects/${run.projectId}`);
  const player = page.getByRole("region", { name: "Recording" });
  await player.getByText("second.mp3").waitFor();
  const soundOf = (name: string) => player.locator("figure", { hasText: name }).locator("audio");
  const timeOf = (name: string) => soundOf(name).evaluate((audio: HTMLAudioElement) => audio.currentTime);
  // The second begins where the last words of the first end.
  await page.getByRole("button", { name: "Play from 00:00:08" }).first().click();
  await expect.poll(() => timeOf("second.mp3")).toBeGreaterThanOrEqual(3.5);
  expect(await timeOf("second.mp3")).toBeLessThan(8);
  expect(await timeOf("first.mp3")).toBe(0);
  await page.getByRole("button", { name: "Play from 00:00:02" }).first().click();
  await expect.poll(() => timeOf("first.mp3")).toBeGreaterThanOrEqual(2);
  await expect.poll(() => soundOf("second.mp3").evaluate((audio: HTMLAudioElement) => audio.paused)).toBe(true);
  await page.getByText("The transcription service was unsure of the words here.").waitFor();
  // On a phone the players are above the bar of proposals.
  await page.setViewportSize({ width: 375, height: 812 });
  const bar = page.getByRole("button", { name: "Apply 1 of 1" }).last();
  await bar.waitFor();
  const bottom = async () =>
    (await player.boundingBox().then((box) => (box ? box.y + box.height : NaN))) -
    ((await bar.boundingBox())?.y ?? NaN);
  await expect.poll(bottom).toBeLessThanOrEqual(0);
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
  await page.getByText("Your browser blocked the microphone.").waitFor();
  await context.close();
});
