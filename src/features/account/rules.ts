import type { License } from "./contract.ts";

/** Rank of each license tier, specification section 4. */
export const licenseRanks: Readonly<Record<License, number>> = {
  justRegistered: 1,
  starter: 100,
  visionary: 200,
  individual: 300,
  enterprise: 999,
};

/** Below this tier an upgrade is offered, specification section 6. */
const upgradeTo: License = "visionary";

/** Whether a person of this tier is offered an upgrade. */
export const isUpgradeOffered = (owned: License): boolean => licenseRanks[owned] < licenseRanks[upgradeTo];

/** Longest address we send a browser to: 2,048 characters, the common limit of browsers. */
const longest = 2048;

/**
 * Where to go after signing in or out: the asked address when it stays on our origin, else the start page.
 * @param asked what a query, a form or a link says; absolute, or relative to our origin
 * @param origin our own origin, such as `https://pioneer.example`
 * @returns absolute URL on `origin`
 */
export function ownUrl(asked: string | null | undefined, origin: string): string {
  const start = `${origin}/`;
  if (!asked || asked.length > longest) return start;
  let url: URL;
  try {
    url = new URL(asked, start);
  } catch {
    return start;
  }
  // The origin of a `blob:` or `filesystem:` address is that of the page that made it.
  const isPage = url.protocol === "https:" || url.protocol === "http:";
  // A path that begins with two slashes names a server to whoever takes it without its origin.
  const isOwn = url.origin === origin && !url.pathname.startsWith("//");
  return isPage && isOwn && url.username === "" && url.password === "" ? url.href : start;
}

/** Error names a page may be asked to show; anything else becomes `Default`, so that no text of others gets in. */
export const errorName = (asked: string | null | undefined): string =>
  asked && /^[A-Za-z]{1,40}$/.test(asked) ? asked : "Default";
