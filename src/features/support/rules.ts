import { addressPattern } from "#src/kit/addressPattern.ts";
import type { SupportContact } from "./contract.ts";

/** What the server takes as an e-mail address, without loading its library into the page; a test compares the two. */
export const isEmailAddress = (typed: string): boolean => typed.length <= 254 && addressPattern.test(typed);

/** Longest wish, UTF-16 units; the contract's. */
export const longestWish = 4000;

/** Key in local storage: a person who has closed the popup is not met by it again. */
export const dismissedStorageKey = "pioneer.support";

/** From this width on, CSS pixels, the open popup stands beside the page's text and not on it. */
export const minWidthPx = 1024;

/** Pages that are worked at, and the setup: the popup opens there by click only. */
const busyPages = /^\/(?:[a-z]{2}\/)?(?:workflows\/|pioneers?\/|calendar|content|leads|welcome)/;

/**
 * Whether the popup shows. It is open by default (specification section 4) until a person closes it; as long as nobody
 * has touched it, it keeps away from phones and from pages where it would lie on what is worked at.
 * @param state `untouched` until a person opened or closed it
 */
export const isShown = (state: "untouched" | "open" | "closed", pathname: string, isRoomy: boolean): boolean =>
  state === "open" || (state === "untouched" && isRoomy && !busyPages.test(pathname));

/** What visitors are told; null when the operator has named no address. */
export interface SupportAddress {
  email: string | null;
}

/** What a visitor's popup shows: the same as everybody's without the team. */
export const visitorContact = (answer: SupportAddress): SupportContact => ({
  members: [],
  hours: null,
  answers: null,
  email: answer.email,
  wishTo: "",
});
