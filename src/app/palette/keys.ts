import type { AppLanguage } from "#src/kit/schemas.ts";
import { paths } from "#src/ui/client/paths.ts";
import { modifierKey } from "#src/ui/modifierKey.ts";

/** Pages that `g` and a letter lead to. */
export const goKeys: Readonly<Record<string, string>> = {
  d: paths.dashboard,
  c: paths.calendar,
  l: paths.leads,
  s: paths.settings,
};

export interface Destination {
  /** A page, as the routes name it. */
  to: string;
  search?: Record<string, string>;
}

/** New things by a single letter, in the order of the menu New. */
export const newKeys = {
  r: { to: paths.workflows },
  n: { to: paths.calendar, search: { entry: "new" } },
  c: { to: paths.content, search: { item: "new" } },
  l: { to: paths.leads, search: { lead: "new" } },
} as const satisfies Record<string, Destination>;
const isNewKey = (key: string): key is keyof typeof newKeys => Object.hasOwn(newKeys, key);

/** So long after `g` a letter still belongs to it; milliseconds. */
export const goPatience = 1_000;

/** What single keys ask for: the sheet of shortcuts, or a page, with something new on it. */
export type KeyWish = { wish: "shortcuts" } | ({ wish: "go" } & Destination);

export interface KeyStep {
  /** When `g` was pressed, while a letter may follow; milliseconds of any clock. */
  goSince?: number | undefined;
  wish?: KeyWish;
}

/** The part of a keyboard event that decides. */
export type PressedKey = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "repeat" | "isComposing">;

/**
 * Follows single keys outside of text fields: `?`, a letter of `newKeys`, and `g` with a letter of `goKeys` within a
 * second.
 * @param before the step of the key before
 * @param now milliseconds of the clock that `goSince` is of
 */
export function followKey(before: KeyStep, pressed: PressedKey, now: number): KeyStep {
  if (pressed.repeat || pressed.isComposing || pressed.ctrlKey || pressed.metaKey || pressed.altKey) return {};
  const key = pressed.key.toLowerCase();
  if (key === "?") return { wish: { wish: "shortcuts" } };
  const isWaiting = before.goSince !== undefined && now - before.goSince <= goPatience;
  if (isWaiting && Object.hasOwn(goKeys, key)) return { wish: { wish: "go", to: goKeys[key] ?? paths.dashboard } };
  // Shift comes as a key of its own when the letter is written with it.
  if (key === "shift") return before;
  if (key === "g") return { goSince: now };
  // A letter that `g` does not know is a slip, and begins nothing.
  return !isWaiting && isNewKey(key) ? { wish: { wish: "go", ...newKeys[key] } } : {};
}

/** Ctrl or Cmd with one letter and nothing else. */
export const isCommand = (
  event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">,
  letter: string,
): boolean =>
  event.key.toLowerCase() === letter && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;

const space = { en: "Space", de: "Leertaste" } as const;

/** Keys as they are written on the person's keyboard: `Mod K` becomes `Ctrl K`, `Strg K` or `⌘ K`. */
export const shownKeys = (keys: string, language: AppLanguage, onMac: boolean): string =>
  keys.replace("Mod", modifierKey(language, onMac)).replace("Space", space[language]);
