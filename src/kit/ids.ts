/** RFC 9562 UUID, any version, lower or upper case. */
export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

let lastMs = 0;
let sequence = 0;

/**
 * A new UUIDv7 (RFC 9562 section 5.7): 48 bits of milliseconds, a 12-bit counter that keeps ids of one process
 * ascending inside a millisecond, 62 random bits.
 */
export function newId(nowMs: number = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  if (nowMs > lastMs) {
    lastMs = nowMs;
    sequence = ((bytes[6] ?? 0) & 0x07) << 8 | (bytes[7] ?? 0);
  } else {
    sequence += 1;
    if (sequence > 0xfff) {
      lastMs += 1;
      sequence = 0;
    }
  }
  const hex = (value: number, width: number): string => value.toString(16).padStart(width, "0");
  const time = hex(lastMs, 12);
  const variant = hex(((bytes[8] ?? 0) & 0x3f) | 0x80, 2) + hex(bytes[9] ?? 0, 2);
  const tail = Array.from(bytes.subarray(10), (byte) => hex(byte, 2)).join("");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(sequence, 3)}-${variant}-${tail}`;
}
