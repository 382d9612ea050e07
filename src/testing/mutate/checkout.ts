import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { edited, type Edit } from "./edit.ts";
import { isBrowserTest, type Target } from "./target.ts";

/** What a copy needs of the repository; packages are linked. */
const parts = ["src", "scripts", "index.html", "package.json", "package-lock.json", "tsconfig.json"];
const configs = ["vite.config.ts", "vitest.config.ts"];
const built = ["dist/web", "dist/web.sha256"];

/** A copy of the sources to make edits in; the working tree itself is never touched. */
export interface Checkout {
  path: string;
  /** Makes the edit, does the work, and takes the edit back. */
  withEdit: <T>(edit: Edit, target: Target, work: () => Promise<T>) => Promise<T>;
  remove: () => void;
}

/** @param build rebuilds the pages of a checkout when their sources changed */
export function openCheckout(root: string, build: (checkout: string) => Promise<void>): Checkout {
  const path = mkdtempSync(join(tmpdir(), "pioneer-mutate-"));
  const copy = (part: string): void => {
    if (existsSync(join(root, part))) cpSync(join(root, part), join(path, part), { recursive: true });
  };
  for (const part of [...parts, ...configs, ...built]) copy(part);
  symlinkSync(join(root, "node_modules"), join(path, "node_modules"), "dir");
  return {
    path,
    async withEdit(edit, target, work) {
      writeFileSync(join(path, edit.file), edited(root, edit));
      try {
        // Pages that no edit changed are not built again.
        if (isBrowserTest(target)) await build(path);
        return await work();
      } finally {
        cpSync(join(root, edit.file), join(path, edit.file));
        if (isBrowserTest(target)) {
          for (const part of built) rmSync(join(path, part), { recursive: true, force: true });
          for (const part of built) copy(part);
        }
      }
    },
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }),
  };
}
