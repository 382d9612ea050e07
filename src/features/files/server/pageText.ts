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
/** Elements that contain no text of the page, or invisible text. */
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

/** Text that grows in small parts. Knows its last character without joining them: joining for a look is quadratic. */
function openWriter() {
  const parts: string[] = [];
  let last = "\n";
  const add = (text: string): void => {
    if (text === "") return;
    parts.push(text);
    last = text.at(-1) ?? last;
  };
  return {
    words: (text: string): void => add(last === " " || last === "\n" ? text.trimStart() : text),
    line(mark = ""): void {
      if (last !== "\n") add("\n");
      add(mark);
    },
    cell(): void {
      if (last !== "\n") add(" | ");
    },
    text: (): string => parts.join(""),
  };
}

/** Words of a tree with one line per block; written without recursion because pages nest as deep as they like. */
function wordsOf(root: Node, skip: ReadonlySet<string>): { text: string; depth: number } {
  const writer = openWriter();
  const isBlock = (node: Node): boolean => block.has(node.nodeName.toUpperCase());
  let depth = 0;
  let deepest = 0;

  /** Writes what a node brings itself; true when its children are to be read. */
  const enter = (node: Node): boolean => {
    if (node.nodeType === textNode) writer.words((node.textContent ?? "").replace(/\s+/g, " "));
    if (node.nodeType !== elementNode) return false;
    const element = node as Element;
    const tag = element.tagName.toUpperCase();
    if (node !== root && (silent.has(tag) || skip.has(tag) || isHidden(element))) return false;
    if (/^H[1-6]$/.test(tag)) {
      writer.line("\n");
      writer.line(`${"#".repeat(Number(tag[1]))} `);
    } else if (tag === "LI") writer.line("- ");
    else if (tag === "TD" || tag === "TH") writer.cell();
    else if (tag === "BR" || block.has(tag)) writer.line();
    return true;
  };

  let node: Node | null = root;
  while (node) {
    const isRead = enter(node);
    if (isRead && node.firstChild) {
      node = node.firstChild;
      depth += 1;
      deepest = Math.max(deepest, depth);
      continue;
    }
    while (node && node !== root && !node.nextSibling) {
      node = node.parentNode;
      depth -= 1;
      if (node && isBlock(node)) writer.line();
    }
    if (!node || node === root) break;
    if (isBlock(node)) writer.line();
    node = node.nextSibling;
  }
  return { text: writer.text(), depth: deepest };
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

/** Readability's time grows with the cube of the depth: 2,000 levels take half a minute. Real pages have some 40. */
const maxDepth = 150;
/** Beyond this, looking for the article takes longer than anyone waits. */
const maxElements = 30_000;

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
  const whole = document.body ? wordsOf(document.body, frame) : { text: "", depth: 0 };

  const find = (): ReturnType<InstanceType<typeof Readability<Node>>["parse"]> => {
    if (whole.depth > maxDepth) return null;
    try {
      return new Readability<Node>(document, { maxElemsToParse: maxElements, serializer: (node) => node }).parse();
    } catch {
      // Too many elements, or a tree it cannot judge: the whole page still has words.
      return null;
    }
  };
  const article = find();
  const content = article?.content ? wordsOf(article.content, new Set()).text : "";
  // Price tables and lists of offers are no article: a short find beside much text means that Readability lost them.
  const text =
    content.length >= articleLength && content.length >= whole.text.length * 0.4 ? content : whole.text || content;
  return {
    title: title ?? tidy(article?.title),
    publisher: publisher ?? tidy(article?.siteName),
    publishedAt: isoDate(stated) ?? isoDate(article?.publishedTime),
    text,
  };
}
