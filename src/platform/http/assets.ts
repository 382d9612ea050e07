import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { codeOf } from "#src/kit/causes.ts";
import {
  type ClientRoutes,
  clientRoutesFile,
  type HeadTags,
  headTagsFile,
  startPageFolder,
} from "#src/kit/headTags.ts";
import { languageOf, withoutLocale } from "#src/kit/locale.ts";

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
  woff: "font/woff",
  woff2: "font/woff2",
  txt: "text/plain; charset=utf-8",
  icc: "application/vnd.iccprofile",
};

const own = new Set(["/index.html", `/${headTagsFile}`, `/${clientRoutesFile}`]);

interface Asset {
  path: string;
  type: string;
  cache: string;
  compresses: boolean;
  /** The file as the build has already compressed it, smaller than what can be done while somebody waits. */
  brotli?: string;
}

/** How an answer is compressed; empty for not at all. */
export type Encoding = "br" | "gzip" | "";
export type Body = Uint8Array<ArrayBuffer>;

/** The built web client, served from a folder that does not change while the process lives. */
export interface Assets {
  /** Null when no file has this path. */
  serve: (path: string, acceptEncoding: string) => Promise<Response | null>;
  /** Whether the client knows a page of this path; `hidden` when only while it is developed. */
  knows: (path: string) => "page" | "hidden" | null;
  /** The page that an address of the client answers with, in the address's language; null before the first build. */
  page: (path: string, acceptEncoding: string) => Promise<Response | null>;
}

/** The best encoding that an `accept-encoding` allows. */
export const encodingFor = (accept: string): Encoding =>
  /\bbr\b/.test(accept) ? "br" : /\bgzip\b/.test(accept) ? "gzip" : "";

export async function compress(bytes: Uint8Array, encoding: Encoding): Promise<Body> {
  if (encoding === "br")
    return new Uint8Array(await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }));
  return new Uint8Array(encoding === "gzip" ? await promisify(gzip)(bytes) : bytes);
}

async function filesIn(folder: string): Promise<Map<string, Asset>> {
  const files = new Map<string, Asset>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = new Set(entries.map((entry) => join(entry.parentPath, entry.name)));
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const full = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, full).split(sep).join("/")}`;
    const type = mediaTypes[entry.name.split(".").at(-1) ?? ""];
    // The start page's parts belong to the server.
    if (!type || path.startsWith(`/${startPageFolder}/`)) continue;
    files.set(path, {
      path: full,
      type,
      cache: path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
      compresses: !/woff|png|webp|x-icon/.test(type),
      ...(names.has(`${full}.br`) ? { brotli: `${full}.br` } : {}),
    });
  }
  return files;
}

/** Parts of a path as the client's router compares them: decoded, in any case, without a language or empty parts. */
function partsOf(path: string): string[] {
  const parts = withoutLocale(path).split("/").filter(Boolean);
  return parts.map((part) => {
    try {
      return decodeURIComponent(part).toLowerCase();
    } catch {
      return part.toLowerCase();
    }
  });
}

const isSameRoute = (route: string[], parts: string[]): boolean =>
  route.length === parts.length && route.every((part, index) => part === "*" || part === parts[index]);

/** Files below `folder`; source maps stay private. Names with a hash are cached for ever. */
export async function openAssets(folder: string): Promise<Assets> {
  const files = await filesIn(folder);
  const bodies = new Map<string, Promise<Body>>();
  const once = (key: string, make: () => Promise<Body>): Promise<Body> => {
    let body = bodies.get(key);
    if (!body) bodies.set(key, (body = make()));
    return body;
  };
  const bodyOf = (asset: Asset, encoding: Encoding): Promise<Body> =>
    once(`${encoding}:${asset.path}`, async () =>
      encoding === "br" && asset.brotli
        ? new Uint8Array(await readFile(asset.brotli))
        : compress(await readFile(asset.path), encoding),
    );
  const answer = (body: Body, asset: Asset, encoding: Encoding, vary = "accept-encoding"): Response =>
    new Response(body, {
      headers: {
        "content-type": asset.type,
        "cache-control": asset.cache,
        vary,
        ...(encoding ? { "content-encoding": encoding } : {}),
      },
    });
  const html = files.get("/index.html");
  const tags: HeadTags = files.has(`/${headTagsFile}`)
    ? JSON.parse(await readFile(join(folder, headTagsFile), "utf8"))
    : {};
  /** Null for a build without the list: the client alone knows its pages then. */
  const routes: ClientRoutes | null = files.has(`/${clientRoutesFile}`)
    ? JSON.parse(await readFile(join(folder, clientRoutesFile), "utf8"))
    : null;
  const pages = routes?.pages.map(partsOf);
  const hidden = (routes?.development ?? []).map(partsOf);
  return {
    knows(path) {
      const parts = partsOf(path);
      if (hidden.some(([route]) => route !== undefined && parts.includes(route))) return "hidden";
      return !pages || pages.some((route) => isSameRoute(route, parts)) ? "page" : null;
    },
    async serve(path, accept) {
      const asset = own.has(path) ? undefined : files.get(path);
      if (!asset) return null;
      const encoding = asset.compresses ? encodingFor(accept) : "";
      try {
        return answer(await bodyOf(asset, encoding), asset, encoding);
      } catch (error) {
        // A newer build took its place: the page that asks for it loads itself anew.
        if (codeOf(error) === "ENOENT") return null;
        throw error;
      }
    },
    async page(path, accept) {
      if (!html) return null;
      const language = languageOf(path);
      const route = withoutLocale(path);
      const known = Object.hasOwn(tags, route) ? route : "*";
      const encoding = encodingFor(accept);
      const body = await once(`${encoding}:${language}:${known}`, async () => {
        const built = await readFile(html.path, "utf8");
        const page = built
          .replace(/<html lang="\w+"/, `<html lang="${language}"`)
          .replace("</head>", () => `${tags[known]?.[language] ?? ""}</head>`);
        return compress(Buffer.from(page), encoding);
      });
      // Another language is led elsewhere by the server, never answered at the same address.
      return answer(body, html, encoding, "accept-encoding, accept-language, cookie");
    },
  };
}
