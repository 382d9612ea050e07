import type { WebStorage } from "#src/kit/webStorage.ts";
const typedInto = new Set(["", "text", "search", "email", "url", "tel", "password", "number", "date", "time"]);

/** Where keys write or choose something: text fields, lists, menus. Single keys are left to them. */
export function takesKeys(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  if (target instanceof HTMLInputElement) return typedInto.has(target.getAttribute("type") ?? "");
  return target.closest('[role="menu"], [role="listbox"], [role="combobox"], [role="textbox"]') !== null;
}

const singleKeysKey = "pioneer.singleKeys";

/** Whether single keys act, `n` and `?` and the like; those who speak to their machine can switch them off (WCAG 2.1.4). */
export function areSingleKeysOn(storage: WebStorage): boolean {
  try {
    return storage.getItem(singleKeysKey) !== "off";
  } catch {
    return true;
  }
}

/** Keeps the choice in this browser; without storage it stays as it was. */
export function switchSingleKeys(storage: WebStorage, isOn: boolean): void {
  try {
    if (isOn) storage.removeItem(singleKeysKey);
    else storage.setItem(singleKeysKey, "off");
  } catch {
    // Private mode without storage.
  }
}
