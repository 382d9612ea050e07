import { useSyncExternalStore } from "react";
import { createValueStore } from "../valueStore.ts";

/** What the person chose; `system` follows the machine. */
export type Theme = "light" | "dark" | "system";

/** In the order in which they are offered. */
export const themes: readonly Theme[] = ["light", "dark", "system"];

/** Also read by public/theme.js before the first paint. */
const storageKey = "pioneer.theme";
const paper = { light: "#f7f7f3", dark: "#131714" } as const;

const chosen = createValueStore<Theme>("system");
let watching = false;

function stored(): Theme {
  try {
    const value = localStorage.getItem(storageKey);
    return value === "light" || value === "dark" ? value : "system";
  } catch {
    return "system";
  }
}

const systemDark = (): MediaQueryList => matchMedia("(prefers-color-scheme: dark)");

function apply(): void {
  const theme = chosen.get();
  const shown = theme === "system" ? (systemDark().matches ? "dark" : "light") : theme;
  document.documentElement.dataset.theme = shown;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", paper[shown]);
}

/** Reads the stored choice and follows the system and other tabs from now on. Call once at start. */
export function startTheme(): void {
  chosen.set(stored());
  if (!watching) {
    watching = true;
    systemDark().addEventListener("change", apply);
    addEventListener("storage", (event) => {
      if (event.key !== storageKey && event.key !== null) return;
      chosen.set(stored());
      apply();
    });
  }
  apply();
}

/** Applies and keeps a choice; it holds for this page view even when storage is off. */
export function setTheme(theme: Theme): void {
  chosen.set(theme);
  try {
    if (theme === "system") localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    // Private mode without storage: the choice lasts as long as the page.
  }
  apply();
}

/** The choice, and a function to change it. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(chosen.subscribe, chosen.get), setTheme];
}
