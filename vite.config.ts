import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { contractPlugin } from "./src/shell/contractPlugin.ts";

/** Where the API listens while the page is served by Vite. */
const api = process.env.PIONEER_API ?? "http://localhost:3000";
const proxied = ["/api", "/_log", "/openapi.json", "/health", "/docs"];

/**
 * Tells public/theme.js which chunks hold the texts of the first page, so that they load beside the script that will
 * ask for them and not after it.
 * @param namespaces files of src/shell/i18n that every signed-in page needs
 */
function firstTexts(namespaces: string[]): Plugin {
  return {
    name: "pioneer-first-texts",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) => {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === "chunk");
        const of = (language: string): string =>
          namespaces
            .flatMap((name) =>
              chunks.filter((chunk) => chunk.facadeModuleId?.endsWith(`/i18n/${language}/${name}.json`)),
            )
            .map((chunk) => `/${chunk.fileName}`)
            .join(" ");
        return bundle
          ? [
              {
                tag: "meta",
                attrs: { name: "texts", "data-en": of("en"), "data-de": of("de") },
                injectTo: "head-prepend",
              },
            ]
          : [];
      },
    },
  };
}

export default defineConfig({
  plugins: [react(), tailwindcss(), contractPlugin(), firstTexts(["common", "shell", "workflows"])],
  publicDir: "src/shell/public",
  server: { proxy: Object.fromEntries(proxied.map((path) => [path, { target: api, changeOrigin: false }])) },
  build: {
    outDir: "dist/web",
    emptyOutDir: true,
    target: "es2023",
    // The polyfill would be an inline script, which the content security policy refuses.
    modulePreload: { polyfill: false },
    // Fonts and images as files: data: URLs are refused by the policy too.
    assetsInlineLimit: 0,
    // Written beside the bundle for error reports, never named in it.
    sourcemap: "hidden",
    reportCompressedSize: false,
    rolldownOptions: {
      // Tailwind writes style sheets, which have no map here.
      checks: { sourcemapBroken: false },
      output: {
        // Half of the first page changes only with an upgrade of React: a deploy leaves it in the cache.
        codeSplitting: { groups: [{ name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }] },
      },
    },
  },
});
