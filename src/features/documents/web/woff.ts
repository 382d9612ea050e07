import { unzlibSync } from "fflate";

const signature = 0x774f4646;
/** Bytes of the heads and of one entry in the list of tables, in WOFF and in the font that it packs. */
const woff = { head: 44, entry: 20 };
const sfnt = { head: 12, entry: 16 };
const padded = (length: number): number => (length + 3) & ~3;

/**
 * The font that a WOFF 1 file packs (https://www.w3.org/TR/WOFF/), unpacked once: the library that writes PDFs would
 * unpack a table for each letter. Anything else is answered as it is.
 */
export function unpackWoff(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < woff.head || view.getUint32(0) !== signature) return bytes;
  const count = view.getUint16(12);
  const tables = Array.from({ length: count }, (_, at) => {
    const entry = woff.head + at * woff.entry;
    const [start, packed, length] = [4, 8, 12].map((offset) => view.getUint32(entry + offset)) as [
      number,
      number,
      number,
    ];
    const raw = bytes.subarray(start, start + packed);
    return {
      tag: view.getUint32(entry),
      checksum: view.getUint32(entry + 16),
      data: packed < length ? unzlibSync(raw) : raw,
    };
  });
  const begin = sfnt.head + count * sfnt.entry;
  const out = new Uint8Array(tables.reduce((sum, { data }) => sum + padded(data.length), begin));
  const to = new DataView(out.buffer);
  to.setUint32(0, view.getUint32(4));
  to.setUint16(4, count);
  const power = 2 ** Math.floor(Math.log2(Math.max(1, count)));
  to.setUint16(6, power * sfnt.entry);
  to.setUint16(8, Math.log2(power));
  to.setUint16(10, (count - power) * sfnt.entry);
  let at = begin;
  tables.forEach(({ tag, checksum, data }, index) => {
    const entry = sfnt.head + index * sfnt.entry;
    [tag, checksum, at, data.length].forEach((value, place) => to.setUint32(entry + place * 4, value));
    out.set(data, at);
    at += padded(data.length);
  });
  return out;
}
