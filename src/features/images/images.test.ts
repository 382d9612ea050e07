import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { pino } from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ProductError } from "#src/kit/errors.ts";
import { srcSetOf, imagePath, imageWidths } from "./rules.ts";
import { imageRoutes } from "./server/routes.ts";
import { type Encode, type Images, openImages } from "./server/usecases.ts";

let folder: string;
let photo: string;
let drawing: string;
const log = pino({ level: "silent" });
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pioneer-images-"));
  photo = join(folder, "photo.jpg");
  drawing = join(folder, "drawing.svg");
  await sharp({ create: { width: 1000, height: 500, channels: 3, background: "#0a6647" } })
    .withExif({ IFD0: { Copyright: "Somebody with a name" } })
    .jpeg()
    .toFile(photo);
  await writeFile(
    drawing,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 52 2"><path d="M0 1h52" stroke="#0a6647"/></svg>`,
  );
});
afterAll(() => rm(folder, { recursive: true }));

const open = async (encode?: Encode): Promise<Images> =>
  openImages({ photo, drawing }, { folder: await mkdtemp(join(folder, "made-")), log, ...(encode ? { encode } : {}) });

function served(images: Images): Hono {
  const app = new Hono().route("/", imageRoutes(images));
  app.onError((error) => new Response(null, { status: error instanceof ProductError ? error.status : 500 }));
  return app;
}

describe("product images", () => {
  test("are served as WebP in the widths of the specification only", async () => {
    const images = await open();
    const app = served(images);
    expect(imageWidths).toEqual([16, 32, 48, 64, 96, 128, 256, 384, 640, 750, 828, 1080, 1200, 1920, 2048, 3840]);
    for (const width of imageWidths) {
      const answer = await app.request(`/images/drawing?w=${width}`);
      expect([width, answer.status, answer.headers.get("content-type")]).toEqual([width, 200, "image/webp"]);
      const { format, width: wide } = await sharp(await answer.arrayBuffer()).metadata();
      expect([format, wide]).toEqual(["webp", width]);
    }
    for (const width of ["", "0", "17", "257", "640.0", "+640", "0x280", "640,750", "1e3", "-16", "99999"])
      expect([width, (await app.request(`/images/drawing?w=${encodeURIComponent(width)}`)).status]).toEqual([
        width,
        400,
      ]);
    expect((await app.request("/images/drawing")).status).toBe(400);
  });

  test("are found by name only, never by path or URL", async () => {
    const app = served(await open());
    for (const name of [
      "nothing",
      "photo.jpg",
      "..%2fphoto",
      "%2fetc%2fpasswd",
      "https:%2f%2fevil.example%2fx",
      "__proto__",
    ])
      expect([name, (await app.request(`/images/${name}?w=64`)).status]).toEqual([name, 404]);
  });

  test("are never enlarged and carry no metadata", async () => {
    const images = await open();
    const ref = images.find("photo");
    if (!ref) throw new Error("no photo");
    const large = await images.picture(ref, 3840);
    const { width, exif } = await sharp(large.bytes).metadata();
    expect([width, exif]).toEqual([1000, undefined]);
  });

  test("are cached forever at a versioned address and revalidated at any other", async () => {
    const images = await open();
    const app = served(images);
    const ref = images.find("photo");
    if (!ref) throw new Error("no photo");
    const first = await app.request(imagePath(ref, 64));
    expect(first.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const bare = await app.request("/images/photo?w=64&v=other");
    expect(bare.headers.get("cache-control")).toBe("public, no-cache");
    const again = await app.request("/images/photo?w=64", {
      headers: { "if-none-match": first.headers.get("etag") ?? "" },
    });
    expect(again.status).toBe(304);
  });
});

/** The shortest file that is kept: RIFF, the length of what follows, the kind, and one byte to tell it by. */
const tiny = (last: number): Uint8Array => new Uint8Array([...Buffer.from("RIFF\u0005\0\0\0WEBP", "latin1"), last]);

describe("image encoding", () => {
  test("is repeated when the cached file is truncated, empty or not an image", async () => {
    const made = await mkdtemp(join(folder, "cut-"));
    const images = await openImages({ photo }, { folder: made, log, encode: async () => tiny(7) });
    const ref = images.find("photo");
    if (!ref) throw new Error("no photo");
    for (const kept of ["", "RIFF", "<html><script>1</script></html>", Buffer.from(tiny(9)).subarray(0, 12)]) {
      await writeFile(join(made, `${ref.version}-64.webp`), kept);
      expect(Buffer.from((await images.picture(ref, 64)).bytes)).toEqual(Buffer.from(tiny(7)));
    }
  });

  test("runs once per width and two at a time, however many requests arrive", async () => {
    let made = 0;
    let working = 0;
    let most = 0;
    let bothWork = (): void => {};
    const both = new Promise<void>((done) => (bothWork = done));
    const images = await open(async (_path, width) => {
      working += 1;
      most = Math.max(most, working);
      // The first one waits for a second, however slowly that comes.
      if (working === 2) bothWork();
      await both;
      await new Promise((done) => setImmediate(done));
      working -= 1;
      made += 1;
      return tiny(width % 256);
    });
    const ref = images.find("photo");
    if (!ref) throw new Error("no photo");
    const asked = imageWidths.flatMap((width) => Array.from({ length: 5 }, () => images.picture(ref, width)));
    const pictures = await Promise.all(asked);
    expect(pictures.map(({ bytes }) => bytes.at(-1))).toEqual(
      imageWidths.flatMap((width) => Array(5).fill(width % 256)),
    );
    await Promise.all(imageWidths.map((width) => images.picture(ref, width)));
    expect([made, most]).toEqual([imageWidths.length, 2]);
  });

  test("retries after a failure", async () => {
    let fails = true;
    const images = await open(async () => {
      if (fails) throw new Error("out of memory");
      return new Uint8Array([7]);
    });
    const ref = images.find("photo");
    if (!ref) throw new Error("no photo");
    await expect(images.picture(ref, 64)).rejects.toThrow("out of memory");
    fails = false;
    expect((await images.picture(ref, 64)).bytes[0]).toBe(7);
  });

  test("falls back to the original when the image library cannot load", async () => {
    const images = await open(async () => {
      throw new Error('Could not load the "sharp" module using the plan9-mips runtime');
    });
    const ref = images.find("photo");
    if (!ref) throw new Error("no photo");
    const { type, bytes } = await images.picture(ref, 64);
    expect([type, Buffer.from(bytes).equals(await readFile(photo))]).toEqual(["image/jpeg", true]);
  });

  test("removes the results of earlier originals at startup", async () => {
    const made = await mkdtemp(join(folder, "kept-"));
    const images = await openImages({ photo }, { folder: made, log });
    const ref = images.find("photo");
    if (!ref) throw new Error("no photo");
    await images.picture(ref, 64);
    await writeFile(join(made, "0123456789abcdef-64.webp"), "old");
    await openImages({ photo }, { folder: made, log });
    expect(await readdir(made)).toEqual([`${ref.version}-64.webp`]);
  });

  test("fails at startup when an original is missing or unreadable", async () => {
    await expect(openImages({ photo: join(folder, "gone.jpg") }, { folder, log })).rejects.toThrow(/image photo/);
    await expect(openImages({ photo: join(folder, "x.txt") }, { folder, log })).rejects.toThrow(/image photo/);
  });
});

test("offers one width per density, or all widths for fluid images", () => {
  const ref = { name: "team-1", version: "ab" };
  expect(srcSetOf(ref, 32, false)).toEqual({
    src: "/images/team-1?w=64&v=ab",
    srcSet: "/images/team-1?w=32&v=ab 1x, /images/team-1?w=64&v=ab 2x",
  });
  const fluid = srcSetOf(ref, 1000, true);
  expect(fluid.src).toBe("/images/team-1?w=1080&v=ab");
  expect(fluid.srcSet.split(", ").map((one) => one.split(" ")[1])).toEqual([
    "384w",
    "640w",
    "750w",
    "828w",
    "1080w",
    "1200w",
    "1920w",
    "2048w",
    "3840w",
  ]);
});
