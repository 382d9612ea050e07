import { fileURLToPath } from "node:url";
import { build, type InlineConfig, type Plugin, type Rolldown } from "vite";
import react from "@vitejs/plugin-react";
import { startPageFolder } from "#src/kit/headTags.ts";
import { builtTheme } from "./builtTheme.ts";
import { contractPlugin } from "./contractPlugin.ts";
import { cssModules } from "./cssModules.ts";
import { iconAlias, lightIcons } from "./lightIcons.ts";

const sourceOf = (path: string): string => fileURLToPath(new URL(`../../features/start/web/${path}`, import.meta.url));

/** Both builds of the start page answer with files in memory, so that they become part of the one around them. */
async function filesOf(config: InlineConfig): Promise<Rolldown.OutputBundle[string][]> {
  const result = await build({
    ...config,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    plugins: [react(), contractPlugin(), lightIcons, cssModules],
    resolve: { alias: [iconAlias] },
  });
  if (Array.isArray(result) || !("output" in result)) throw new Error("The start page has one build");
  return result.output;
}

/** What browsers load: one script without libraries, and one style sheet. */
const browserBuild: InlineConfig = {
  build: {
    write: false,
    target: "es2023",
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: sourceOf("start.ts"),
      output: {
        entryFileNames: "assets/start-[hash].js",
        assetFileNames: "assets/[name]-[hash][extname]",
      },
    },
  },
};

/** What the server renders with: React and the texts included, so that it needs no package beside it. */
const serverBuild: InlineConfig = {
  // React as it is in production, wherever the server runs.
  environments: { ssr: { keepProcessEnv: false } },
  ssr: { noExternal: true },
  build: {
    write: false,
    ssr: sourceOf("StartRenderer.tsx"),
    target: "node20",
    rolldownOptions: {
      output: { entryFileNames: "render.js", chunkFileNames: "parts/[name]-[hash].js" },
      // What a page loads late is loaded with the page here.
      checks: { ineffectiveDynamicImport: false },
    },
  },
};

/** Builds the page of visitors, which is rendered by the server and shares no script with the others. */
export function startPagePlugin(): Plugin {
  return {
    name: "pioneer-start-page",
    apply: "build",
    async generateBundle(_options, bundle) {
      const [browser, server] = [await filesOf(browserBuild), await filesOf(serverBuild)];
      for (const file of browser) {
        const source = file.type === "chunk" ? file.code : file.source;
        // Fonts have the names that the other pages gave them.
        if (!bundle[file.fileName]) this.emitFile({ type: "asset", fileName: file.fileName, source });
      }
      for (const file of server)
        if (file.type === "chunk")
          this.emitFile({ type: "asset", fileName: `${startPageFolder}/${file.fileName}`, source: file.code });
      const named = (ending: string): string[] =>
        browser.map(({ fileName }) => fileName).filter((name) => name.endsWith(ending));
      const head = [
        `<script src="/${builtTheme().fileName}"></script>`,
        ...named(".css").map((name) => `<link rel="stylesheet" href="/${name}">`),
        ...named(".js").map((name) => `<script type="module" src="/${name}"></script>`),
      ];
      this.emitFile({ type: "asset", fileName: `${startPageFolder}/head.html`, source: head.join("") });
    },
  };
}
