import { fileURLToPath } from "node:url";
import type { Alias, Plugin } from "vite";

/** Our own maker of icons for lucide's. */
export const iconAlias: Alias = {
  find: "../createLucideIcon.mjs",
  replacement: fileURLToPath(new URL("../../ui/createIcon.ts", import.meta.url)),
};

/** Drawings of lucide without their random keys, which createIcon.ts does not need and which compress badly. */
export const lightIcons: Plugin = {
  name: "light-icons",
  transform: {
    filter: { id: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/ },
    handler: (code) => ({ code: code.replace(/, key: "\w+"/g, ""), map: null }),
  },
};
