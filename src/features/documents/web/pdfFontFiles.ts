import type { FontFile } from "./pdfFonts.ts";

/* Where the browser finds the typefaces of a PDF: files of this installation, loaded when a document needs them. */

const files = import.meta.glob<string>(
  [
    "/node_modules/@fontsource/source-serif-4/files/source-serif-4-*-{400,600}-normal.woff",
    "/node_modules/@fontsource/instrument-sans/files/instrument-sans-*-{400,600}-normal.woff",
    "/node_modules/@fontsource/source-code-pro/files/source-code-pro-latin*-400-normal.woff",
    "/node_modules/@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff",
    "/node_modules/@fontsource/noto-sans-symbols-2/files/noto-sans-symbols-2-symbols-400-normal.woff",
  ],
  { query: "?url", import: "default", eager: true },
);

const addresses = new Map(
  Object.entries(files).map(([path, address]) => [path.replace(/^.*\/|\.woff$/g, ""), address] as const),
);

/** Reads the file of a typeface. @throws Error when it is not there */
export async function readFont(file: FontFile): Promise<Uint8Array> {
  const address = addresses.get(file);
  if (address === undefined) throw new Error(`No address for the typeface ${file}`);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The typeface ${file} did not load: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
