/** What is open over the page: the command palette, the sheet of shortcuts, or nothing. */
export type PaletteView = "palette" | "shortcuts";

let shown: PaletteView | undefined;
const listeners = new Set<() => void>();

function show(next: PaletteView | undefined): void {
  if (shown === next) return;
  shown = next;
  for (const listener of listeners) listener();
}

export const openPalette = (): void => show("palette");
export const openShortcuts = (): void => show("shortcuts");
export const closePalette = (): void => show(undefined);

export const shownPalette = (): PaletteView | undefined => shown;

export function onPalette(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
