declare module "virtual:routes" {
  const routes: Record<string, Record<string, [method: string, path: string, sealed?: 1]>>;
  export default routes;
}

/** What `cssModules.ts` makes of a sheet. */
declare module "*.module.css" {
  const cx: import("../../ui/classNames.ts").ClassNames;
  export default cx;
}

declare module "*.css" {}

/** From Vite's own types, without those of sheets, which are our own (above). */
interface WindowEventMap {
  "vite:preloadError": Event & { payload: Error };
}
