/*
 * QR codes (ISO/IEC 18004) as far as a link to an app needs them: bytes, error correction M, versions 1 to 20, one mask.
 */

/** Error correction codewords of each block, and blocks, at level M; index 0 is version 1. */
const eccPerBlock = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26] as const;
const blockCounts = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16] as const;

/** Codewords of a version, data and correction together. */
function rawCodewords(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const aligned = Math.floor(version / 7) + 2;
    modules -= (25 * aligned - 10) * aligned - 55;
    if (version >= 7) modules -= 36;
  }
  return Math.floor(modules / 8);
}

const at = <T>(list: readonly T[], index: number): T => {
  const found = list[index];
  if (found === undefined) throw new RangeError(`No entry ${index}`);
  return found;
};

const dataCodewords = (version: number): number =>
  rawCodewords(version) - at(eccPerBlock, version - 1) * at(blockCounts, version - 1);

/** Product in GF(2^8) modulo 0x11d. */
function multiply(x: number, y: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((y >>> bit) & 1) * x;
  }
  return product;
}

/** Divisor of Reed-Solomon codes of this degree, without its leading one. */
function divisorOf(degree: number): number[] {
  const divisor: number[] = Array.from({ length: degree }, (_, index) => (index === degree - 1 ? 1 : 0));
  let root = 1;
  for (let round = 0; round < degree; round += 1) {
    for (let index = 0; index < degree; index += 1)
      divisor[index] = multiply(at(divisor, index), root) ^ (divisor[index + 1] ?? 0);
    root = multiply(root, 2);
  }
  return divisor;
}

function remainderOf(data: readonly number[], divisor: readonly number[]): number[] {
  const remainder = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (remainder.shift() ?? 0);
    remainder.push(0);
    for (const [index, value] of divisor.entries()) remainder[index] = at(remainder, index) ^ multiply(value, factor);
  }
  return remainder;
}

/** Bytes with their mode and length, filled up to the size of the version. */
function dataOf(bytes: Uint8Array, version: number): number[] {
  const capacity = dataCodewords(version);
  const lengthBits = version < 10 ? 8 : 16;
  const bits: number[] = [];
  const push = (value: number, count: number): void => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >>> bit) & 1);
  };
  push(0b0100, 4);
  push(bytes.length, lengthBits);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, capacity * 8 - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  const data: number[] = [];
  for (let start = 0; start < bits.length; start += 8)
    data.push(bits.slice(start, start + 8).reduce((byte, bit) => (byte << 1) | bit, 0));
  for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad);
  return data;
}

/** Codewords as they are drawn: blocks with their correction, interleaved. */
function codewordsOf(data: readonly number[], version: number): number[] {
  const [ecc, count] = [at(eccPerBlock, version - 1), at(blockCounts, version - 1)];
  const raw = rawCodewords(version);
  const shortBlocks = count - (raw % count);
  const shortLength = Math.floor(raw / count) - ecc;
  const divisor = divisorOf(ecc);
  let start = 0;
  const blocks = Array.from({ length: count }, (_, index) => {
    const part = data.slice(start, start + shortLength + (index < shortBlocks ? 0 : 1));
    start += part.length;
    return { part, correction: remainderOf(part, divisor) };
  });
  const interleave = (lists: readonly (readonly number[])[]): number[] =>
    Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, index) =>
      lists.flatMap((list) => (index < list.length ? [at(list, index)] : [])),
    ).flat();
  return [...interleave(blocks.map(({ part }) => part)), ...interleave(blocks.map(({ correction }) => correction))];
}

function alignmentCentres(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  const last = version * 4 + 10;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => last - (count - 2 - index) * step)];
}

/**
 * A text as a QR code, with error correction M.
 * @returns rows of dark modules, without the quiet zone of four modules around them
 * @throws RangeError for more than 666 bytes of UTF-8
 */
export function qrModules(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version =
    eccPerBlock.findIndex((_, index) => 4 + (index < 9 ? 8 : 16) + bytes.length * 8 <= dataCodewords(index + 1) * 8) +
    1;
  if (version === 0) throw new RangeError("The text is too long for a QR code of ours");
  const size = version * 4 + 17;
  const dark = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const isFixed = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const fix = (x: number, y: number, isDark: boolean): void => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    at(dark, y)[x] = isDark;
    at(isFixed, y)[x] = true;
  };

  for (let index = 0; index < size; index += 1) {
    fix(6, index, index % 2 === 0);
    fix(index, 6, index % 2 === 0);
  }
  for (const [left, top] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    for (let dy = -4; dy <= 4; dy += 1)
      for (let dx = -4; dx <= 4; dx += 1) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        fix(left + dx, top + dy, ring !== 2 && ring !== 4);
      }
  const centres = alignmentCentres(version);
  const last = centres.at(-1);
  for (const y of centres)
    for (const x of centres) {
      if ((x === 6 && (y === 6 || y === last)) || (x === last && y === 6)) continue;
      for (let dy = -2; dy <= 2; dy += 1)
        for (let dx = -2; dx <= 2; dx += 1) fix(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }

  // Format: level M (0) and mask 0 are ten zeros, and their correction.
  const format = 0x5412;
  const formatBit = (index: number): boolean => ((format >>> index) & 1) === 1;
  for (let index = 0; index <= 5; index += 1) fix(8, index, formatBit(index));
  fix(8, 7, formatBit(6));
  fix(8, 8, formatBit(7));
  fix(7, 8, formatBit(8));
  for (let index = 9; index < 15; index += 1) fix(14 - index, 8, formatBit(index));
  for (let index = 0; index < 8; index += 1) fix(size - 1 - index, 8, formatBit(index));
  for (let index = 8; index < 15; index += 1) fix(8, size - 15 + index, formatBit(index));
  fix(8, size - 8, true);
  if (version >= 7) {
    let remainder = version;
    for (let round = 0; round < 12; round += 1) remainder = (remainder << 1) ^ ((remainder >>> 11) * 0x1f25);
    const bits = (version << 12) | remainder;
    for (let index = 0; index < 18; index += 1) {
      const [far, near] = [size - 11 + (index % 3), Math.floor(index / 3)];
      const isDark = ((bits >>> index) & 1) === 1;
      fix(far, near, isDark);
      fix(near, far, isDark);
    }
  }

  const codewords = codewordsOf(dataOf(bytes, version), version);
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let row = 0; row < size; row += 1)
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - row : row;
        if (at(at(isFixed, y), x)) continue;
        const isSet = bit < codewords.length * 8 && ((at(codewords, bit >>> 3) >>> (7 - (bit & 7))) & 1) === 1;
        bit += 1;
        // Mask 0.
        at(dark, y)[x] = isSet !== ((x + y) % 2 === 0);
      }
  }
  return dark;
}
