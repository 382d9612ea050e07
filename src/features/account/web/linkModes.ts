/** What a link from a mail opens, and the way to such a link; `?mode=` of the sign-in page. */
const linkModes = ["forgot", "reset", "link", "signIn", "verify", "email", "provider"] as const;
export type LinkMode = (typeof linkModes)[number];

/** The page that an address asks for in place of the sign-in. @param search of the address */
export function linkModeOf(search: string): LinkMode | undefined {
  const asked = new URLSearchParams(search).get("mode");
  return linkModes.find((one) => one === asked);
}
