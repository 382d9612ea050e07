import type { WebStorage } from "#src/kit/webStorage.ts";
const key = "pioneer.told";

/** Messages of a page that is left at the moment they could be shown. */
const messages = ["login.success", "login.sessionInvalid", "register.success", "resetAuth.finishSuccess"] as const;
export type LaterMessage = (typeof messages)[number];

/** Keeps a message for the next page of this tab; where nothing can be kept it goes unsaid. */
export function setFlash(message: LaterMessage, storage: WebStorage): void {
  try {
    storage.setItem(key, message);
  } catch {
    // Nothing that a person needs hangs on it.
  }
}

/** What the page before wanted to be said; once. */
export function takeFlash(storage: WebStorage): LaterMessage | undefined {
  try {
    const told = storage.getItem(key);
    storage.removeItem(key);
    return messages.find((message) => message === told);
  } catch {
    return undefined;
  }
}
