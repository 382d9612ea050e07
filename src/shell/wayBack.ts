import { paths } from "./paths.ts";

/**
 * Path to go on to after signing in. Only our own origin: anything else leads to the dashboard.
 * @param origin `https://host` of this page
 */
export function wayBack(callbackUrl: string | null | undefined, origin: string): string {
  if (!callbackUrl) return paths.dashboard;
  try {
    const url = new URL(callbackUrl, origin);
    const path = `${url.pathname}${url.search}${url.hash}`;
    const isOwn = url.origin === origin && !path.startsWith("//") && url.pathname !== paths.signIn;
    return isOwn && url.pathname !== paths.home ? path : paths.dashboard;
  } catch {
    return paths.dashboard;
  }
}
