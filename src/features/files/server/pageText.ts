/** What a web page says, for readers and for quoting. */
export interface PageText {
  title: string | null;
  publisher: string | null;
  /** ISO instant or calendar date as the page states it. */
  publishedAt: string | null;
  text: string;
}

const block = new Set(
  "ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TFOOT THEAD TR UL".split(
    " ",
  ),
);
/** Never words of the page, or words that nobody sees. */
const silent = new Set(
  "SCRIPT STYLE NOSCRIPT TEMPLATE IFRAME OBJECT EMBED SVG MATH CANVAS VIDEO AUDIO SELECT BUTTON INPUT TEXTAREA HEAD TITLE".split(
    " ",
  ),
);
/** Around the content, not part of it. */
const frame = new Set(["NAV", "FOOTER", "ASIDE", "FORM"]);

const isHidden = (element: Element): boolean =>
  element.hasAttribute("hidden") ||
  element.getAttribute("aria-hidden") === "true" ||
  /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])/i.test(element.getAttribute("style") ?? "");

const elementNode = 1;
const textNode = 3;

/** Words of a tree with one line per block; written without recursion because pages nest as deep as they like. */
function wordsOf(root: Node, skip: ReadonlySet<string>): string {
  let text = "";
  const line = (mark = ""): void => {
    if (text !== "" && !text.endsWith("\n")) text += "\n";
    text += mark;
  };
  let node: Node | null = root;
  while (node) {
    let descend = true;
    if (node.nodeType === textNode) {
      const words = (node.textContent ?? "").replace(/\s+/g, " ");
      text += /[\s]$/.test(text) || text === "" ? words.trimStart() : words;
    } else if (node.nodeType === elementNode) {
      const element = node as Element;
      const tag = element.tagName.toUpperCase();
      descend = node === root || !(silent.has(tag) || skip.has(tag) || isHidden(element));
      if (descend) {
        if (tag === "BR") line();
        else if (/^H[1-6]$/.test(tag)) line(`\n${"#".repeat(Number(tag[1]))} `);
        else if (tag === "LI") line("- ");
        else if (tag === "TD" || tag === "TH") text += /\n$|^$/.test(text) ? "" : " | ";
        else if (block.has(tag)) line();
      }
    }
    if (descend && node.firstChild) {
      node = node.firstChild;
      continue;
    }
    while (node && node !== root && !node.nextSibling) {
      node = node.parentNode;
      if (node && node !== root && block.has(node.nodeName.toUpperCase())) line();
    }
    if (!node || node === root) break;
    if (block.has(node.nodeName.toUpperCase())) line();
    node = node.nextSibling;
  }
  return text;
}

const meta = (document: Document, ...names: string[]): string | null => {
  for (const name of names) {
    const found = document.querySelector(`meta[property="${name}"], meta[name="${name}"], meta[itemprop="${name}"]`);
    const content = found?.getAttribute("content")?.trim();
    if (content) return content.slice(0, 300);
  }
  return null;
};

/** An ISO 8601 date or instant, or null: other notations are guesses. */
function isoDate(value: string | null | undefined): string | null {
  const stated = value?.trim() ?? "";
  if (/^\d{4}-\d{2}-\d{2}$/.test(stated)) return Number.isNaN(Date.parse(stated)) ? null : stated;
  if (!/^\d{4}-\d{2}-\d{2}T/.test(stated)) return null;
  const time = Date.parse(stated);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

const tidy = (value: string | null | undefined): string | null =>
  value?.replace(/\s+/g, " ").trim().slice(0, 300) || null;

/** Below this length an article is more likely a teaser than the page's content; Readability's own threshold. */
const articleLength = 500;

/**
 * Readable text of an HTML page: the article when there is one, else everything but the frame around it.
 * @throws Error when the page cannot be parsed
 */
export async function pageText(html: string): Promise<PageText> {
  const [{ parseHTML }, { Readability }] = await Promise.all([import("linkedom"), import("@mozilla/readability")]);
  const { document } = parseHTML(html.includes("<html") ? html : `<html><body>${html}</body></html>`);
  const title = tidy(meta(document, "og:title")) ?? tidy(document.querySelector("title")?.textContent);
  const publisher = meta(document, "og:site_name", "application-name", "publisher", "dc.publisher");
  const stated =
    meta(document, "article:published_time", "datePublished", "date", "dc.date", "dcterms.created") ??
    document.querySelector("time[datetime]")?.getAttribute("datetime");
  const whole = document.body ? wordsOf(document.body, frame) : "";

  const article = new Readability<Node>(document, { maxElemsToParse: 30_000, serializer: (node) => node }).parse();
  const content = article?.content ? wordsOf(article.content, new Set()) : "";
  // Price tables and lists of offers are no article: a short find beside much text means that Readability lost them.
  const text = content.length >= articleLength && content.length >= whole.length * 0.4 ? content : whole || content;
  return {
    title: title ?? tidy(article?.title),
    publisher: publisher ?? tidy(article?.siteName),
    publishedAt: isoDate(stated) ?? isoDate(article?.publishedTime),
    text,
  };
}
