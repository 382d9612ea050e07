import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { contractPlugin } from "./src/shell/contractPlugin.ts";

/** Where the API listens while the page is served by Vite. */
const api = process.env.PIONEER_API ?? "http://localhost:3000";
const proxied = ["/api", "/_log", "/openapi.json", "/health", "/docs"];

export default defineConfig({
  plugins: [react(), tailwindcss(), contractPlugin()],
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
  },
});
