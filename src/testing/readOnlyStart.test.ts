import { spawnSync } from "node:child_process";
import { chmod, cp, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "./database.ts";
import { root } from "./sourceTree.ts";

/** A user of Debian and macOS who owns nothing. */
const nobody = 65_534;

/** A checkout in small: the real scripts, no packages, a builder and a server that only say that they ran. */
async function makeCheckout(folder: string): Promise<void> {
  const files: Record<string, string> = {
    "package.json": '{"type":"module"}',
    "package-lock.json": '{"packages":{}}',
    "node_modules/.package-lock.json": '{"packages":{}}',
    "node_modules/vite/bin/vite.js": `import { mkdirSync, writeFileSync } from "node:fs";
      const folder = process.argv[process.argv.indexOf("--outDir") + 1];
      mkdirSync(folder, { recursive: true });
      writeFileSync(folder + "/index.html", "<p>page</p>");`,
    "src/server/main.ts": "process.stdout.write(`started ${process.argv.length}`);",
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await cp(join(root, "scripts"), join(folder, "scripts"), { recursive: true });
}

async function setMode(folder: string, folders: number, files: number): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? folders : files);
  await chmod(folder, folders);
}

// The rights of Windows are others.
describe.skipIf(process.platform === "win32")("npm start in a folder that cannot be written to", () => {
  let folder: { path: string; remove: () => Promise<void> };
  const ready = (task: string, uid?: number) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/ready.mjs", task], {
      cwd: folder.path,
      encoding: "utf8",
      env: { PATH: process.env["PATH"] },
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    return { status, stdout, stderr };
  };
  // The superuser may write anywhere, so it starts as somebody else.
  const asStranger = (task: string) => ready(task, process.getuid?.() === 0 ? nobody : undefined);
  beforeAll(async () => {
    folder = await temporaryFolder();
    await makeCheckout(folder.path);
  });
  afterAll(async () => {
    await setMode(folder.path, 0o755, 0o644);
    await folder.remove();
  });

  test("names the command that is missing before a build, and works after it", async () => {
    await setMode(folder.path, 0o555, 0o444);
    const before = asStranger("start");
    expect(before.stderr).toContain("npm run build");
    expect(before.status).toBe(1);

    await setMode(folder.path, 0o755, 0o644);
    expect(ready("build")).toMatchObject({ status: 0, stderr: "" });

    await setMode(folder.path, 0o555, 0o444);
    expect(asStranger("start")).toEqual({ status: 0, stdout: "started 2", stderr: "" });
  });
});
