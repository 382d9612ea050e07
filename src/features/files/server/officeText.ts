import { readZip, writeZip, type ZipLimits } from "./zip.ts";

/** A 20 MB workbook of text unzips to about 100 MB; the entry count is ten times what office programs write. */
const limits: ZipLimits = { entries: 5_000, bytes: 100 * 1024 * 1024 };

/** Cells of a workbook that are read; more is a database and no attachment. */
const maxCells = 200_000;

/**
 * Repacks the archive with its XML only, unpacked under limits and stored uncompressed, so that the parsing library
 * never trusts the sizes and names of the original.
 */
function uncompressedXml(bytes: Uint8Array): Buffer {
  return writeZip(
    readZip(bytes, limits, (name) => /\.(xml|rels)$/i.test(name)),
    "store",
  );
}

/**
 * Paragraphs of a Word document, an empty line between them.
 * @throws ExtractError; Error when the document is broken
 */
export async function docxText(bytes: Uint8Array): Promise<string> {
  const archive = uncompressedXml(bytes);
  const { default: mammoth } = await import("mammoth");
  return (await mammoth.extractRawText({ buffer: archive })).value;
}

/** Dates of a workbook carry no zone; midnight means a whole day. */
const dateWords = (value: Date): string => {
  const iso = value.toISOString();
  return iso.endsWith("T00:00:00.000Z") ? iso.slice(0, 10) : iso.slice(0, 16).replace("T", " ");
};

/**
 * Rows of a workbook, cells parted by tabs, each sheet under `# its name`.
 * @throws ExtractError; Error when the workbook is broken
 */
export async function xlsxText(bytes: Uint8Array): Promise<{ text: string; truncated: boolean }> {
  const archive = uncompressedXml(bytes);
  const { default: readWorkbook } = await import("read-excel-file/node");
  const lines: string[] = [];
  let cells = 0;
  for (const { sheet, data } of await readWorkbook(archive)) {
    lines.push(`# ${sheet}`);
    for (const row of data) {
      cells += row.length;
      if (cells > maxCells) return { text: lines.join("\n"), truncated: true };
      const words = row.map((cell: unknown) =>
        cell === null ? "" : cell instanceof Date ? dateWords(cell) : String(cell).replace(/[\t\r\n]+/g, " "),
      );
      const line = words.join("\t").trimEnd();
      if (line !== "") lines.push(line);
    }
    lines.push("");
  }
  return { text: lines.join("\n"), truncated: false };
}
