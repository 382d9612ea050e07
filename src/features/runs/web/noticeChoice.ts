import { writeStored, type WebStorage, readStored } from "#src/kit/webStorage.ts";

/** One choice for a browser, as its permission is. */
const noticesKey = "pioneer.notices";

/** A run that takes longer than this is worth a notification; ms. */
export const offerAfterMs = 20_000;

/** Whether somebody asked to be told when a run ends. */
export const areNoticesWanted = (storage: WebStorage): boolean =>
  readStored(storage, noticesKey)?.["areWanted"] === true;

export const wantNotices = (storage: WebStorage, areWanted: boolean): boolean =>
  writeStored(storage, noticesKey, { areWanted });

/** What the browser says to notifications; `missing` where it has none, as on phones or without a secure address. */
export const noticePermission = (): NotificationPermission | "missing" =>
  "Notification" in globalThis ? Notification.permission : "missing";

/**
 * What the run log offers.
 * @returns `offer` a button that asks; `on` what was chosen, with the way back; `title` that only the tab's title will tell
 */
export function offerOf(at: {
  permission: NotificationPermission | "missing";
  areWanted: boolean;
  /** The button was pressed on this page. */
  wasAsked: boolean;
  elapsedMs: number;
}): "offer" | "on" | "title" | null {
  const { permission, areWanted, wasAsked, elapsedMs } = at;
  if (areWanted && permission === "granted") return "on";
  if (permission === "denied" || permission === "missing") return wasAsked ? "title" : null;
  return elapsedMs > offerAfterMs ? "offer" : null;
}
