import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

/** One file of an archive and where its bytes lie now. */
export interface ArchiveEntry {
  /** Path inside the archive, ASCII, at most 99 characters. */
  name: string;
  path: string;
  /** Bytes. */
  size: number;
}

/** Bytes of a tar block, POSIX.1-1988 ustar. */
const blockSize = 512;

/**
 * Writes a `.tar.gz` that any tar program opens. It appears under its name only when it is whole and on the disk.
 * @throws Error when a file is not as long as its entry says
 */
export async function writeArchive(target: string, entries: readonly ArchiveEntry[]): Promise<void> {
  const draft = `${target}.part`;
  await mkdir(dirname(target), { recursive: true });
  try {
    const output = createWriteStream(draft, { mode: 0o600, flush: true });
    await pipeline(Readable.from(blocks(entries)), createGzip({ level: 6 }), output);
    await rename(draft, target);
  } finally {
    await rm(draft, { force: true });
  }
}

async function* blocks(entries: readonly ArchiveEntry[]): AsyncGenerator<Buffer> {
  for (const { name, path, size } of entries) {
    yield header(name, size);
    let sent = 0;
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      sent += chunk.length;
      yield chunk;
    }
    if (sent !== size) throw new Error(`${name} changed while it was copied`);
    yield Buffer.alloc(padding(size));
  }
  yield Buffer.alloc(2 * blockSize);
}

const padding = (size: number): number => (blockSize - (size % blockSize)) % blockSize;

function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(blockSize);
  const put = (text: string, offset: number): void => {
    block.write(text, offset, "latin1");
  };
  put(name, 0);
  put("0000600\0", 100);
  put("0000000\0", 108);
  put("0000000\0", 116);
  // Eleven octal digits reach to 8 GB; beyond that the first bit says that the number is binary (GNU).
  if (size < 8 ** 11) put(`${size.toString(8).padStart(11, "0")}\0`, 124);
  else {
    block[124] = 0x80;
    block.writeBigUInt64BE(BigInt(size), 128);
  }
  put("00000000000\0", 136);
  put("        ", 148);
  put("0", 156);
  put("ustar\x0000", 257);
  put(`${checksum(block).toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

/** Sum of the bytes of a header, its own field counted as spaces. */
function checksum(block: Buffer): number {
  let sum = 0;
  for (const [at, byte] of block.entries()) sum += at >= 148 && at < 156 ? 32 : byte;
  return sum;
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
  const input = createReadStream(archive);
  const gunzip = createGunzip();
  // Errors of either end up in whoever reads next.
  input.on("error", (error) => gunzip.destroy(error));
  const bytes = new ByteReader(input.pipe(gunzip) as AsyncIterable<Buffer>);
  for (;;) {
    const block = await bytes.take(blockSize);
    if (block.every((byte) => byte === 0)) break;
    if (Number.parseInt(block.toString("latin1", 148, 154), 8) !== checksum(block))
      throw new Error("a header is damaged");
    const name = block.toString("latin1", 0, 100).replace(/\0.*$/s, "");
    const size =
      ((block[124] ?? 0) & 0x80) === 0
        ? Number.parseInt(block.toString("latin1", 124, 135), 8)
        : Number(block.readBigUInt64BE(128));
    const path = join(folder, String(unpacked.length));
    const hash = createHash("sha256");
    await pipeline(Readable.from(hashed(bytes.stream(size), hash)), createWriteStream(path, { mode: 0o600 }));
    await bytes.take(padding(size));
    unpacked.push({ name, path, sha256: hash.digest("hex") });
  }
  // Reading to the end makes gunzip compare its own checksum.
  await bytes.finish();
  return unpacked;
}

async function* hashed(source: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Takes exact numbers of bytes from a stream of chunks. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  async take(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.stream(count)) parts.push(part);
    return Buffer.concat(parts);
  }

  async *stream(count: number): AsyncGenerator<Buffer> {
    let missing = count;
    while (missing > 0) {
      if (this.#rest.length === 0) {
        const next = await this.#chunks.next();
        if (next.done) throw new Error("it ends too early");
        this.#rest = next.value;
      }
      const part = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(part.length);
      missing -= part.length;
      yield part;
    }
  }

  async finish(): Promise<void> {
    while (!(await this.#chunks.next()).done);
  }
}
