import { docxOf, pdfOf, xlsxOf } from "./documents.ts";

/** A file that costs far more than its size when it is read without care. */
export interface HostileFile {
  name: string;
  bytes: Uint8Array;
}

const text = (name: string, words: string): HostileFile => ({ name, bytes: Buffer.from(words) });

/** 99 MB of one letter in one paragraph: some 100 KB as a file. */
const longParagraph = (): Buffer => {
  const head =
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>';
  const document = Buffer.alloc(99 * 1_048_576, "A");
  document.write(head);
  const tail = "</w:t></w:r></w:p></w:body></w:document>";
  document.write(tail, document.length - tail.length);
  return docxOf([], { "word/document.xml": document });
};

/** Ten files of 100 KB to 5 MB: runs of one sign in every type, an archive that unpacks to 99 MB, one cell of 5 MB. */
export const hostileFiles = (): HostileFile[] => [
  text("blanks.txt", `a${" ".repeat(5_000_000)}b`),
  text("blanks.csv", `a,${" \t".repeat(1_000_000)}b`),
  text("tabs.md", `# a\n${"\t".repeat(1_000_000)}\r${" ".repeat(500_000)}b`),
  text("voices.vtt", `WEBVTT\n\n00:00.000 --> 00:02.000\n<v${" ".repeat(200_000)}`),
  text("voice-tags.vtt", `WEBVTT\n\n00:00.000 --> 00:02.000\n${"<v ".repeat(300_000)}`),
  text("brackets.srt", `1\n00:00:01,000 --> 00:00:02,000\n${"<".repeat(1_500_000)}`),
  text("arrows.srt", "-->\n\n".repeat(400_000)),
  { name: "bomb.docx", bytes: longParagraph() },
  { name: "cell.xlsx", bytes: xlsxOf("S", [["\t ".repeat(2_500_000), 1]]) },
  { name: "line.pdf", bytes: pdfOf(["( ".repeat(300_000)]) },
];

/** Pages that a run is sent to, by path. */
export const hostilePages: Readonly<Record<string, { type: string; body: string }>> = {
  "/blanks": { type: "text/plain", body: `a${" ".repeat(500_000)}b` },
  "/brackets": { type: "text/html", body: "<".repeat(500_000) },
  "/blank-page": { type: "text/html", body: `<html><body><p>a${" ".repeat(500_000)}b</p>${"<p> ".repeat(20_000)}` },
};
