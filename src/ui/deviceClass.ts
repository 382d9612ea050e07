import { useSyncExternalStore } from "react";
import { mobileBelow, tabletWidths } from "./measures.ts";

export type DeviceClass = "mobile" | "tablet" | "desktop";

/**
 * Class of a device, specification section 9: under 768 px mobile; 900 to 1440 px on touch devices tablet; all else
 * desktop.
 * @param width of the window in CSS pixels
 */
export function deviceClassOf(width: number, isTouch: boolean): DeviceClass {
  if (width < mobileBelow) return "mobile";
  return isTouch && width >= tabletWidths.from && width <= tabletWidths.to ? "tablet" : "desktop";
}

// In rem, as the style sheets say it: with larger letters, parts and styles change over at one width.
const phone = "(max-width: 47.99rem)";
const touch = "(pointer: coarse)";

function watch(listener: () => void): () => void {
  const queries = [matchMedia(phone), matchMedia(touch)];
  for (const query of queries) query.addEventListener("change", listener);
  addEventListener("resize", listener);
  return () => {
    for (const query of queries) query.removeEventListener("change", listener);
    removeEventListener("resize", listener);
  };
}

const isPhone = (): boolean => matchMedia(phone).matches;

function current(): DeviceClass {
  if (isPhone()) return "mobile";
  return deviceClassOf(Math.max(innerWidth, mobileBelow), matchMedia(touch).matches);
}

/** Class of the device this page is shown on. */
export const useDeviceClass = (): DeviceClass => useSyncExternalStore(watch, current);

/** True below 768 px, where the sidebar is an overlay and buttons are 35 px high. */
export const useIsMobile = (): boolean => useSyncExternalStore(watch, isPhone);
