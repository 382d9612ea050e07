// Finds the Chromium that the browser tests drive, and fetches one where that is possible.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { run, runQuietly } from "./run.mjs";

const names = [
  // Chromium without what only a window needs: Playwright's own choice, and a third cheaper to run.
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chrome",
  "microsoft-edge",
];
const places = {
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  win32: ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"].flatMap((name) => {
    const base = process.env[name];
    if (!base) return [];
    return [join(base, "Google/Chrome/Application/chrome.exe"), join(base, "Microsoft/Edge/Application/msedge.exe")];
  }),
};

/**
 * CHROME_PATH, else an installed one, else Debian's package when we may install it, else Playwright's download.
 * @returns {Promise<string>} path of an executable that answered `--version`
 */
export async function findBrowser() {
  const named = process.env.CHROME_PATH;
  if (named) {
    if (!works(named)) throw new Error(`CHROME_PATH=${named} is not a browser that starts.`);
    return named;
  }
  const found = installed() ?? (await fromDebian()) ?? (await fromPlaywright());
  if (found) return found;
  throw new Error(
    "The browser tests need Chromium or Chrome. Install it (Debian: apt-get install chromium) or set CHROME_PATH to its executable.",
  );
}

function installed() {
  const inPath = (process.env.PATH ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const candidates = [
    ...(process.platform === "win32" ? [] : inPath),
    ...(places[process.platform] ?? []),
    playwrightPath(),
  ];
  return candidates.find((path) => path && isExecutable(path) && works(path));
}

async function fromDebian() {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return undefined;
  // Ubuntu's package of that name only sends on to a snap, which needs a running snapd.
  if (/^ID=ubuntu/m.test(readFileSync("/etc/os-release", "utf8"))) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const install = ["-qq", "-y", "install", "--no-install-recommends"];
  try {
    await runQuietly("apt-get", ["-qq", "update"], { env });
    // Older releases have no package without the window.
    for (const name of ["chromium-headless-shell", "chromium"]) {
      console.log(`Installing Chromium for the browser tests (apt-get install ${name}) …`);
      const { code, output } = await runQuietly("apt-get", [...install, name], { env });
      if (code === 0) break;
      console.log(output.trimEnd());
    }
  } catch {
    return undefined;
  }
  return installed();
}

async function fromPlaywright() {
  console.log("Downloading Chromium for the browser tests (Playwright) …");
  try {
    const cli = join(createRequire(import.meta.url).resolve("playwright-core/package.json"), "..", "cli.js");
    await run(process.execPath, [cli, "install", "chromium"], { stdio: ["ignore", "ignore", "inherit"] });
  } catch {
    return undefined;
  }
  return installed();
}

function playwrightPath() {
  try {
    return createRequire(import.meta.url)("playwright-core").chromium.executablePath();
  } catch {
    return undefined;
  }
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function works(path) {
  // Windows browsers open a window for --version.
  if (process.platform === "win32") return existsSync(path);
  const asked = spawnSync(path, ["--version"], { encoding: "utf8", timeout: 20_000 });
  return asked.status === 0 && /\d\.\d/.test(asked.stdout);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await findBrowser());
