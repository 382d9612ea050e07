import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const mediaTypes: Record<string, string> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json",
  webmanifest: "application/manifest+json",
  svg: "image/svg+xml",
  png: "image/png",
  webp: "image/webp",
  ico: "image/x-icon",
  woff2: "font/woff2",
  txt: "text/plain; charset=utf-8",
};

interface Asset {
  path: string;
  type: string;
  cache: string;
  compresses: boolean;
}

/** The built web client, served from a folder that does not change while the process lives. */
export interface Assets {
  /** Null when no file has this path. */
  serve: (path: string, acceptEncoding: string) => Promise<Response | null>;
  /** The page that every address of the client answers with; null before the first build. */
  page: (acceptEncoding: string) => Promise<Response | null>;
}

/** Files below `folder`; source maps stay private. Names with a hash are cached for ever. */
export async function openAssets(folder: string): Promise<Assets> {
  const files = new Map<string, Asset>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const full = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, full).split(sep).join("/")}`;
    const type = mediaTypes[entry.name.split(".").at(-1) ?? ""];
    if (!type) continue;
    files.set(path, {
      path: full,
      type,
      cache: path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
      compresses: !/woff2|png|webp|x-icon/.test(type),
    });
  }
  const bodies = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const bodyOf = (asset: Asset, encoding: "br" | "gzip" | ""): Promise<Uint8Array<ArrayBuffer>> => {
    const key = `${encoding}:${asset.path}`;
    let body = bodies.get(key);
    if (!body) {
      body = readFile(asset.path).then(async (bytes) => {
        if (encoding === "br")
          return new Uint8Array(
            await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
          );
        if (encoding === "gzip") return new Uint8Array(await promisify(gzip)(bytes));
        return new Uint8Array(bytes);
      });
      bodies.set(key, body);
    }
    return body;
  };
  const answer = async (asset: Asset, accept: string): Promise<Response> => {
    const encoding = !asset.compresses ? "" : /\bbr\b/.test(accept) ? "br" : /\bgzip\b/.test(accept) ? "gzip" : "";
    const body = await bodyOf(asset, encoding);
    return new Response(body, {
      headers: {
        "content-type": asset.type,
        "cache-control": asset.cache,
        vary: "accept-encoding",
        ...(encoding ? { "content-encoding": encoding } : {}),
      },
    });
  };
  return {
    async serve(path, accept) {
      const asset = files.get(path);
      return asset && path !== "/index.html" ? answer(asset, accept) : null;
    },
    async page(accept) {
      const asset = files.get("/index.html");
      return asset ? answer(asset, accept) : null;
    },
  };
}
