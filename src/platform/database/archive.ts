import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { packTar, unpackTar } from "modern-tar/fs";

/** One file of an archive and where its bytes lie now. */
export interface ArchiveEntry {
  /** Path inside the archive. */
  name: string;
  path: string;
}

/**
 * Writes a `.tar.gz` that any tar program opens. It appears under its name only when it is whole and on the disk.
 * @throws Error when a file is gone or has another size by the end
 */
export async function writeArchive(target: string, entries: readonly ArchiveEntry[]): Promise<void> {
  const draft = `${target}.part`;
  const sizes: number[] = [];
  await mkdir(dirname(target), { recursive: true });
  for (const { path } of entries) sizes.push((await stat(path)).size);
  try {
    const rights = { mode: 0o600, uid: 0, gid: 0, mtime: new Date(0) };
    const tar = packTar(entries.map(({ name, path }) => ({ type: "file", source: path, target: name, ...rights })));
    await pipeline(tar, createGzip({ level: 6 }), createWriteStream(draft, { mode: 0o600, flush: true }));
    for (const [at, { name, path }] of entries.entries())
      if ((await stat(path)).size !== sizes[at]) throw new Error(`${name} was changed while it was copied`);
    await rename(draft, target);
  } finally {
    await rm(draft, { force: true });
  }
}

/** What an archive holds, unpacked. */
export interface Unpacked {
  name: string;
  path: string;
  /** Of the content, hex. */
  sha256: string;
}

/**
 * Unpacks an archive into `folder` under running numbers, so that no name in it becomes a path.
 * @throws Error when it is cut, flipped, or no archive at all
 */
export async function readArchive(archive: string, folder: string): Promise<Unpacked[]> {
  const names: string[] = [];
  const target = unpackTar(folder, {
    strict: true,
    fmode: 0o600,
    filter: ({ type }) => type === "file",
    map: (header) => ({ ...header, name: String(names.push(header.name) - 1) }),
  });
  await pipeline(createReadStream(archive), createGunzip(), target);
  const unpacked: Unpacked[] = [];
  for (const [at, name] of names.entries()) {
    const path = join(folder, String(at));
    unpacked.push({ name, path, sha256: await sha256Of(path) });
  }
  return unpacked;
}

/** SHA-256 of a file, hex. */
export async function sha256Of(path: string): Promise<string> {
  const sum = createHash("sha256");
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) sum.update(chunk);
  return sum.digest("hex");
}
