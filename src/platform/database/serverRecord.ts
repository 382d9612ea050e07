import { codeOf } from "#src/kit/causes.ts";
import { randomBytes } from "node:crypto";
import { chown, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";

const schema = z.object({
  /** Of the role `pioneer`, which the product works as. */
  password: z.string().min(20),
  /** Of the role `postgres`, which only repairs use. */
  superuserPassword: z.string().min(20),
  /** Last known port; kept after a stop so that a restart comes back on the same one. */
  port: z.number().int().min(1).max(65_535).optional(),
  /** Of the postmaster when it was last seen running. */
  pid: z.number().int().positive().optional(),
});

/** What `server.json` in the data folder holds: how to reach the embedded server. */
export type ServerRecord = z.infer<typeof schema>;

export type Passwords = Pick<ServerRecord, "password" | "superuserPassword">;

/** Passwords of a new cluster: 192 random bits each, letters that need no quoting anywhere. */
export function newPasswords(): Passwords {
  return { password: randomBytes(24).toString("hex"), superuserPassword: randomBytes(24).toString("hex") };
}

const fileOf = (dataDir: string): string => join(dataDir, "server.json");

/** The record, or undefined when it is missing or damaged. */
export async function readRecord(dataDir: string): Promise<ServerRecord | undefined> {
  let text: string;
  try {
    text = await readFile(fileOf(dataDir), "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Replaces the record in one step; readers see the old one or the new one. */
export async function writeRecord(dataDir: string, record: ServerRecord): Promise<void> {
  await replaceFile(fileOf(dataDir), `${JSON.stringify(record, null, 2)}\n`);
}

/**
 * Writes a private file (0600) beside its final place, syncs it and renames it there. When root works in the folder
 * of another user, the file becomes that user's, so that they can start without root later.
 */
export async function replaceFile(path: string, content: string): Promise<void> {
  const fresh = `${path}.${randomBytes(4).toString("hex")}`;
  try {
    await writeFile(fresh, content, { flag: "wx", mode: 0o600, flush: true });
    if (process.getuid?.() === 0) {
      const { uid, gid } = await stat(dirname(path));
      await chown(fresh, uid, gid);
    }
    await rename(fresh, path);
  } finally {
    await rm(fresh, { force: true });
  }
}
