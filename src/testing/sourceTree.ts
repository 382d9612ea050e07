import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** Folder of the checkout. */
export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** One import of a file of ours by another. Paths start with `src/`. */
export interface OwnImport {
  from: string;
  to: string;
  /** Nothing of it is left at run time. */
  typeOnly: boolean;
}

/** Files below a folder of the checkout, with `/`, sorted. */
export function filesBelow(folder: string, isWanted: (path: string) => boolean): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => !path.includes("/node_modules/") && isWanted(path))
    .toSorted();
}

const statement =
  /(?:^|[\n;])\s*(import|export)\s+(type\s+)?((?:[\w*$]+\s*,?\s*)?(?:\{[^}]*\}|\*(?:\s+as\s+[\w$]+)?)?)\s*(?:from\s*)?["']([^"'\n]+)["']/g;
const dynamic = /\bimport\(\s*["']([^"'\n]+)["']\s*\)/g;

/** Imports of our own files in a text that stands in `from`. */
export function ownImports(from: string, text: string): OwnImport[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/(^|\s)\/\/[^\n]*/g, "$1");
  const found: OwnImport[] = [];
  const add = (specifier: string, typeOnly: boolean): void => {
    const to = resolve(from, specifier);
    if (to) found.push({ from, to, typeOnly });
  };
  for (const [, , type, names = "", specifier = ""] of code.matchAll(statement)) {
    add(specifier, Boolean(type) || bringsOnlyTypes(names));
  }
  for (const [, specifier = ""] of code.matchAll(dynamic)) add(specifier, false);
  return found;
}

function resolve(from: string, specifier: string): string | undefined {
  const path = specifier.replace(/\?.*$/, "");
  if (path.startsWith("#src/")) return `src/${path.slice(5)}`;
  return path.startsWith(".") ? posix.normalize(posix.join(dirname(from), path)) : undefined;
}

function bringsOnlyTypes(names: string): boolean {
  const inner = /^\{([^}]*)\}$/.exec(names.trim())?.[1];
  const parts = inner?.split(",").map((part) => part.trim());
  return parts?.some(Boolean) === true && parts.every((part) => part === "" || part.startsWith("type "));
}

/** Every TypeScript file of ours with its text. */
export function sources(): { path: string; text: string }[] {
  return filesBelow("src", (path) => /\.tsx?$/.test(path)).map((path) => ({
    path,
    text: readFileSync(join(root, path), "utf8"),
  }));
}

/** A closed way through a graph, or undefined. */
export function findCycle(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>();
  const walk = (node: string, path: string[]): string[] | undefined => {
    const at = path.indexOf(node);
    if (at >= 0) return [...path.slice(at), node];
    if (done.has(node)) return undefined;
    for (const next of edges.get(node) ?? []) {
      const cycle = walk(next, [...path, node]);
      if (cycle) return cycle;
    }
    done.add(node);
    return undefined;
  };
  for (const node of edges.keys()) {
    const cycle = walk(node, []);
    if (cycle) return cycle;
  }
  return undefined;
}
