import { createHash, randomBytes } from "node:crypto";
import { link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { codeOf } from "#src/kit/causes.ts";
import { isOutOfSpace, storageFull } from "#src/kit/outOfSpace.ts";
import { syncFolder } from "../database/syncFolder.ts";

/** Content-addressed bytes: the key is the SHA-256 of the content in hex. */
export interface FileStorage {
  put: (bytes: Uint8Array) => Promise<string>;
  /** Null when there is no such content. */
  get: (hash: string) => Promise<Uint8Array | null>;
  delete: (hash: string) => Promise<void>;
}

/** A storage as the whole product uses it: with the mark that says which database it belongs to. */
export interface MarkedStorage extends FileStorage {
  /** For the terminal and for sentences about it: a folder, or a bucket. */
  describe: string;
  /** Name of the mark, which lies beside the content. */
  markName: string;
  /** The id in the mark, null without one. */
  readMark: () => Promise<string | null>;
  /** Writes the mark unless there is one. @returns the id that it has now */
  writeMark: (id: string) => Promise<string>;
  /** Writes the mark whatever it was. */
  replaceMark: (id: string) => Promise<void>;
}

/** Name of the mark in a folder and in a bucket. */
export const markName = ".pioneer-files";

/** SHA-256 in lower-case hex. */
export const hashOf = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");

/** Anything else never becomes part of a path or an object name. */
export const isHash = (value: string): boolean => /^[0-9a-f]{64}$/.test(value);

/** Stored bytes are not what was stored under their hash. */
export class DamagedContentError extends Error {
  constructor(hash: string) {
    super(`Stored content ${hash} is damaged`);
    this.name = "DamagedContentError";
  }
}

/**
 * Storage in a folder of this machine: `dir/ab/abcdef…`, files readable by our user alone. A file appears under its
 * name only when all of its bytes are on the disk.
 * @throws ProductError 507 `storage.full`; DamagedContentError when stored bytes no longer match their hash
 */
export function localStorage(dir: string): MarkedStorage {
  const pathOf = (hash: string): string => join(dir, hash.slice(0, 2), hash);
  const markPath = join(dir, markName);

  const readMark = async (): Promise<string | null> => {
    try {
      return (await readFile(markPath, "utf8")).trim();
    } catch (error) {
      if (codeOf(error) === "ENOENT") return null;
      throw error;
    }
  };

  /** Written aside and put in place in one step: nobody reads half a mark. */
  const placeMark = async (id: string, place: (draft: string) => Promise<void>): Promise<void> => {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const draft = `${markPath}.${randomBytes(12).toString("hex")}`;
    try {
      await writeFile(draft, `${id}\n`, { flag: "wx", mode: 0o600, flush: true });
      await place(draft);
      await syncFolder(dir);
    } catch (error) {
      throw isOutOfSpace(error) ? storageFull(error) : error;
    } finally {
      await rm(draft, { force: true });
    }
  };

  return {
    describe: dir,
    markName,
    readMark,
    async writeMark(id) {
      // The first of several processes wins; file systems without hard links take the rename.
      await placeMark(id, (draft) =>
        link(draft, markPath).catch(async (error: unknown) => {
          if (codeOf(error) === "EEXIST") return;
          if ((await readMark()) === null) await rename(draft, markPath);
        }),
      );
      return (await readMark()) ?? id;
    },
    replaceMark: (id) => placeMark(id, (draft) => rename(draft, markPath)),

    async put(bytes) {
      const hash = hashOf(bytes);
      const path = pathOf(hash);
      const known = await stat(path).catch(() => null);
      if (known?.isFile() && known.size === bytes.length) return hash;

      const folder = dirname(path);
      const draft = join(folder, `.${randomBytes(12).toString("hex")}`);
      try {
        const created = await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(draft, bytes, { flag: "wx", mode: 0o600, flush: true });
        await rename(draft, path);
        await syncFolder(folder);
        if (created) await syncFolder(dir);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined);
        throw isOutOfSpace(error) ? storageFull(error) : error;
      }
      return hash;
    },

    async get(hash) {
      if (!isHash(hash)) return null;
      try {
        const bytes = await readFile(pathOf(hash));
        if (hashOf(bytes) !== hash) throw new DamagedContentError(hash);
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
