import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Names what loading `file` loads. */
const script = (file: string): string => `
  const { registerHooks } = await import("node:module");
  const seen = new Set();
  registerHooks({ resolve: (name, context, next) => { seen.add(name); return next(name, context); } });
  await import(${JSON.stringify(file)});
  console.log(JSON.stringify([...seen]));
`;

test("loads no provider package while an engine is chosen", async () => {
  const file = new URL("detect.ts", import.meta.url).href;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script(file)]);
  const seen: unknown = JSON.parse(stdout);
  expect(seen).toContain("./modelEngine.ts");
  expect(Array.isArray(seen) && seen.filter((name) => /^ai$|@ai-sdk|compromise/.test(String(name)))).toEqual([]);
});
