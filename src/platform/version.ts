import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** Which build this is. */
export interface Version {
  version: string;
  /** Commit that it was made of; undefined outside a checkout when nobody named it. */
  commit: string | undefined;
}

const packageSchema = z.object({ version: z.string() });
const isCommit = (text: string): boolean => /^[0-9a-f]{7,64}$/.test(text);

/** The commit that a checkout is at. */
async function commitOf(root: string): Promise<string | undefined> {
  const read = (path: string): Promise<string> => readFile(join(root, ".git", path), "utf8").catch(() => "");
  const head = (await read("HEAD")).trim();
  if (!head.startsWith("ref: ")) return isCommit(head) ? head : undefined;
  const ref = head.slice("ref: ".length);
  const loose = (await read(ref)).trim();
  if (isCommit(loose)) return loose;
  const packed = (await read("packed-refs")).split("\n").find((line) => line.endsWith(` ${ref}`));
  const commit = packed?.split(" ", 1)[0] ?? "";
  return isCommit(commit) ? commit : undefined;
}

/**
 * The version of package.json, and the commit.
 * @param root folder of package.json
 * @param named commit that the build was told, for an image without `.git`
 */
export async function readVersion(root: string, named: string | undefined): Promise<Version> {
  const { version } = packageSchema.parse(JSON.parse(await readFile(join(root, "package.json"), "utf8")));
  return { version, commit: named ?? (await commitOf(root)) };
}
