import type { AccountEvents, AccountSecurity } from "#src/features/account/contract.ts";
import { request } from "#src/ui/client/api.ts";

/** What guards the account. */
export const fetchSecurity = async (): Promise<AccountSecurity> =>
  // Written by our own server by the contract of the account.
  (await request("GET", "/api/user/security")) as AccountSecurity;

/** What happened to the account, newest first; the server pages by the last id. */
export async function listEvents(
  { limit, cursor }: { limit: number; cursor?: string },
  signal: AbortSignal,
): Promise<AccountEvents> {
  const query = new URLSearchParams({ limit: String(limit), ...(cursor === undefined ? {} : { cursor }) });
  return (await request("GET", `/api/user/events?${query}`, undefined, { signal })) as AccountEvents;
}
