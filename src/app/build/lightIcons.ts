import { fileURLToPath } from "node:url";
import type { Alias, Plugin } from "vite";

/** Our own maker of icons for lucide's. */
export const iconAlias: Alias = {
  find: "../createLucideIcon.mjs",
  replacement: fileURLToPath(new URL("../../ui/createIcon.ts", import.meta.url)),
};

/** What createIcon.ts does not need of a drawing: random keys, former names, and a statement without effect. */
const unneeded = /,\s*key: "\w+"|,\s*aliases: \[[^\][]*\]|^__iconData\.node;$/gm;

/** Drawings of lucide without what nothing here reads and what compresses badly. */
export const lightIcons: Plugin = {
  name: "light-icons",
  transform: {
    filter: { id: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/ },
    handler: (code) => ({ code: code.replace(unneeded, ""), map: null }),
  },
};
