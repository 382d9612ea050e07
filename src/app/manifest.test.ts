import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { z } from "zod";

const folder = join(import.meta.dirname, "public");
const manifest = z
  .object({
    name: z.string(),
    short_name: z.string().max(12),
    start_url: z.string(),
    theme_color: z.string(),
    background_color: z.string(),
    icons: z.array(z.object({ src: z.string(), sizes: z.string(), purpose: z.string().optional() })),
  })
  .parse(JSON.parse(readFileSync(join(folder, "manifest.webmanifest"), "utf8")));
const page = readFileSync(join(import.meta.dirname, "../../index.html"), "utf8");

test.each(manifest.icons)("declares the actual size of the icon $src", async ({ src, sizes }) => {
  const { width, height, format } = await sharp(join(folder, src)).metadata();
  expect([`${width}x${height}`, format]).toEqual([sizes, "png"]);
});

test("declares everything required to install the app", () => {
  expect(manifest.name).toContain(manifest.short_name);
  expect(manifest.icons.filter(({ purpose }) => !purpose).map(({ sizes }) => sizes)).toEqual(["192x192", "512x512"]);
  expect(manifest.icons.filter(({ purpose }) => purpose === "maskable")).toHaveLength(1);
  const tokens = readFileSync(join(import.meta.dirname, "../ui/styles/tokens.css"), "utf8");
  expect(tokens).toContain(`--paper: ${manifest.background_color}`);
  expect(manifest.theme_color).toBe(manifest.background_color);
});

test("links the manifest and existing icons from the page", () => {
  const named = [...page.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)" href="([^"]+)"/g)].map(
    (match) => match[1] ?? "",
  );
  expect(named).toEqual(
    expect.arrayContaining(["/manifest.webmanifest", "/icons/apple-touch-icon.png", "/favicon.ico"]),
  );
  for (const path of named) expect(readFileSync(join(folder, path)).byteLength).toBeGreaterThan(0);
});

test("declares the actual sizes of the images in favicon.ico", async () => {
  const icon = readFileSync(join(folder, "favicon.ico"));
  const count = icon.readUInt16LE(4);
  expect([icon.readUInt16LE(0), icon.readUInt16LE(2), count]).toEqual([0, 1, 3]);
  for (let at = 6; at < 6 + 16 * count; at += 16) {
    const start = icon.readUInt32LE(at + 12);
    const { width, format } = await sharp(icon.subarray(start, start + icon.readUInt32LE(at + 8))).metadata();
    expect([width, format]).toEqual([icon.readUInt8(at), "png"]);
  }
});
