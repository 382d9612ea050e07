import { writeZip } from "#src/features/files/server/zip.ts";

/** Documents for tests, made of nothing but code: small, readable, the same each time. */

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const packageNs = "http://schemas.openxmlformats.org/package/2006";
const officeNs = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

const escape = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

const zipOf = (parts: Record<string, string | Uint8Array>): Buffer =>
  writeZip(
    new Map(
      Object.entries(parts).map(([name, part]) => [name, typeof part === "string" ? Buffer.from(part, "utf8") : part]),
    ),
    "deflate",
  );

const contentTypes = (parts: readonly [string, string][]): string =>
  `${xmlHead}<Types xmlns="${packageNs}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts
    .map(([name, type]) => `<Override PartName="${name}" ContentType="${type}"/>`)
    .join("")}</Types>`;

const relations = (rows: readonly [string, string, string][]): string =>
  `${xmlHead}<Relationships xmlns="${packageNs}/relationships">${rows
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${officeNs}/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

const wordMain = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const sheetMain = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";

/** A Word document of plain paragraphs; `more` adds or replaces parts of its archive. */
export function docxOf(paragraphs: readonly string[], more: Record<string, string | Uint8Array> = {}): Buffer {
  const body = paragraphs
    .map((text) => `<w:p><w:r><w:t xml:space="preserve">${escape(text)}</w:t></w:r></w:p>`)
    .join("");
  return zipOf({
    "[Content_Types].xml": contentTypes([["/word/document.xml", wordMain]]),
    "_rels/.rels": relations([["rId1", "officeDocument", "word/document.xml"]]),
    "word/document.xml": `${xmlHead}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    ...more,
  });
}

/** A workbook with one sheet of texts and numbers. */
export function xlsxOf(
  sheet: string,
  rows: readonly (readonly (string | number)[])[],
  more: Record<string, string | Uint8Array> = {},
): Buffer {
  const ns = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const cell = (value: string | number, row: number, column: number): string => {
    const at = `${String.fromCharCode(65 + column)}${row + 1}`;
    return typeof value === "number"
      ? `<c r="${at}"><v>${value}</v></c>`
      : `<c r="${at}" t="inlineStr"><is><t>${escape(value)}</t></is></c>`;
  };
  const body = rows
    .map(
      (row, index) => `<row r="${index + 1}">${row.map((value, column) => cell(value, index, column)).join("")}</row>`,
    )
    .join("");
  return zipOf({
    "[Content_Types].xml": contentTypes([
      ["/xl/workbook.xml", sheetMain],
      ["/xl/worksheets/sheet1.xml", "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"],
    ]),
    "_rels/.rels": relations([["rId1", "officeDocument", "xl/workbook.xml"]]),
    "xl/_rels/workbook.xml.rels": relations([["rId1", "worksheet", "worksheets/sheet1.xml"]]),
    "xl/workbook.xml": `${xmlHead}<workbook xmlns="${ns}" xmlns:r="${officeNs}"><sheets><sheet name="${escape(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/worksheets/sheet1.xml": `${xmlHead}<worksheet xmlns="${ns}"><sheetData>${body}</sheetData></worksheet>`,
    ...more,
  });
}

/** A PDF with one line of Latin text per page. */
export function pdfOf(pages: readonly string[], title = ""): Buffer {
  const objects: string[] = [];
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(" ");
  objects.push("<< /Type /Catalog /Pages 2 0 R >>");
  objects.push(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  objects.push("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
  for (const [index, text] of pages.entries()) {
    const content = text === "" ? "" : `BT /F1 12 Tf 72 720 Td (${text.replace(/[\\()]/g, "\\$&")}) Tj ET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  objects.push(`<< /Title (${title}) >>`);
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  file += offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

/** One transparent pixel. */
export const pngPixel: Buffer = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==",
  "base64",
);

/** A Word document whose text unpacks to `megabytes` of one letter. */
export const docxBomb = (megabytes: number): Buffer =>
  docxOf([], { "word/document.xml": Buffer.alloc(megabytes * 1_048_576, "a") });

/** The same archive with a smaller size in its list: unpacking it as told would still fill the memory. */
export function lyingDocxBomb(megabytes: number): Buffer {
  const bytes = docxBomb(megabytes);
  const real = megabytes * 1_048_576;
  for (let at = 0; at < bytes.length - 4; at += 1) {
    if (bytes.readUInt32LE(at) === real) bytes.writeUInt32LE(1_000, at);
  }
  return bytes;
}

const ascii = (text: string): number[] => [...Buffer.from(text, "latin1")];
const recordingOf = (...parts: number[][]): Uint8Array =>
  Uint8Array.from([...parts.flat(), ...Array<number>(600).fill(0)]);

/** The beginning of a recording of each kind, as programs write it; no sound. */
export const recordings: Readonly<Record<string, Uint8Array>> = {
  "talk.mp3": recordingOf(ascii("ID3"), [4, 0, 0, 0, 0, 0, 0], [0xff, 0xfb, 0x90, 0x64]),
  "talk.wav": recordingOf(ascii("RIFF"), [0x24, 2, 0, 0], ascii("WAVEfmt ")),
  "talk.ogg": recordingOf(ascii("OggS"), [0, 2], Array<number>(20).fill(0), [1, 19], ascii("OpusHead")),
  "talk.m4a": recordingOf([0, 0, 0, 0x18], ascii("ftypM4A "), [0, 0, 0, 0], ascii("M4A mp42")),
  "talk.mp4": recordingOf([0, 0, 0, 0x18], ascii("ftypisom"), [0, 0, 2, 0], ascii("isommp42")),
  "talk.webm": recordingOf([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84], ascii("webm")),
};
