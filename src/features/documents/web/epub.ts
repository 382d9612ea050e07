import { strToU8, zipSync } from "fflate";
import type { Section } from "../document.ts";
import { blockHtml, escapeHtml } from "../htmlExport.ts";
import {
  type ExportDocument,
  type ExportFacts,
  type ExportWords,
  handEditedText,
  generatorLabel,
  sectionsOf,
  sourceType,
} from "../rendering.ts";
import { xmlText } from "./xmlText.ts";

/* A book as EPUB 3 (https://www.w3.org/TR/epub-33/): one file for each chapter, nothing that loads from elsewhere. */

interface Chapter {
  title: string;
  html: string;
}

/** Subheadings begin chapters; what precedes the first one belongs to the section's title. */
export function chaptersOf(sections: readonly Section[], language: string): Chapter[] {
  return sections.flatMap((section) => {
    const chapters: Chapter[] = [];
    for (const block of section.blocks) {
      if (block.type === "h") chapters.push({ title: block.text, html: "" });
      else {
        if (chapters.length === 0) chapters.push({ title: section.title, html: "" });
        const last = chapters.at(-1);
        if (last) last.html += `${blockHtml(block, language)}\n`;
      }
    }
    return chapters.filter(({ html }) => html !== "");
  });
}

const style =
  "body{font-family:serif;line-height:1.5}p{margin:0;text-indent:1.2em}h1+p{text-indent:0}h1{margin:2em 0 1em}";

const page = (title: string, language: string, body: string, more = ""): string =>
  xmlText(`<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${escapeHtml(language)}" xml:lang="${escapeHtml(language)}">
<head><meta charset="utf-8"/><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body${more}>${body}</body>
</html>
`);

/**
 * The parts of a document that are handed on, as an EPUB file.
 * @param id a URN that stays the same for all revisions of a project, `urn:uuid:…`
 */
export function toEpub(
  document: ExportDocument,
  words: ExportWords,
  facts: Pick<ExportFacts, "createdAt" | "handEdited">,
  id: string,
): Blob {
  const { title, language } = document;
  const chapters = chaptersOf(sectionsOf(document, true), document.language);
  const name = (at: number): string => `chapter-${at + 1}.xhtml`;
  const origin = [generatorLabel(document, words), ...handEditedText(words, facts)].join(" · ");
  const items = chapters.map(
    (_, at) => `<item id="c${at + 1}" href="${name(at)}" media-type="application/xhtml+xml"/>`,
  );
  const opf = xmlText(`<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${escapeHtml(language)}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">${escapeHtml(id)}</dc:identifier>
<dc:title>${escapeHtml(title)}</dc:title>
<dc:language>${escapeHtml(language)}</dc:language>
<dc:description>${escapeHtml(document.summary)}</dc:description>
<dc:rights>${escapeHtml(origin)}</dc:rights>
<meta property="dcterms:modified">${new Date(facts.createdAt).toISOString().replace(/\.\d+Z$/, "Z")}</meta>
<meta name="ai-generated" content="${document.aiMark}"/>
<meta name="digital-source-type" content="${sourceType(document.aiMark)}"/>
</metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="title" href="title.xhtml" media-type="application/xhtml+xml"/>${items.join("")}</manifest>
<spine><itemref idref="title"/>${chapters.map((_, at) => `<itemref idref="c${at + 1}"/>`).join("")}</spine>
</package>
`);
  const links = chapters.map(({ title: of }, at) => `<li><a href="${name(at)}">${escapeHtml(of)}</a></li>`).join("");
  const files: Record<string, string> = {
    "META-INF/container.xml": `<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
`,
    "book/package.opf": opf,
    "book/nav.xhtml": page(
      title,
      language,
      `<nav epub:type="toc"><h1>${escapeHtml(title)}</h1><ol>${links}</ol></nav>`,
    ),
    "book/title.xhtml": page(title, language, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(origin)}</p>`),
    ...Object.fromEntries(
      chapters.map(({ title: of, html }, at) => [
        `book/${name(at)}`,
        page(of, language, `<h1>${escapeHtml(of)}</h1>\n${html}`),
      ]),
    ),
  };
  // Readers ask for this entry first and uncompressed: by it they know the file.
  const mimetype: [Uint8Array, { level: 0 }] = [strToU8("application/epub+zip"), { level: 0 }];
  const zip = zipSync({
    mimetype,
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])),
  });
  return new Blob([new Uint8Array(zip)], { type: "application/epub+zip" });
}
