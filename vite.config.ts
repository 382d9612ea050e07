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
const vendor = /rolldown[\\/]runtime|node_modules[\\/](?:react|react-dom|scheduler)[\\/]/;
/** What the sign-in page shares with the others. */
const base =
  /src[\\/](?:app[\\/](?:ShellFoot|AfterPaint|ConnectionNotice|ToastRegion)|ui[\\/](?:client[\\/](?:toastFailure|api)|forms[\\/](?:drafts|useDraft|FormField|focusProblem|formStore|problems|SaveBar|useSentence|useServerForm)|Alert|Field|TextInput|LanguageLinks|Icon|createIcon|client[\\/]useAnswer|Ledger|Mark|format|Button|toastStore|valueStore))\.|features[\\/](?:account[\\/]web[\\/](?:credentials|useSession)|consent[\\/]web[\\/]store|workflows[\\/]catalogue[\\/]cards)\.|kit[\\/](?:boundedCache|time[\\/]zoned|webStorage)|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]x\./;
/** What comes once the first page is painted. */
const after = /features[\\/]support[\\/]web[\\/](?:SupportPlace|SupportPopup|TeamCards)|ui[\\/]Tabs\./;
/**
 * What all pages but the one to sign in need beside it: together it compresses better than as ten small parts. What
 * guards unsaved words comes with the forms that have some.
 */
const own =
  /node_modules[\\/](?:@reduxjs|redux|redux-thunk|react-redux|use-sync-external-store|@tanstack[\\/](?:react-router|router-core|history|store|react-store|query-core|react-query))[\\/](?!dist[\\/]esm[\\/]useBlocker\.)|src[\\/](?:app[\\/](?:startPages|router|AuthenticatedPages|ShellLayout)|features[\\/]dashboard[\\/]web[\\/]Dashboard)/;
/** What forms are checked with. */
const forms = /node_modules[\\/]zod[\\/]|src[\\/](?:kit[\\/]schemas|features[\\/]\w+[\\/]contract)\.ts$/;
/** A page with what opens beside it: one part each, by what its modules are called. */
const pages: Record<string, RegExp> = {
  leads: /src[\\/](?:app[\\/]LeadsRoute|features[\\/](?:leads|insights)[\\/]web[\\/](?!OutreachList))/,
  content: /src[\\/]features[\\/]outcomes[\\/]web/,
  calendar: /src[\\/]features[\\/]calendar[\\/]web[\\/](?!Entry(?:Panel|Fields|Ties))/,
  settings: /src[\\/](?:app[\\/]SettingsRoute|features[\\/](?:settings|onboarding)[\\/]web)/,
  catalogue:
    /src[\\/](?:app[\\/]WorkflowsRoute|features[\\/]workflows[\\/]web[\\/](?:WorkflowsPage|CataloguePreview|WorkflowGets|CardIcon|TellMe|workflowTexts|readExample))/,
  documents:
    /src[\\/]features[\\/]documents[\\/]web[\\/](?:Blocks|ClaimText|claimText|Chart|chartFigures|Document|TableFrame|tableFit|tableLayout|readDocument|readDraft|reading|useRoomNote|outline|TimedText|keyFigures)/,
  runs: /src[\\/](?:app[\\/]RunsRoute|features[\\/](?:runs[\\/]web[\\/](?:Runs|runs|runSearch|useRunPages|useRunsExport)|schedules[\\/]web))/,
  projects:
    /src[\\/]features[\\/]projects[\\/]web[\\/](?:Projects|projectSearch|useProjectPages|useProjectActions|ProjectRowMenu|comparePair|Compare)/,
};
const pageOf = (id: string): string | null => Object.entries(pages).find(([, test]) => test.test(id))?.[0] ?? null;
/**
 * What several pages share: components with the libraries below them, icons, rules, hooks. Each alone would be a
 * request of its own. Writers and editors of documents come alone.
 */
const isShared = (id: string): boolean =>
  (/src[\\/](?:kit|ui|app|features[\\/](?!(?:documents|projects|runs|workflows)[\\/]web|workflows[\\/]catalogue))/.test(
    id,
  ) &&
    !id.endsWith(".json") &&
    pageOf(id) === null) ||
  /node_modules[\\/](?:radix-ui|@radix-ui|@floating-ui|aria-hidden|react-remove-scroll|@tanstack[\\/]react-virtual|lucide-react[\\/]dist[\\/]esm[\\/]icons)[\\/]/.test(
    id,
  );
/** Texts that are needed together: each file alone would be a round trip of a slow connection. */
const textsOf = (id: string): string | null => {
  const language = /i18n[\\/](en|de)[\\/](?:common|workflows|shell|dashboard|statement|support|legal)\.json$/.exec(
    id,
  )?.[1];
  if (language !== undefined) return `texts-${language}`;
  const [, ofWork] =
    /i18n[\\/](en|de)[\\/](?:messages|run|runs|workflow|reading|projects|compare|catalogue|schedules)\.json$/.exec(
      id,
    ) ?? [];
  return ofWork === undefined ? null : `texts-work-${ofWork}`;
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
            { name: "base", priority: 2.5, test: base },
            { name: textsOf, debugName: "texts", priority: 3 },
            { name: "own", priority: 1, test: own },
            { name: "support", priority: 0.9, test: after },
            { name: "forms", priority: 0.8, test: forms },
            { name: "shared", priority: 0.7, test: isShared, minShareCount: 2 },
            { name: pageOf, debugName: "pages", priority: 0.5 },
          ],
        },
      },
      // A page that waits for its session with the others is asked for late by some and at once by others, on purpose.
      checks: { ineffectiveDynamicImport: false },
    },
  },
});
