import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { contractPlugin } from "./src/app/build/contractPlugin.ts";
import { firstPartsPlugin } from "./src/app/build/firstPartsPlugin.ts";
import { iconAlias, lightIcons } from "./src/app/build/lightIcons.ts";
import { startPagePlugin } from "./src/app/build/startPagePlugin.ts";

/** Where the API listens while the page is served by Vite. */
const api = process.env.PIONEER_API ?? "http://localhost:3000";
const proxied = ["/api", "/_log", "/openapi.json", "/health", "/version", "/metrics", "/docs", "/images", "/dev/mail"];

/** Libraries that every page needs: one part, which stays in the cache while our own code moves on. */
const vendor = /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/;
/** What the sign-in page shares with the others. */
const base =
  /src[\\/](?:app[\\/](?:ShellFoot|AfterPaint|ConnectionNotice|ToastPlace)|ui[\\/](?:client[\\/](?:toastFailure|api)|forms[\\/](?:drafts|useDraft)|Alert|Ledger|Mark|format|Button|toastStore))\.|features[\\/](?:account[\\/]web[\\/](?:credentials|useSession)|consent[\\/]web[\\/]store|workflows[\\/]catalogue[\\/]cards)\.|kit[\\/](?:time[\\/]zoned|webStorage)|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]x\./;
/** What pages with a form share, the one to sign in among them. */
const fields =
  /src[\\/]ui[\\/](?:Field|TextInput|forms[\\/](?:FormField|focusProblem|formStore|problems|SaveBar|useSentence|useServerForm))\./;
/** What comes once the first page is painted. */
const after = /features[\\/]support[\\/]web[\\/](?:SupportPlace|SupportPopup|TeamCards)|ui[\\/]Tabs\./;
/**
 * What all pages but the one to sign in need beside it: together it compresses better than as ten small parts. What
 * guards unsaved words comes with the forms that have some.
 */
const own =
  /node_modules[\\/](?:@reduxjs|redux|redux-thunk|react-redux|use-sync-external-store|@tanstack[\\/](?:react-router|router-core|history|store|react-store))[\\/](?!dist[\\/]esm[\\/]useBlocker\.)|src[\\/](?:app[\\/](?:startPages|router|AuthenticatedPages|ShellLayout)|features[\\/]dashboard[\\/]web[\\/]Dashboard)/;
/** The cache of what was read: the sign-in page needs it with the support popup alone. */
const queries = /node_modules[\\/]@tanstack[\\/](?:query-core|react-query)[\\/]|src[\\/]ui[\\/]data[\\/]queryClient\./;
/** Icons that several pages share: a file of its own for each would cost more than what it holds. */
const icons = /node_modules[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;
/** Texts that are needed together: each file alone would be a round trip of a slow connection. */
const textsOf = (id: string): string | null => {
  const language = /i18n[\\/](en|de)[\\/](?:common|workflows|shell|dashboard|statement|support)\.json$/.exec(id)?.[1];
  return language === undefined ? null : `texts-${language}`;
};

/** For React 17 and older; a second copy of what React itself has. */
const reactStoreAlias = {
  find: /^use-sync-external-store\/shim\/with-selector(?:\.js)?$/,
  replacement: "use-sync-external-store/with-selector.js",
};

export default defineConfig({
  plugins: [react(), contractPlugin(), firstPartsPlugin(), startPagePlugin(), lightIcons],
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
          groups: [
            { name: "vendor", priority: 5, test: vendor },
            { name: "entry", priority: 4, tags: ["$initial"] },
            { name: textsOf, debugName: "texts", priority: 3 },
            { name: "base", priority: 2.5, test: base },
            { name: "queries", priority: 1.5, test: queries },
            { name: "fields", priority: 0.7, test: fields },
            { name: "own", priority: 1, test: own },
            { name: "support", priority: 0.5, test: after },
            { name: "icons", priority: 0.4, test: icons, minShareCount: 2 },
          ],
        },
      },
      // A page that waits for its session with the others is asked for late by some and at once by others, on purpose.
      checks: { ineffectiveDynamicImport: false },
    },
  },
});
