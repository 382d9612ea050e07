import { parentPort } from "node:worker_threads";
import { maxTextLength } from "../rules.ts";
import { docxText, xlsxText } from "./officeText.ts";
import { pageText } from "./pageText.ts";
import { pdfText } from "./pdfText.ts";
import { decodeText } from "./plainText.ts";
import { ZipError } from "./zip.ts";
import type { ExtractCode, Extracted, ExtractJob } from "./extract.ts";

/** What a page, document or workbook says. Runs where a hang or a full memory ends nothing but this thread. */
async function extract(job: ExtractJob): Promise<Extracted> {
  const plain = { title: null, publisher: null, publishedAt: null, truncated: false };
  switch (job.mediaType) {
    case "application/pdf":
      return { ...plain, ...(await pdfText(job.bytes, maxTextLength)) };
    case "application/vnd.openxmlformats-officedocument.wordprocessingml.document":
      return { ...plain, text: await docxText(job.bytes) };
    case "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":
      return { ...plain, ...(await xlsxText(job.bytes)) };
    case "text/html": {
      const html = decodeText(job.bytes, job.charset || metaCharset(job.bytes)) ?? new TextDecoder().decode(job.bytes);
      return { ...plain, ...(await pageText(html)) };
    }
  }
}

/** The charset that a page declares in its first kilobyte, as browsers look for it. */
function metaCharset(bytes: Uint8Array): string {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 1024));
  return /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1] ?? "";
}

function codeOf(error: unknown): ExtractCode {
  if (error instanceof ZipError) return error.code;
  if (error instanceof Error && error.name === "PasswordException") return "protected";
  return "unreadable";
}

parentPort?.on("message", (job: ExtractJob) => {
  parentPort?.postMessage({ began: true });
  extract(job).then(
    (extracted) => parentPort?.postMessage({ extracted }),
    (error: unknown) =>
      parentPort?.postMessage({
        failed: codeOf(error),
        reason: error instanceof Error ? error.message : String(error),
      }),
  );
});
