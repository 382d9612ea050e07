import { execFile } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "vite";

const folder = fileURLToPath(new URL("./client/", import.meta.url));

const changedAt = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.mtimeMs ?? 0;

/** The client comes from its own lock file into its own folder, so that the product never depends on it. */
async function install(): Promise<void> {
  if ((await changedAt(`${folder}node_modules/.package-lock.json`)) >= (await changedAt(`${folder}package-lock.json`))) return;
  const isWindows = process.platform === "win32";
  await promisify(execFile)(isWindows ? "npm.cmd" : "npm", ["ci", "--ignore-scripts"], { cwd: folder, shell: isWindows });
}

/** One page with the stock client, as an html file whose script is inside. */
export async function buildStockPage(): Promise<string> {
  await install();
  const result = await build({
    root: folder,
    configFile: false,
    logLevel: "error",
    define: { "process.env": "{}", "process.env.NODE_ENV": JSON.stringify("production") },
    build: { write: false, modulePreload: false, rolldownOptions: { input: `${folder}page.js` } },
  });
  const outputs = Array.isArray(result) ? result.flatMap(({ output }) => output) : "output" in result ? result.output : [];
  const script = outputs.find((output) => output.type === "chunk");
  if (script?.type !== "chunk") throw new Error("The page with the stock client was not built");
  const html = await readFile(`${folder}index.html`, "utf8");
  return html.replace(/<script.*<\/script>/, () => `<script type="module">${script.code.replaceAll("</script", "<\\/script")}</script>`);
}
