import { createHash, randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ProductError } from "#src/kit/errors.ts";

/** Content-addressed bytes: the key is the SHA-256 of the content in hex. */
export interface FileStorage {
  put: (bytes: Uint8Array) => Promise<string>;
  /** Null when there is no such content. */
  get: (hash: string) => Promise<Uint8Array | null>;
  delete: (hash: string) => Promise<void>;
}

/** SHA-256 in lower-case hex. */
export const hashOf = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");

/** Anything else never becomes part of a path or an object name. */
export const isHash = (value: string): boolean => /^[0-9a-f]{64}$/.test(value);

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error ? String(error.code) : undefined;

const noRoom = (cause: unknown): unknown =>
  ["ENOSPC", "EDQUOT"].includes(codeOf(cause) ?? "")
    ? new ProductError("storage.full", { status: 507, message: "There is no room left to store this", cause })
    : cause;

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Storage in a folder of this machine: `dir/ab/abcdef…`, files readable by our user alone. A file appears under its
 * name only when all of its bytes are on the disk.
 * @throws ProductError 507 `storage.full`; Error when stored bytes no longer match their hash
 */
export function localStorage(dir: string): FileStorage {
  const pathOf = (hash: string): string => join(dir, hash.slice(0, 2), hash);

  return {
    async put(bytes) {
      const hash = hashOf(bytes);
      const path = pathOf(hash);
      const known = await stat(path).catch(() => null);
      if (known?.isFile() && known.size === bytes.length) return hash;

      const folder = dirname(path);
      const draft = join(folder, `.${randomBytes(12).toString("hex")}`);
      try {
        const created = await mkdir(folder, { recursive: true, mode: 0o700 });
        const handle = await open(draft, "wx", 0o600);
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(draft, path);
        // Windows cannot open a folder; there the rename is durable by itself.
        if (process.platform !== "win32") {
          await syncFolder(folder);
          if (created) await syncFolder(dir);
        }
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined);
        throw noRoom(error);
      }
      return hash;
    },

    async get(hash) {
      if (!isHash(hash)) return null;
      try {
        const bytes = await readFile(pathOf(hash));
        if (hashOf(bytes) !== hash) throw new Error(`Stored content ${hash} is damaged`);
        return bytes;
      } catch (error) {
        if (codeOf(error) === "ENOENT") return null;
        throw error;
      }
    },

    async delete(hash) {
      if (isHash(hash)) await rm(pathOf(hash), { force: true });
    },
  };
}
