/** Pages that are read; a longer document is cut off there. */
const maxPages = 500;

export interface PdfText {
  text: string;
  title: string | null;
  truncated: boolean;
}

/**
 * Text of a PDF page by page, in reading order as the document stores it.
 * @param maxLength UTF-16 units after which reading stops
 * @throws Error when the document is broken; its name is `PasswordException` when it needs a password
 */
export async function pdfText(bytes: Uint8Array, maxLength: number): Promise<PdfText> {
  const { getDocumentProxy } = await import("unpdf");
  const pdf = await getDocumentProxy(bytes, { verbosity: 0, disableAutoFetch: true });
  try {
    const pages: string[] = [];
    let length = 0;
    const last = Math.min(pdf.numPages, maxPages);
    for (let number = 1; number <= last && length <= maxLength; number += 1) {
      const page = await pdf.getPage(number);
      const content = await page.getTextContent();
      let text = "";
      for (const item of content.items) {
        if ("str" in item) text += item.hasEOL ? `${item.str}\n` : item.str;
      }
      page.cleanup();
      pages.push(text);
      length += text.length;
    }
    const { info } = await pdf.getMetadata();
    const title = "Title" in info && typeof info.Title === "string" ? info.Title.trim() : "";
    return {
      text: pages.join("\n\n"),
      title: title === "" ? null : title,
      truncated: pdf.numPages > maxPages || length > maxLength,
    };
  } finally {
    await pdf.loadingTask.destroy();
  }
}
