import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { Logger } from "pino";
import { ProductError, unavailable } from "#src/kit/errors.ts";
import { newId } from "#src/kit/ids.ts";
import { createSemaphore } from "#src/kit/semaphore.ts";
import type { ImageRef } from "../rules.ts";

/** Bytes of an original; larger ones stop the start, where somebody can still change them. */
const largestFile = 20_000_000;
/** Pixels of an original: a photo of 40 megapixels. What claims more is a trap or a mistake. */
const maxPixels = 40_000_000;
/** Images made at the same time; each may take some ten megabytes for a moment. */
const together = 2;

export interface Picture {
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The images of this installation: our own and the operator's, by name. Nothing else can be asked for. */
export interface Images {
  find: (name: string) => ImageRef | undefined;
  /** One image in one of the widths; never larger than its original, unless that is a drawing. */
  picture: (image: ImageRef, width: number) => Promise<Picture>;
}

/** Makes a WebP of a file, `width` pixels wide. */
export type Encode = (path: string, width: number) => Promise<Uint8Array>;

const originalTypes: Record<string, string> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".svg": "image/svg+xml",
};

/** Whether bytes are one whole WebP file (RIFF, its length and the kind): what a crash left half written is none. */
const isWhole = (bytes: Buffer): boolean =>
  bytes.length > 12 &&
  bytes.toString("latin1", 0, 4) === "RIFF" &&
  bytes.toString("latin1", 8, 12) === "WEBP" &&
  bytes.readUInt32LE(4) + 8 === bytes.length;

/** The library is 20 MB of native code and is loaded with the first image that has to be made. */
const encodeWithSharp: Encode = async (path, width) => {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  const limits = { limitInputPixels: maxPixels, pages: 1 };
  const drawn = extname(path).toLowerCase() === ".svg" ? await sharp(path, limits).metadata() : undefined;
  // A drawing is 72 dots an inch; drawn at more, it is sharp in every width.
  const density = drawn?.width ? Math.min(100_000, Math.max(1, Math.ceil((72 * width) / drawn.width))) : undefined;
  return sharp(path, { ...limits, ...(density ? { density } : {}) })
    .autoOrient()
    .resize({ width, withoutEnlargement: drawn === undefined })
    .webp({ quality: 80 })
    .toBuffer();
};

/** Formats of a picture that somebody uploads: none that draws, or that can name other files. */
const photoFormats = new Set(["jpeg", "png", "webp", "gif", "heif"]);
const photoGate = createSemaphore(together);

const unreadable = (cause?: unknown): ProductError =>
  new ProductError("picture.unreadable", { status: 415, message: "Not a JPEG, PNG, WebP, AVIF or GIF image", cause });

/**
 * A picture that somebody uploaded as a square WebP: sniffed, turned as the camera held it, cut in the middle, and
 * without what else was in the file (place, device, thumbnails).
 * @param side pixels
 * @throws ProductError 415 `picture.unreadable`, 503 where the image library has no binary for this system
 */
export const squarePicture = (bytes: Uint8Array, side: number): Promise<Uint8Array> =>
  photoGate.pass(async () => {
    try {
      const { default: sharp } = await import("sharp");
      const limits = { limitInputPixels: maxPixels, pages: 1 };
      const { format } = await sharp(bytes, limits).metadata();
      if (!photoFormats.has(format)) throw unreadable();
      return await sharp(bytes, limits)
        .autoOrient()
        .resize({ width: side, height: side, fit: "cover" })
        .webp({ quality: 80 })
        .toBuffer();
    } catch (error) {
      if (error instanceof ProductError) throw error;
      throw isMissingLibrary(error)
        ? unavailable("Pictures cannot be made on this system", 3600, error)
        : unreadable(error);
    }
  });

const isMissingLibrary = (error: unknown): boolean =>
  error instanceof Error &&
  (/sharp/i.test(error.message) || ("code" in error && error.code === "ERR_DLOPEN_FAILED")) &&
  /could not load|cannot find|dlopen/i.test(`${error.message} ${"code" in error ? String(error.code) : ""}`);

/**
 * Opens the images and forgets what was made of earlier ones.
 * @param sources file of each name
 * @throws Error naming the image whose file cannot be used
 */
export async function openImages(
  sources: Readonly<Record<string, string>>,
  deps: { folder: string; log: Logger; encode?: Encode },
): Promise<Images> {
  const known = new Map<string, { ref: ImageRef; path: string }>();
  for (const [name, path] of Object.entries(sources)) {
    const size = (await stat(path).catch(() => undefined))?.size ?? 0;
    if (size === 0 || size > largestFile || !originalTypes[extname(path).toLowerCase()])
      throw new Error(`The image ${name} must be a PNG, JPEG, WebP, AVIF or SVG file of at most 20 MB: ${path}`);
    const version = createHash("sha256")
      .update(await readFile(path))
      .digest("hex")
      .slice(0, 16);
    known.set(name, { ref: { name, version }, path });
  }
  await mkdir(deps.folder, { recursive: true });
  const versions = new Set([...known.values()].map(({ ref }) => ref.version));
  for (const file of await readdir(deps.folder)) {
    if (!versions.has(file.split("-")[0] ?? "")) await rm(join(deps.folder, file), { force: true });
  }

  const encode = deps.encode ?? encodeWithSharp;
  const gate = createSemaphore(together);
  const make = (from: string, to: string, width: number): Promise<Uint8Array> =>
    gate.pass(async () => {
      const bytes = await encode(from, width);
      // Written to a temporary file and renamed, so that no reader sees half an image. A full disk only costs the
      // cache.
      const aside = `${to}.${newId()}`;
      await writeFile(aside, bytes)
        .then(() => rename(aside, to))
        .catch(async (error: unknown) => {
          deps.log.warn({ err: error }, "an image could not be kept");
          await rm(aside, { force: true }).catch(() => undefined);
        });
      return bytes;
    });

  let hasNoLibrary = false;
  const making = new Map<string, Promise<Uint8Array>>();
  return {
    find: (name) => known.get(name)?.ref,
    async picture({ name, version }, width) {
      const path = known.get(name)?.path ?? "";
      const original = async (): Promise<Picture> => ({
        type: originalTypes[extname(path).toLowerCase()] ?? "application/octet-stream",
        bytes: new Uint8Array(await readFile(path)),
      });
      if (hasNoLibrary) return original();
      const kept = join(deps.folder, `${version}-${width}.webp`);
      try {
        const bytes = await readFile(kept);
        if (isWhole(bytes)) return { type: "image/webp", bytes: new Uint8Array(bytes) };
      } catch {
        // Not made yet.
      }
      let made = making.get(kept);
      if (!made) {
        made = make(path, kept, width).finally(() => making.delete(kept));
        making.set(kept, made);
      }
      try {
        return { type: "image/webp", bytes: new Uint8Array(await made) };
      } catch (error) {
        if (!isMissingLibrary(error)) throw error;
        hasNoLibrary = true;
        deps.log.warn({ err: error }, "images are served as they are: the image library has no binary for this system");
        return original();
      }
    },
  };
}

declare module "#src/platform/deps.ts" {
  interface Deps {
    images: Images;
  }
}
