import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { RenderStart, StartExample, StartFacts } from "../facts.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { startPageFolder } from "#src/kit/headTags.ts";
import { type Body, compress, type Encoding, encodingFor } from "#src/platform/http/assets.ts";

export interface StartPageOptions extends Omit<StartFacts, "example" | "now"> {
  now: () => Date;
  example: (language: AppLanguage) => Promise<StartExample>;
}

export interface StartPage {
  /** Null before the pages are built. */
  serve: (language: AppLanguage, acceptEncoding: string) => Promise<Response | null>;
}

const isRenderer = (module: unknown): module is { renderStart: RenderStart } =>
  typeof module === "object" && module !== null && "renderStart" in module && typeof module.renderStart === "function";

/**
 * What visitors see at `/`: rendered once for each language with the first visit, and kept.
 * @param folder the built web client
 */
export function openStartPage(folder: string, { example, now, ...facts }: StartPageOptions): StartPage {
  const built = join(folder, startPageFolder);
  const bodies = new Map<string, Promise<Body>>();
  const render = async (language: AppLanguage): Promise<string> => {
    const module: unknown = await import(pathToFileURL(join(built, "render.js")).href);
    if (!isRenderer(module)) throw new Error("The start page is not built as it should be");
    const head = await readFile(join(built, "head.html"), "utf8");
    return module.renderStart(language, head, { ...facts, now: now(), example: await example(language) });
  };
  const bodyOf = (language: AppLanguage, encoding: Encoding): Promise<Body> => {
    const key = `${encoding}:${language}`;
    let body = bodies.get(key);
    if (!body) {
      body = render(language).then((html) => compress(Buffer.from(html), encoding));
      bodies.set(key, body);
      // One that failed is tried again.
      body.catch(() => bodies.delete(key));
    }
    return body;
  };
  return {
    async serve(language, accept) {
      if (!existsSync(join(built, "render.js"))) return null;
      const encoding = encodingFor(accept);
      return new Response(await bodyOf(language, encoding), {
        headers: {
          "content-type": "text/html; charset=utf-8",
          "cache-control": "no-cache",
          vary: "accept-encoding, accept-language, cookie",
          ...(encoding ? { "content-encoding": encoding } : {}),
        },
      });
    },
  };
}
