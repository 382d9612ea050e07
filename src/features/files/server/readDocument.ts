import { maxTextLength, type MediaType } from "../rules.ts";
import { cleanText, cutText } from "./cleanText.ts";
import { ExtractError, type Extracted, type ExtractJob } from "./extract.ts";
import { docxText, xlsxText } from "./officeText.ts";
import { pageText } from "./pageText.ts";
import { pdfText } from "./pdfText.ts";
import { decodeText, metaCharset, transcriptWords } from "./plainText.ts";
import { secondsOfSound } from "./recordings.ts";
import { sniffType } from "./sniff.ts";

/** Text that is cleaned at most: what lies beyond four times the kept length would seldom be reached. */
const maxRawLength = 4 * maxTextLength;

/** Longest title or name of a site that is kept; search engines show 70 characters. */
const maxLine = 300;

const line = (value: string | null): string | null =>
  cutText(cleanText(cutText(value ?? "", 10 * maxLine)).replace(/\s+/g, " "), maxLine) || null;

type Raw = Partial<Omit<Extracted, "mediaType">> & { text: string };

/**
 * What a file, page, document or workbook says, clean and cut. Takes as long and as much memory as the bytes make it:
 * call it only where a hang or a full memory ends nothing but that thread.
 * @throws ExtractError, or whatever a parser throws
 */
export async function readDocument({ kind, bytes, charset }: ExtractJob): Promise<Extracted> {
  const mediaType = "name" in kind ? await sniffType(kind.name, bytes) : kind.mediaType;
  if (mediaType === null) throw new ExtractError("wrongType", "the bytes are not what the name promises");
  const found = await rawText(mediaType, bytes, charset);
  const text = cleanText(cutText(found.text, maxRawLength));
  return {
    mediaType,
    text: cutText(text, maxTextLength),
    title: line(found.title ?? null),
    publisher: line(found.publisher ?? null),
    publishedAt: found.publishedAt ?? null,
    seconds: found.seconds ?? null,
    truncated: found.truncated === true || text.length > maxTextLength || found.text.length > maxRawLength,
  };
}

async function rawText(mediaType: MediaType | "text/html", bytes: Uint8Array, charset: string): Promise<Raw> {
  switch (mediaType) {
    case "image/png":
    case "image/jpeg":
    case "image/webp":
      return { text: "" };
    case "audio/mpeg":
    case "audio/x-m4a":
    case "audio/wav":
    case "audio/ogg":
    case "video/webm":
    case "video/mp4":
      return { text: "", seconds: await secondsOfSound(bytes) };
    case "text/plain":
    case "text/markdown":
    case "text/csv":
      return { text: plainText(bytes, charset) };
    case "text/vtt":
    case "application/x-subrip":
      return { text: transcriptWords(plainText(bytes, charset)) };
    case "application/pdf":
      return pdfText(bytes, maxTextLength);
    case "application/vnd.openxmlformats-officedocument.wordprocessingml.document":
      return { text: await docxText(bytes) };
    case "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":
      return xlsxText(bytes);
    case "text/html":
      return pageText(decodeText(bytes, charset || metaCharset(bytes)) ?? new TextDecoder().decode(bytes));
  }
}

function plainText(bytes: Uint8Array, charset: string): string {
  const text = decodeText(bytes, charset);
  if (text === null) throw new ExtractError("unreadable", "no text");
  return text;
}
