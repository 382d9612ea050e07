// Draws the icons of the installed app from the mark (src/ui/Mark.tsx): node scripts/icons.mjs
// The pictures are kept in src/app/public; this is run again when the mark changes.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const folder = fileURLToPath(new URL("../src/app/public/", import.meta.url));
const colours = { paper: "#f7f7f3", coin: "#0a6647", rule: "#161d19" };

/** The mark's own measures: 20 wide, 22 high. */
const mark = `<circle cx="10" cy="7" r="6" fill="${colours.coin}"/><path d="M0 16.4h20M0 20.6h20" stroke="${colours.rule}" stroke-width="1.8"/>`;

/** @param {number} share of the edge that the mark may take; 0.8 is the circle that every mask leaves. */
function drawing(share, background) {
  const edge = Math.hypot(20, 22) / share;
  const paper = background ? `<rect width="${edge}" height="${edge}" fill="${background}"/>` : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${edge} ${edge}">${paper}<g transform="translate(${(edge - 20) / 2} ${(edge - 22) / 2})">${mark}</g></svg>`;
}

const picture = (svg, size) =>
  sharp(Buffer.from(svg), { density: 600 }).resize(size, size).png({ compressionLevel: 9, palette: true }).toBuffer();

/** A Windows icon: a directory of sixteen bytes for each picture, and the pictures as PNG. */
function ico(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let at = head.length;
  pictures.forEach(({ size, bytes }, index) => {
    const entry = 6 + 16 * index;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(bytes.length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += bytes.length;
  });
  return Buffer.concat([head, ...pictures.map(({ bytes }) => bytes)]);
}

mkdirSync(join(folder, "icons"), { recursive: true });
const files = [
  ["icons/icon-192.png", drawing(0.9, colours.paper), 192],
  ["icons/icon-512.png", drawing(0.9, colours.paper), 512],
  ["icons/maskable-512.png", drawing(0.66, colours.paper), 512],
  ["icons/apple-touch-icon.png", drawing(0.8, colours.paper), 180],
];
for (const [name, svg, size] of files) writeFileSync(join(folder, name), await picture(svg, size));
const small = await Promise.all(
  [16, 32, 48].map(async (size) => ({ size, bytes: await picture(drawing(1.15), size) })),
);
writeFileSync(join(folder, "favicon.ico"), ico(small));
