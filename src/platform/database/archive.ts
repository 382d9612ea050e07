import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { createTarDecoder } from "modern-tar";
import { packTar } from "modern-tar/fs";

/** One file of an archive and where its bytes lie now. */
export interface ArchiveEntry {
  /** Path inside the archive. */
  name: string;
  path: string;
}

/** Writes a `.tar.gz` that any tar program opens. It appears under its name only when it is whole and on the disk. */
export async function writeArchive(target: string, entries: readonly ArchiveEntry[]): Promise<void> {
  const draft = `${target}.part`;
  await mkdir(dirname(target), { recursive: true });
  try {
    const rights = { mode: 0o600, uid: 0, gid: 0, mtime: new Date(0) };
    const tar = packTar(entries.map(({ name, path }) => ({ type: "file", source: path, target: name, ...rights })));
    await pipeline(tar, createGzip({ level: 6 }), createWriteStream(draft, { mode: 0o600, flush: true }));
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
  const unpacked: Unpacked[] = [];
  const entries = Readable.toWeb(createReadStream(archive))
    .pipeThrough(new DecompressionStream("gzip"))
    .pipeThrough(createTarDecoder({ strict: true }));
  for await (const { header, body } of entries) {
    const path = join(folder, String(unpacked.length));
    const hash = createHash("sha256");
    const hashed = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    };
    await pipeline(body, hashed, createWriteStream(path, { mode: 0o600 }));
    unpacked.push({ name: header.name, path, sha256: hash.digest("hex") });
  }
  return unpacked;
}
