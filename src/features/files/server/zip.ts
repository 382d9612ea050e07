import { crc32 } from "node:zlib";
import { deflateSync, Inflate } from "fflate";
import { ExtractError } from "./extract.ts";
import { pieceBytes } from "./scriptDecompression.ts";

export interface ZipLimits {
  /** Entries at most. */
  entries: number;
  /** Bytes of all entries together, unzipped. */
  bytes: number;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
/** The end record has 22 bytes and a comment of at most 65,535. */
const endReach = 22 + 65_535;

function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - endReach); at -= 1) {
    if (view.getUint32(at, true) === endSignature) return at;
  }
  throw new ExtractError("unreadable", "no zip archive");
}

interface Entry {
  name: string;
  method: number;
  packed: number;
  size: number;
  offset: number;
}

function readEntries(bytes: Uint8Array, view: DataView, limits: ZipLimits): Entry[] {
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > limits.entries) throw new ExtractError("tooBig", `more than ${limits.entries} entries`);
  const names = new TextDecoder("utf-8");
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== entrySignature) throw new ExtractError("unreadable", "broken list of entries");
    if ((view.getUint16(at + 8, true) & 1) === 1) throw new ExtractError("protected", "needs a password");
    const nameLength = view.getUint16(at + 28, true);
    const entry: Entry = {
      name: names.decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    total += entry.size;
    if (total > limits.bytes) throw new ExtractError("tooBig", `more than ${limits.bytes} bytes unzipped`);
    entries.push(entry);
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/**
 * Unpacks without zlib: a thread that is ended while Node has made one of its streams, and not begun it, takes the
 * whole process with it.
 */
function unpack(bytes: Uint8Array, view: DataView, entry: Entry): Uint8Array {
  if (view.getUint32(entry.offset, true) !== localSignature) throw new ExtractError("unreadable", "broken entry");
  const start = entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true);
  const packed = bytes.subarray(start, start + entry.packed);
  if (entry.method === 0) {
    if (packed.length !== entry.size) throw new ExtractError("unreadable", "broken entry");
    return packed;
  }
  if (entry.method !== 8) throw new ExtractError("unreadable", "unknown compression");
  if (entry.size === 0) return new Uint8Array(0);
  const content = new Uint8Array(entry.size);
  let length = 0;
  let isWhole = false;
  const inflate = new Inflate((chunk, isLast) => {
    // An entry that unpacks to more than it declares is a bomb in disguise.
    if (length + chunk.length > entry.size) throw new ExtractError("tooBig", "an entry is larger than it says");
    content.set(chunk, length);
    length += chunk.length;
    isWhole ||= isLast;
  });
  try {
    for (let at = 0; at < packed.length; at += pieceBytes)
      inflate.push(packed.subarray(at, at + pieceBytes), at + pieceBytes >= packed.length);
  } catch (error) {
    throw error instanceof ExtractError ? error : new ExtractError("unreadable", "broken entry");
  }
  if (!isWhole || length !== entry.size) throw new ExtractError("unreadable", "broken entry");
  return content;
}

/**
 * Unpacks the wanted entries of a zip archive. Sizes are capped before anything is unpacked and again while it is.
 * @throws ExtractError `unreadable`, `protected`, or `tooBig`, which is the answer to zip bombs
 */
export function readZip(
  bytes: Uint8Array,
  limits: ZipLimits,
  wanted: (name: string) => boolean,
): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = new Map<string, Uint8Array>();
  try {
    for (const entry of readEntries(bytes, view, limits)) {
      if (!entry.name.endsWith("/") && wanted(entry.name)) found.set(entry.name, unpack(bytes, view, entry));
    }
  } catch (error) {
    if (error instanceof RangeError) throw new ExtractError("unreadable", "cut off");
    throw error;
  }
  return found;
}

/** A zip archive of the entries, with no dates in it: the same entries give the same bytes. */
export function writeZip(entries: ReadonlyMap<string, Uint8Array>, method: "store" | "deflate"): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const path = Buffer.from(name, "utf8");
    const data = method === "store" ? content : deflateSync(content);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(0x0800, 2);
    shared.writeUInt16LE(method === "store" ? 0 : 8, 4);
    shared.writeUInt16LE(0x21, 8);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(data.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(path.length, 22);

    const local = Buffer.alloc(4);
    local.writeUInt32LE(localSignature, 0);
    locals.push(local, shared, path, Buffer.from(data.buffer, data.byteOffset, data.byteLength));

    const head = Buffer.alloc(6);
    head.writeUInt32LE(entrySignature, 0);
    head.writeUInt16LE(20, 4);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(head, shared, tail, path);
    offset += 30 + path.length + data.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(endSignature, 0);
  end.writeUInt16LE(entries.size, 8);
  end.writeUInt16LE(entries.size, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, list, end]);
}
