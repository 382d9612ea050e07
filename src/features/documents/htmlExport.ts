import { cutByOwn } from "./blockTexts.ts";
import type { Block, Section } from "./document.ts";
import {
  chartValue,
  claimLines,
  type ExportDocument,
  type ExportFacts,
  type ExportWords,
  furtherQuestions,
  handEditedText,
  numberedSections,
  generatorLabel,
  sourceRights,
  sourceType,
  webLink,
} from "./rendering.ts";

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** A text of several lines, in a form that is well-formed XML too. */
const linesHtml = (text: string): string => escapeHtml(text).replaceAll("\n", "<br/>");

/** @param written makes HTML of a text, escaped by itself */
export function blockHtml(block: Block, language: string, written: (text: string) => string = linesHtml): string {
  switch (block.type) {
    case "p":
      return `<p>${written(block.text)}</p>`;
    case "h":
      return `<h3>${escapeHtml(block.text)}</h3>`;
    case "list": {
      const tag = block.ordered ? "ol" : "ul";
      return `<${tag}>${block.items.map((item) => `<li>${written(item)}</li>`).join("")}</${tag}>`;
    }
    case "table": {
      const side = (at: number): string => (block.numeric?.includes(at) ? ' class="r"' : "");
      const head = block.columns.map((column, at) => `<th scope="col"${side(at)}>${escapeHtml(column)}</th>`).join("");
      const rows = block.rows.map(
        (row) => `<tr>${block.columns.map((_, at) => `<td${side(at)}>${written(row[at] ?? "")}</td>`).join("")}</tr>`,
      );
      return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
    }
    case "kpi":
      return `<dl>${block.items.map((item) => `<dt>${escapeHtml(item.label)}</dt><dd><b>${escapeHtml(item.value)}</b> ${escapeHtml(item.note)}</dd>`).join("")}</dl>`;
    case "chart":
      return `<table><caption>${escapeHtml(block.unit === "" ? block.label : `${block.label} (${block.unit})`)}</caption><tbody>${block.points
        .map(
          (point) =>
            `<tr><th scope="row">${escapeHtml(point.label)}</th><td class="r">${chartValue(point.value, language)}</td></tr>`,
        )
        .join("")}</tbody></table>`;
    case "quote":
      return `<blockquote>${written(block.text)}${block.by ? `<footer>${escapeHtml(block.by)}</footer>` : ""}</blockquote>`;
    case "code":
      return `<pre><code>${escapeHtml(block.text)}</code></pre>`;
    case "checklist":
      return `<ul class="check">${block.items.map((item) => `<li>${item.done ? "☑" : "☐"} ${linesHtml(item.text)}</li>`).join("")}</ul>`;
    case "callout":
      return `<aside class="${block.tone}">${linesHtml(block.text)}</aside>`;
  }
}

/** A section for programs that take HTML: headings, lists and tables, without any style. */
export const sectionHtml = ({ title, blocks }: Pick<Section, "title" | "blocks">, language: string): string =>
  `<h2>${escapeHtml(title)}</h2>${blocks.map((block) => blockHtml(block, language)).join("")}`;

const listHtml = (title: string, items: string[]): string =>
  items.length === 0
    ? ""
    : `<h2>${escapeHtml(title)}</h2><ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join("")}</ul>`;

const style = `body{font:1.0625rem/1.6 Georgia,serif;max-width:38rem;margin:2rem auto;padding:0 1rem;color:#161d19;background:#fefefc}
h1{font-size:2rem;line-height:1.2;margin:.5em 0}h2{font-size:1.35rem;margin:1.6em 0 .4em}.sub{font-size:1.15rem;border-bottom:1px solid #161d19;padding-bottom:1em}
.origin{font:600 .875rem/1.5 system-ui,sans-serif;border:1.5px dashed #7a5200;background:#f6ebcf;color:#7a5200;padding:.5em .8em}
table{border-collapse:collapse;width:100%;font:.875rem/1.4 system-ui,sans-serif}th,td{text-align:left;vertical-align:top;padding:.4em .8em .4em 0;border-bottom:1px solid #dcdfd6}
.own{border-bottom:1.5px dotted #1d5aa0}.r{text-align:right}.check{list-style:none;padding:0}aside{border-left:3px solid #1d5aa0;padding:.3em .8em;margin:1em 0}aside.warn,aside.gap{border-color:#7a5200}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:.8125rem/1.5 ui-monospace,monospace;background:#f7f8f4;padding:.8em}footer,small{font:.8125rem/1.5 system-ui,sans-serif;color:#5c665f}blockquote{margin:1em;font-style:italic}`;

/** Texts with dots under what was written by hand. */
const ownHtml =
  ({ handEdited = [] }: ExportFacts) =>
  (text: string): string =>
    cutByOwn(text, handEdited)
      .map((piece) => (piece.isOwn ? `<span class="own">${linesHtml(piece.text)}</span>` : linesHtml(piece.text)))
      .join("");

/** The document from its title to its sources. */
function htmlBody(document: ExportDocument, words: ExportWords, facts: ExportFacts): string {
  const sources = document.sources.map((source) => {
    const link = webLink(source.url);
    const name = link
      ? `<a href="${escapeHtml(link)}" rel="noopener noreferrer nofollow">${escapeHtml(source.title)}</a>`
      : escapeHtml(source.title);
    return `<li>${name} <small>${escapeHtml(sourceRights(source, words, document.language))}</small></li>`;
  });
  return `<p class="origin">${escapeHtml(generatorLabel(document, words))}</p>
<h1>${escapeHtml(document.title)}</h1>
<p class="sub">${linesHtml(document.summary)}</p>
${numberedSections(document)
  .map(
    (section) =>
      `<h2>${escapeHtml(section.title)}</h2>\n${section.blocks.map((block) => blockHtml(block, document.language, ownHtml(facts))).join("\n")}`,
  )
  .join("\n")}
${listHtml(words.assumptions, document.assumptions)}
${listHtml(words.openQuestions, furtherQuestions(document))}
${listHtml(words.issues, facts.issueTexts)}
${listHtml(words.claims, claimLines(document, words))}
${sources.length > 0 ? `<h2>${escapeHtml(words.sources)}</h2><ul>${sources.join("")}</ul>` : ""}
<footer><p>${escapeHtml([facts.workflow, `${words.revision} ${facts.revision}`, facts.createdText, generatorLabel(document, words), ...handEditedText(words, facts)].join(" · "))}</p></footer>`;
}

/** One HTML file that loads nothing: styles inside, no scripts to run, no images. */
export function toHtml(document: ExportDocument, words: ExportWords, facts: ExportFacts): string {
  const { generator } = document;
  const origin = generatorLabel(document, words);
  const selfDescription = {
    "@context": "https://schema.org",
    "@type": "CreativeWork",
    name: document.title,
    inLanguage: document.language,
    dateCreated: facts.createdAt,
    version: String(facts.revision),
    digitalSourceType: sourceType(document.aiMark),
    creditText: origin,
    creator: { "@type": "SoftwareApplication", name: "Pioneer", applicationSubCategory: facts.workflow },
    citation: document.sources.map((source) => ({
      "@type": "CreativeWork",
      name: source.title,
      url: source.url,
      dateAccessed: source.retrievedAt,
    })),
  };
  const meta: [string, string][] = [
    ["ai-generated", String(document.aiMark)],
    ["digital-source-type", sourceType(document.aiMark)],
    ["generator", "Pioneer"],
    ["engine", generator.engine],
    ["provider", generator.provider],
    ["model", generator.model],
    ["prompt-version", generator.promptVersion],
    ...handEditedText(words, facts).map((text): [string, string] => ["hand-edited", text]),
  ];
  return `<!doctype html>
<html lang="${escapeHtml(document.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width,initial-scale=1">
${meta.map(([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}">`).join("\n")}
<title>${escapeHtml(document.title)}</title>
<script type="application/ld+json">${JSON.stringify(selfDescription).replace(/</g, "\\u003c")}</script>
<style>${style}</style>
</head>
<body>
${htmlBody(document, words, facts)}
</body>
</html>
`;
}

/** The document as HTML for the clipboard: programs keep its headings, lists and tables, and bring their own type. */
export const toClipboardHtml = (document: ExportDocument, words: ExportWords, facts: ExportFacts): string =>
  `<html lang="${escapeHtml(document.language)}"><head><meta charset="utf-8"></head><body>${htmlBody(document, words, facts)}</body></html>`;
