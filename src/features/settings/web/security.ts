import type { AccountEvents, AccountSecurity, WaysIn } from "#src/features/account/contract.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { request } from "#src/ui/client/api.ts";

/** What guards the account. */
export const fetchSecurity = async (): Promise<AccountSecurity> =>
  // Written by our own server by the contract of the account.
  (await request("GET", "/api/user/security")) as AccountSecurity;

/** What opens the account. */
export const fetchWaysIn = async (): Promise<WaysIn> => (await request("GET", "/api/user/ways-in")) as WaysIn;

/** Leaves for the page of a provider, which links it or proves who sits there. @throws ApiError */
export async function goToProvider(id: string, purpose: "link" | "prove", language: AppLanguage): Promise<void> {
  const { url } = (await request("POST", `/api/user/providers/${id}/${purpose}`, { language })) as { url: string };
  location.assign(url);
}

/** What happened to the account, newest first; the server pages by the last id. */
export async function listEvents(
  { limit, cursor }: { limit: number; cursor?: string },
  signal: AbortSignal,
): Promise<AccountEvents> {
  const query = new URLSearchParams({ limit: String(limit), ...(cursor === undefined ? {} : { cursor }) });
  return (await request("GET", `/api/user/events?${query}`, undefined, { signal })) as AccountEvents;
}
