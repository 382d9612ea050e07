import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { minifySync } from "vite";

/** The script that runs before everything else; in the build its name has a hash, so that it is kept for ever. */
export const themePath = "/theme.js";
const themeSource = fileURLToPath(new URL(`../public${themePath}`, import.meta.url));

/** That script as the build writes it. */
export function builtTheme(): { code: string; fileName: string } {
  const { code } = minifySync(themePath, readFileSync(themeSource, "utf8"));
  const hash = createHash("sha256").update(code).digest("base64url").slice(0, 8);
  return { code, fileName: `assets/theme-${hash}.js` };
}
