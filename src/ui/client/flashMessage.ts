const key = "pioneer.told";

/** Messages of a page that is left at the moment they could be shown. */
const messages = ["login.success", "login.sessionInvalid", "register.success"] as const;
export type LaterMessage = (typeof messages)[number];

/** The part of a storage that keeps one word until the next page. */
export type Keeper = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Keeps a message for the next page of this tab; where nothing can be kept it goes unsaid. */
export function setFlash(message: LaterMessage, keeper: Keeper): void {
  try {
    keeper.setItem(key, message);
  } catch {
    // Nothing that a person needs hangs on it.
  }
}

/** What the page before wanted to be said; once. */
export function takeFlash(keeper: Keeper): LaterMessage | undefined {
  try {
    const told = keeper.getItem(key);
    keeper.removeItem(key);
    return messages.find((message) => message === told);
  } catch {
    return undefined;
  }
}
