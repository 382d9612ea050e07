// Takes the picture of the README: node scripts/screenshot.mjs. Starts the product on data of its own, seeds it, signs
// in with Chromium and writes docs/screenshot.png, 1350 by 850.
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { seedPerson } from "../src/testing/seed.ts";
import { startServer } from "../src/testing/torture/server.ts";
import { openVisitor } from "../src/testing/visitor.ts";
import { findBrowser } from "./browser.mjs";

const target = fileURLToPath(new URL("../docs/screenshot.png", import.meta.url));
/** The README should open fast. */
const maxBytes = 300_000;

const dataDir = await mkdtemp(join(tmpdir(), "pioneer-screenshot-"));
let server;
let browser;
try {
  server = await startServer({ DATA_DIR: dataDir, AI_ENGINE: "draft" });
  const visitor = openVisitor(server.url);
  const { projects } = await seedPerson(visitor, { password: crypto.randomUUID(), now: new Date() });
  const isRoot = process.platform === "linux" && process.getuid?.() === 0;
  browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ["--headless", "--hide-scrollbars", ...(isRoot ? ["--no-sandbox"] : [])],
  });
  const context = await browser.newContext({
    viewport: { width: 1350, height: 850 },
    colorScheme: "light",
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    reducedMotion: "reduce",
  });
  const cookies = visitor
    .cookie()
    .split("; ")
    .map((pair) => {
      const at = pair.indexOf("=");
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: server.url };
    });
  await context.addCookies(cookies);
  // The question about counting visits is answered: it would lie over the page.
  await context.addInitScript(() => localStorage.setItem("trackingConsent", "denied"));
  const page = await context.newPage();
  const place = process.argv[2] ?? `/pioneer/workflow/projects/${projects[0]}`;
  await page.goto(`${server.url}${place}`, { waitUntil: "networkidle" });
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(500);
  await mkdir(join(target, ".."), { recursive: true });
  await page.screenshot({ path: target });
  const { size } = await stat(target);
  console.log(`Wrote docs/screenshot.png, ${Math.round(size / 1000)} KB`);
  if (size > maxBytes) throw new Error(`The picture is larger than ${maxBytes / 1000} KB.`);
} finally {
  await browser?.close();
  await server?.stop();
  await server?.kill();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
