import { paths } from "./paths.ts";

/** Sign-in with the form for a new account in hand; back to `callbackUrl` afterwards, if there is one. */
export const registerFor = (callbackUrl?: string): string =>
  `${paths.signIn}?${new URLSearchParams({ mode: "register", ...(callbackUrl ? { callbackUrl } : {}) })}`;
