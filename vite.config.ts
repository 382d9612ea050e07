import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { contractPlugin } from "./src/app/build/contractPlugin.ts";
import { firstPartsPlugin } from "./src/app/build/firstPartsPlugin.ts";
import { iconAlias, lightIcons } from "./src/app/build/lightIcons.ts";
import { cssModules } from "./src/app/build/cssModules.ts";
import { groups } from "./src/app/build/parts.ts";
import { startPagePlugin } from "./src/app/build/startPagePlugin.ts";

/** Where the API listens while the page is served by Vite. */
const api = process.env.PIONEER_API ?? "http://localhost:3000";
const proxied = ["/api", "/_log", "/openapi.json", "/health", "/version", "/metrics", "/docs", "/images", "/dev/mail"];

/** For React 17 and older; a second copy of what React itself has. */
const reactStoreAlias = {
  find: /^use-sync-external-store\/shim\/with-selector(?:\.js)?$/,
  replacement: "use-sync-external-store/with-selector.js",
};

export default defineConfig({
  plugins: [react(), contractPlugin(), firstPartsPlugin(), startPagePlugin(), lightIcons, cssModules],
  // Only the product's own page: a fixture of the tests brings an older React.
  optimizeDeps: { entries: ["index.html"] },
  publicDir: "src/app/public",
  resolve: {
    alias: [reactStoreAlias, iconAlias],
  },
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
          groups,
        },
      },
      // A page that waits for its session with the others is asked for late by some and at once by others, on purpose.
      checks: { ineffectiveDynamicImport: false },
    },
  },
});
