import type { AppLanguage } from "#src/kit/schemas.ts";

const names = { mac: "⌘", en: "Ctrl", de: "Strg" } as const;

export const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);

/** The key that commands are pressed with, as the person's keyboard names it. */
export const modifierKey = (language: AppLanguage, onMac = isMac()): string => (onMac ? names.mac : names[language]);
