const typedInto = new Set(["", "text", "search", "email", "url", "tel", "password", "number", "date", "time"]);

/** Where keys write or choose something: text fields, lists, menus. Single keys are left to them. */
export function takesKeys(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  if (target instanceof HTMLInputElement) return typedInto.has(target.getAttribute("type") ?? "");
  return target.closest('[role="menu"], [role="listbox"], [role="combobox"], [role="textbox"]') !== null;
}

/** The part of Web Storage that is needed; reading and writing may throw (private mode, full disk). */
export type Keeper = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const singleKeysKey = "pioneer.singleKeys";

/** Whether single keys act, `n` and `?` and the like; those who speak to their machine can switch them off (WCAG 2.1.4). */
export function areSingleKeysOn(keeper: Keeper): boolean {
  try {
    return keeper.getItem(singleKeysKey) !== "off";
  } catch {
    return true;
  }
}

/** Keeps the choice in this browser; without storage it stays as it was. */
export function switchSingleKeys(keeper: Keeper, isOn: boolean): void {
  try {
    if (isOn) keeper.removeItem(singleKeysKey);
    else keeper.setItem(singleKeysKey, "off");
  } catch {
    // Private mode without storage.
  }
}
