import { createValueStore } from "#src/ui/valueStore.ts";

/** What is open over the page: the command palette, the sheet of shortcuts, or nothing. */
export type PaletteView = "palette" | "shortcuts";

export const shownPalette = createValueStore<PaletteView | undefined>(undefined);

export const openPalette = (): void => shownPalette.set("palette");
export const openShortcuts = (): void => shownPalette.set("shortcuts");
export const closePalette = (): void => shownPalette.set(undefined);
