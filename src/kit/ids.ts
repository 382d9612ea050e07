/** RFC 9562 UUID, any version, lower or upper case. */
export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

let lastMs = 0;
let sequence = 0;

const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
/** Random bytes in stock: asking for sixteen at a time costs more than making the id. Each byte is used once. */
const stock = new Uint8Array(4096);
let used = stock.length;

/**
 * A new UUIDv7 (RFC 9562 section 5.7): 48 bits of milliseconds, a 12-bit counter that keeps ids of one process
 * ascending inside a millisecond, 62 random bits.
 */
export function newId(nowMs: number = Date.now()): string {
  if (used + 10 > stock.length) {
    crypto.getRandomValues(stock);
    used = 0;
  }
  const random = (): number => stock[used++] ?? 0;
  if (nowMs > lastMs) {
    lastMs = nowMs;
    sequence = ((random() & 0x07) << 8) | random();
  } else {
    sequence += 1;
    if (sequence > 0xfff) {
      lastMs += 1;
      sequence = 0;
    }
  }
  const next = (): string => hexOf[random()] ?? "";
  const time = lastMs.toString(16).padStart(12, "0");
  const counter = sequence.toString(16).padStart(3, "0");
  const variant = (hexOf[(random() & 0x3f) | 0x80] ?? "") + next();
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${variant}-${next()}${next()}${next()}${next()}${next()}${next()}`;
}
