import { ScriptError } from "./scriptError.ts";

/* Typefaces of a PDF: which file has which characters, and which of them a document needs. */

export type Face = "serif" | "serifBold" | "sans" | "sansBold" | "mono";

/** Name of a font file without its ending, as its package names it. */
export type FontFile = string;

/** Scripts that one file of a family holds, by ranges of code points. */
const ranges: Record<string, readonly (readonly [number, number])[]> = {
  "latin-ext": [
    [0x100, 0x2af],
    [0x1e00, 0x1eff],
    [0x20a0, 0x20c0],
    [0x2c60, 0x2c7f],
  ],
  greek: [
    [0x370, 0x3ff],
    [0x1f00, 0x1fff],
  ],
  cyrillic: [
    [0x400, 0x45f],
    [0x490, 0x491],
    [0x4b0, 0x4b1],
    [0x2116, 0x2116],
  ],
  "cyrillic-ext": [[0x460, 0x52f]],
  vietnamese: [
    [0x102, 0x103],
    [0x1a0, 0x1b0],
    [0x1ea0, 0x1ef9],
  ],
};
/** Above these, every character is a letter of a script or a sign. */
const firstOther = 0x80;

const serifFiles = (look: string): FontFile[] =>
  ["latin", ...Object.keys(ranges)].map((subset) => `source-serif-4-${subset}-${look}`);
const sansFiles = (weight: number): FontFile[] => [
  `instrument-sans-latin-${weight}-normal`,
  `instrument-sans-latin-ext-${weight}-normal`,
  ...serifFiles(`${weight}-normal`),
];
/** Arrows, mathematics and signs, in one weight. */
const signFiles: FontFile[] = ["noto-sans-math-latin-400-normal", "noto-sans-symbols-2-symbols-400-normal"];

const filesOf: Record<Face, FontFile[]> = {
  serif: [...serifFiles("400-normal"), ...signFiles],
  serifBold: [...serifFiles("600-normal"), ...signFiles],
  sans: [...sansFiles(400), ...signFiles],
  sansBold: [...sansFiles(600), ...signFiles],
  mono: [
    "source-code-pro-latin-400-normal",
    "source-code-pro-latin-ext-400-normal",
    ...serifFiles("400-normal"),
    ...signFiles,
  ],
};

/** Whether a file is worth looking into for a character: the basic ones always, the others by their script. */
function mayContain(file: FontFile, code: number): boolean {
  if (signFiles.includes(file)) return code >= firstOther;
  const subset = Object.keys(ranges)
    .toSorted((a, b) => b.length - a.length)
    .find((name) => file.includes(`-${name}-`));
  return subset === undefined || (ranges[subset] ?? []).some(([from, to]) => code >= from && code <= to);
}

/** What reads the bytes of a font file. @throws Error when it cannot be loaded */
export type ReadFont = (file: FontFile) => Promise<Uint8Array>;

/** Opens a font file; the answer says which characters it has. */
export type OpenFont = (file: FontFile, bytes: Uint8Array) => (code: number) => boolean;

/** Finds the font file of a character in a typeface. */
export type FontOf = (face: Face, char: string) => FontFile;

/** Stands for a sign that no typeface has. */
export const replacementCharacter = "□";

/** Text that a PDF can show: no control characters, no signs that only steer how others look. */
export const printableText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[\t\u2002\u2003\u2009\u200a]/g, " ")
    .replace(/\u202f/g, "\u00a0")
    // The dot of our sans stands close to its neighbours.
    .replace(/ · /g, "\u00a0\u00a0·  ")
    .replace(/[\u2010\u2011]/g, "-")
    .replace(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}\ufe00-\ufe0f]/gu, "")
    // oxlint-disable-next-line no-control-regex -- exactly those are taken out
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, "");

/**
 * Loads what a text needs: the basic file of each typeface, and others for the characters that it lacks.
 * @param text everything that will be written, already printable
 * @throws ScriptError when letters have no typeface
 */
export async function loadFonts(text: string, faces: readonly Face[], read: ReadFont, open: OpenFont): Promise<FontOf> {
  const codes = [...new Set(text)].map((char) => char.codePointAt(0) ?? 0).filter((code) => code >= 0x20);
  const loading = new Map<FontFile, Promise<(code: number) => boolean>>();
  const load = (file: FontFile): Promise<(code: number) => boolean> => {
    const known = loading.get(file) ?? read(file).then((bytes) => open(file, bytes));
    loading.set(file, known);
    return known;
  };
  const found = new Map<string, FontFile>();
  const first = await Promise.all(faces.map((face) => load(filesOf[face][0] ?? "")));
  await Promise.all(
    faces.map(async (face, at) => {
      const [basic = "", ...others] = filesOf[face];
      for (const code of codes) {
        if (first[at]?.(code)) continue;
        const file = await findFile(
          others.filter((one) => mayContain(one, code)),
          code,
          load,
        );
        const char = String.fromCodePoint(code);
        if (file !== null) found.set(face + char, file);
        else if (/\p{L}|\p{N}/u.test(char)) throw new ScriptError(char);
        else found.set(face + char, basic);
      }
    }),
  );
  return (face, char) => found.get(face + char) ?? filesOf[face][0] ?? "";
}

async function findFile(
  files: readonly FontFile[],
  code: number,
  load: (file: FontFile) => Promise<(code: number) => boolean>,
): Promise<FontFile | null> {
  for (const file of files) if ((await load(file))(code)) return file;
  return null;
}
