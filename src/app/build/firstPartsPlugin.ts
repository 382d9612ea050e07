import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import type { Plugin, Rolldown } from "vite";
import { clientRoutesFile, type HeadTags, headTagsFile } from "#src/kit/headTags.ts";
import { type AppLanguage, appLanguage } from "#src/kit/schemas.ts";
import { clientRoutes } from "../clientRoutes.ts";
import { type FirstParts, firstParts } from "./firstParts.ts";
import { builtTheme, themePath } from "./builtTheme.ts";
import { paths } from "#src/ui/client/paths.ts";

type Bundle = Rolldown.OutputBundle;

const isChunk = (file: Bundle[string]): file is Rolldown.OutputChunk => file.type === "chunk";

/** Everything that has to be there before a part can run: the chunk itself and what it imports, and its style sheets. */
function filesOf(bundle: Bundle, modules: readonly string[]): { scripts: Set<string>; styles: Set<string> } {
  const chunks = Object.values(bundle).filter(isChunk);
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (name: string): void => {
    const chunk = bundle[name];
    if (scripts.has(name) || !chunk || !isChunk(chunk)) return;
    scripts.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
    for (const imported of chunk.imports) add(imported);
  };
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${module}`)));
    if (!chunk) throw new Error(`src/${module} is named in routes.ts and is no part of the pages`);
    add(chunk.fileName);
  }
  return { scripts, styles };
}

const textModule = (language: AppLanguage, name: string): string => `ui/i18n/${language}/${name}.json`;

function tagsOf(bundle: Bundle, parts: FirstParts, language: AppLanguage): string {
  const entry = filesOf(bundle, ["app/main.tsx"]);
  const texts = parts.texts.map((name) => textModule(language, name));
  const { scripts, styles } = filesOf(bundle, [...parts.modules, ...texts]);
  return [
    ...[...styles].filter((name) => !entry.styles.has(name)).map((name) => `<link rel="stylesheet" href="/${name}">`),
    ...[...scripts]
      .filter((name) => !entry.scripts.has(name))
      .map((name) => `<link rel="modulepreload" href="/${name}">`),
  ].join("");
}

/**
 * Nearly everything in these parts runs at the first page: compiled while they arrive, beside the page's own work, it
 * costs no time once it is called. Not React, of which the first page runs a third.
 */
const compiledEarly = new Set(["base", "index", "own"]);

/** V8's explicit compile hint, which has to be the first line; other engines read a comment. */
const compileHint = "//# allFunctionsCalledOnLoad\n";

function hintAtCompiling(bundle: Bundle): void {
  for (const file of Object.values(bundle)) {
    if (!isChunk(file) || !compiledEarly.has(file.name)) continue;
    file.code = compileHint + file.code;
    const map = bundle[`${file.fileName}.map`];
    // One line further down; a semicolon ends a line of a source map.
    if (map && !isChunk(map)) map.source = String(map.source).replace('"mappings":"', '"mappings":";');
  }
}

/** Compressed as far as it goes, which is too slow for an answer that somebody waits for. */
const brotli = promisify(brotliCompress);

/**
 * Lets the server name what the page at an address needs in the page's head, so that all of it is on its way at once
 * and not one part after the other; and leaves those of the first page
 * compressed beside the plain ones.
 */
export function firstPartsPlugin(): Plugin {
  const theme = builtTheme();
  return {
    name: "pioneer-first-parts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html) => html.replace(`src="${themePath}"`, `src="/${theme.fileName}"`),
    },
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        hintAtCompiling(bundle);
        const parts = firstParts();
        this.emitFile({ type: "asset", fileName: theme.fileName, source: theme.code });
        const tags: HeadTags = {};
        for (const [route, needed] of Object.entries(parts))
          tags[route] = { en: tagsOf(bundle, needed, "en"), de: tagsOf(bundle, needed, "de") };
        this.emitFile({ type: "asset", fileName: headTagsFile, source: JSON.stringify(tags) });
        this.emitFile({ type: "asset", fileName: clientRoutesFile, source: JSON.stringify(clientRoutes) });
        const { modules = [], texts = [] } = parts[paths.dashboard] ?? {};
        const textFiles = appLanguage.options.flatMap((language) => texts.map((name) => textModule(language, name)));
        const first = filesOf(bundle, ["app/main.tsx", ...modules, ...textFiles]);
        await Promise.all(
          [...first.scripts, ...first.styles].map(async (fileName) => {
            const file = bundle[fileName];
            if (!file) return;
            const source = await brotli(file.type === "chunk" ? file.code : file.source);
            this.emitFile({ type: "asset", fileName: `${fileName}.br`, source });
          }),
        );
      },
    },
  };
}
