import type { SessionList } from "#src/features/account/contract.ts";
import { request } from "#src/ui/client/api.ts";

export type SignedInSession = SessionList["sessions"][number];

const path = "/api/user/sessions";

/** Where the person is signed in, newest first; the server pages by the last id. */
export async function listSessions(
  { limit, cursor }: { limit: number; cursor?: string },
  signal: AbortSignal,
): Promise<SessionList> {
  const query = new URLSearchParams({ limit: String(limit), ...(cursor === undefined ? {} : { cursor }) });
  // Written by our own server by the contract of the account.
  return (await request("GET", `${path}?${query}`, undefined, { signal })) as SessionList;
}

/** Ends one session, or all but this one. */
export async function revokeSessions(which: { id: string } | { others: true }): Promise<void> {
  await request("DELETE", path, which);
}

const browsers: [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\/|Chromium\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** Browser and system as far as their own words tell: `["Firefox", "Windows"]`; empty for what nobody knows. */
export function deviceOf(userAgent: string | null): string[] {
  const nameIn = (list: [RegExp, string][]): string[] =>
    list.flatMap(([sign, name]) => (sign.test(userAgent ?? "") ? [name] : [])).slice(0, 1);
  return [...nameIn(browsers), ...nameIn(systems)];
}
