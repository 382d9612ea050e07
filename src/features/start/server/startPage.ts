import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Proposal, WorkflowDocument } from "#src/features/documents/document.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { startPageFolder } from "#src/kit/headTags.ts";
import { type Body, compress, type Encoding, encodingFor } from "#src/platform/http/assets.ts";

/** The run that the start page shows. */
export interface StartExample {
  workflowName: string;
  document: WorkflowDocument;
  proposals: readonly Proposal[];
  goal: string;
  /** `YYYY-MM-DD`. */
  period: { from: string; to: string };
  /** IANA zone of its dates. */
  timeZone: string;
}

/** What the start page says of this installation. */
export interface StartFacts {
  welcomeCoins: number;
  /** Null when the operator has named none. */
  supportEmail: string | null;
  /** Null when the operator has named none. */
  sourceUrl: string | null;
  /** Of the last year in the copyright line. */
  now: Date;
  example: StartExample;
}

/**
 * Renders the page as static HTML; built from src/features/start/web/renderStart.tsx.
 * @param head tags of the built scripts and styles
 */
export type RenderStart = (language: AppLanguage, head: string, facts: StartFacts) => Promise<string>;

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
