import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { contractPlugin } from "./src/shell/contractPlugin.ts";

/** Where the API listens while the page is served by Vite. */
const api = process.env.PIONEER_API ?? "http://localhost:3000";
const proxied = ["/api", "/_log", "/openapi.json", "/health", "/docs", "/images", "/dev/mail"];

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

/** Libraries that every page needs: one part, which stays in the cache while our own code moves on. */
const vendor = /node_modules[\\/](?:react|react-dom|scheduler|@tanstack(?![\\/](?:react-virtual|virtual-core)))[\\/]/;
/** What every page behind the sign-in needs beside the entry: together it compresses better than as ten small parts. */
const own =
  /node_modules[\\/](?:@reduxjs|redux|redux-thunk|react-redux|use-sync-external-store)[\\/]|src[\\/]shell[\\/](?:OwnPages|ShellLayout|DashboardPage|dashboard[\\/])/;

export default defineConfig({
  plugins: [react(), tailwindcss(), contractPlugin(), firstTexts(["common", "shell", "workflows"])],
  // Only the product's own page: a fixture of the tests brings an older React.
  optimizeDeps: { entries: ["index.html"] },
  publicDir: "src/shell/public",
  resolve: { alias: { "react-i18next": fileURLToPath(new URL("src/shell/i18n/index.ts", import.meta.url)) } },
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
      output: {
        codeSplitting: {
          groups: [
            { name: "vendor", priority: 3, test: vendor },
            { name: "entry", priority: 2, tags: ["$initial"] },
            { name: "own", priority: 1, test: own },
          ],
        },
      },
      // Tailwind writes style sheets, which have no map here.
      checks: { sourcemapBroken: false },
    },
  },
});
