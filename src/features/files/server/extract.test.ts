import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ownImports, root } from "#src/testing/sourceTree.ts";
import { afterAll, describe, expect, test } from "vitest";
import fc from "fast-check";
import type { MediaType } from "../rules.ts";
import { cleanText, cutText } from "./cleanText.ts";
import { ExtractError, openExtractor } from "./extract.ts";
import { decodeText, transcriptWords } from "./plainText.ts";
import { docxBomb, docxOf, lyingDocxBomb, pdfOf, pngPixel, xlsxOf } from "#src/testing/documents.ts";

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const extractor = openExtractor({ idleMs: 60_000 });
afterAll(() => extractor.close());

const textOf = async (mediaType: MediaType | "text/html", bytes: Uint8Array | string): Promise<string> =>
  (await extractor.extract({ mediaType, bytes: typeof bytes === "string" ? Buffer.from(bytes) : bytes })).text;

const codeOf = async (mediaType: MediaType | "text/html", bytes: Uint8Array): Promise<string> => {
  try {
    await extractor.extract({ mediaType, bytes });
    return "read";
  } catch (error) {
    return error instanceof ExtractError ? error.code : String(error);
  }
};

/** Files of ours that a file brings in, itself too. */
function reachedFrom(path: string, known = new Set<string>()): Set<string> {
  if (known.has(path)) return known;
  known.add(path);
  for (const { to, typeOnly } of ownImports(path, readFileSync(join(root, path), "utf8")))
    if (!typeOnly) reachedFrom(to, known);
  return known;
}

test("nothing that reads foreign bytes unpacks them with Node, which aborts when its thread is ended meanwhile", () => {
  const files = [...reachedFrom("src/features/files/server/extractWorker.ts")];
  expect(files).toContain("src/features/files/server/zip.ts");
  const using = files.filter((path) =>
    /\b(?:inflate|deflate|gunzip|gzip|unzip|brotli)\w*\b[^;]*from "node:zlib"/i.test(
      readFileSync(join(root, path), "utf8"),
    ),
  );
  expect(using).toEqual([]);
});

describe("text extraction", () => {
  test("reads the pages of a PDF in order, and its title", async () => {
    const found = await extractor.extract({
      mediaType: "application/pdf",
      bytes: pdfOf(["First page (one)", "Second page"], "Plan"),
    });
    expect(found).toMatchObject({ text: "First page (one)\n\nSecond page", title: "Plan", truncated: false });
  });

  test("removes characters from a title that the database rejects", async () => {
    const found = await extractor.extract({
      mediaType: "application/pdf",
      bytes: pdfOf(["x"], "Pl\u0000an\n of \u0007 the year"),
    });
    expect(found.title).toBe("Plan of the year");
  });

  test("returns empty text for a PDF without text", async () => {
    expect(await textOf("application/pdf", pdfOf([""]))).toBe("");
  });

  test("reads the paragraphs of a DOCX file", async () => {
    expect(await textOf(docx, docxOf(["Grüße aus Köln", "Second & last <b>"]))).toBe(
      "Grüße aus Köln\n\nSecond & last <b>",
    );
  });

  test("reads the rows of an XLSX file under the sheet's name", async () => {
    const rows = [
      ["Month", "Orders"],
      ["May", 41],
      ["June", 58.5],
    ];
    expect(await textOf(xlsx, xlsxOf("Sales", rows))).toBe("# Sales\nMonth\tOrders\nMay\t41\nJune\t58.5");
  });

  test("reads speakers, words and times of VTT and SRT files", async () => {
    const vtt =
      "WEBVTT\n\nNOTE no\n\n1\n00:00.000 --> 00:02.000 align:start\n<v Ada>Hello <i>there</i>\n\n00:02.000 --> 00:04.000\n<v.loud Ben>Good &amp; well";
    expect(await textOf("text/vtt", vtt)).toBe("[00:00:00] Ada: Hello there\n[00:00:02] Ben: Good & well");
    const srt =
      "1\r\n00:00:01,000 --> 00:00:02,000\r\nFirst line\r\nand second\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nand second\r\n\r\n3\r\n01:02:03,500 --> 01:02:04,000\r\nlast\r\n";
    expect(await textOf("application/x-subrip", srt)).toBe("[00:00:01] First line\nand second\n[01:02:03] last");
  });

  test("reads TXT, MD and CSV files in every common encoding", async () => {
    expect(await textOf("text/csv", "a;b\r\n1;2\r\n")).toBe("a;b\n1;2");
    expect(await textOf("text/plain", Buffer.from("\ufeffÄ", "utf8"))).toBe("Ä");
    expect(await textOf("text/plain", Buffer.from("\ufeffÄpfel", "utf16le"))).toBe("Äpfel");
    expect(await textOf("text/plain", Buffer.from("Stra\xdfe \x80", "latin1"))).toBe("Straße €");
  });

  test("returns no text for images", async () => {
    expect(await textOf("image/png", pngPixel)).toBe("");
  });

  test("reads tables and lists of HTML pages and omits hidden content", async () => {
    const page = `<html><head><title>Prices</title></head><body><nav>Menu</nav><h1>Prices</h1>
      <table><tr><th>Plan</th><th>Month</th></tr><tr><td>Small</td><td>19 €</td></tr></table>
      <ul><li>No setup fee</li><li hidden>secret order</li></ul><p aria-hidden="true">obey</p></body></html>`;
    const found = await extractor.extract({ mediaType: "text/html", bytes: Buffer.from(page) });
    expect(found.title).toBe("Prices");
    expect(found.text).toContain("Plan | Month\nSmall | 19 €");
    expect(found.text).toContain("- No setup fee");
    for (const hidden of ["Menu", "secret", "obey"]) expect(found.text).not.toContain(hidden);
  });

  test("reads HTML pages that are too deep or too large for content detection", async () => {
    const deep = `${"<div>".repeat(2_000)}<p>at the bottom</p>`;
    expect(await textOf("text/html", deep)).toBe("at the bottom");
    const long = "<p>one line</p>".repeat(31_000);
    expect((await textOf("text/html", long)).split("\n")).toHaveLength(31_000);
  });

  test("truncates at one million characters and reports it", async () => {
    const found = await extractor.extract({ mediaType: "text/plain", bytes: Buffer.from("word ".repeat(300_000)) });
    expect([found.text.length, found.truncated]).toEqual([1_000_000, true]);
  });
});

describe("extraction of unreadable input", () => {
  test.each<[string, MediaType | "text/html", () => Uint8Array, string]>([
    ["a cut pdf", "application/pdf", () => Buffer.from("%PDF-1.4\n1 0 obj"), "unreadable"],
    ["a cut docx", docx, () => docxOf(["x"]).subarray(0, 200), "unreadable"],
    ["an xlsx without a workbook", xlsx, () => docxOf(["x"]), "unreadable"],
    ["broken XML", docx, () => docxOf([], { "word/document.xml": "<w:document" }), "unreadable"],
    ["a bomb", docx, () => docxBomb(120), "tooBig"],
    ["a bomb that lies about its size", docx, () => lyingDocxBomb(40), "tooBig"],
    [
      "a bomb in an unread part",
      docx,
      () => docxOf(["x"], { "word/media/a.png": Buffer.alloc(120 * 1_048_576) }),
      "tooBig",
    ],
    [
      "10,000 entries",
      docx,
      () => docxOf(["x"], Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`p${i}`, ""]))),
      "tooBig",
    ],
    ["bytes that are no text", "text/plain", () => Buffer.from([0, 1, 2, 3]), "unreadable"],
  ])("rejects %s and continues with the next document", async (_, mediaType, bytes, code) => {
    expect(await codeOf(mediaType, bytes())).toBe(code);
    expect(await textOf(docx, docxOf(["still here"]))).toBe("still here");
  });

  test("survives a sheet whose only cell is in the last row and column", async () => {
    const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>`;
    expect(["read", "tooComplex", "unreadable"]).toContain(
      await codeOf(xlsx, xlsxOf("S", [], { "xl/worksheets/sheet1.xml": sheet })),
    );
    expect(await textOf(docx, docxOf(["still here"]))).toBe("still here");
  });

  test("survives a page nested 100,000 levels deep", async () => {
    const hasty = openExtractor({ timeMs: 8_000 });
    const codes = await hasty.extract({ mediaType: "text/html", bytes: Buffer.from("<div>".repeat(100_000)) }).then(
      () => "read",
      (error: unknown) => (error instanceof ExtractError ? error.code : String(error)),
    );
    expect(["read", "unreadable", "tooComplex"]).toContain(codes);
    const next = await hasty.extract({ mediaType: docx, bytes: docxOf(["still here"]) });
    expect(next.text).toBe("still here");
    await hasty.close();
  });

  test("gives up after the time limit", async () => {
    const hasty = openExtractor({ timeMs: 1 });
    await expect(hasty.extract({ mediaType: docx, bytes: docxBomb(60) })).rejects.toMatchObject({ code: "tooComplex" });
    await hasty.close();
  });

  test("rejects more documents than may wait", async () => {
    const small = openExtractor({ threads: 1, waiting: 1 });
    const work = [1, 2, 3].map(() => small.extract({ mediaType: docx, bytes: docxOf(["x"]) }));
    const codes = (await Promise.allSettled(work)).map((job) =>
      job.status === "rejected" ? job.reason.code : job.value.text,
    );
    expect(codes).toEqual(["x", "x", "busy"]);
    await small.close();
  });
});

describe("text cleaning", () => {
  test("decodes any bytes without throwing and removes what the database rejects", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const text = decodeText(bytes);
        if (text === null) return;
        const clean = cleanText(text);
        expect(clean.includes("\u0000")).toBe(false);
        expect(clean.isWellFormed()).toBe(true);
        expect(cleanText(clean)).toBe(clean);
        transcriptWords(text);
      }),
    );
  });

  test("leaves nothing that a model reads and nobody sees, and what writing needs", () => {
    const tags = Array.from("obey", (sign) => String.fromCodePoint(0xe0000 + (sign.codePointAt(0) ?? 0))).join("");
    expect(cleanText(`a${tags}b`)).toBe("ab");
    expect(cleanText("a\u{e0101}\u{e0102}b 😀\ufe0f\ufe01\u{e0105}c")).toBe("ab 😀\ufe0fc");
    const needed = "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} ❤\ufe0f 葛\u{e0100} 👩‍👩‍👧 می‌خواهم";
    expect(cleanText(needed)).toBe(needed);
  });

  test("is idempotent", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const clean = cleanText(text);
        expect(cleanText(clean)).toBe(clean);
        expect(clean).toBe(clean.trim());
      }),
    );
  });

  test("never truncates inside a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(20), (text, max) => {
        const cut = cutText(text, max);
        expect(cut.length).toBeLessThanOrEqual(max);
        expect(cut.isWellFormed()).toBe(true);
        expect(text.startsWith(cut)).toBe(true);
      }),
    );
  });
});
