import { matchesIn, maxMatches } from "./findInText.ts";

/** What ends a run of words: no match goes from one of these into the next. */
const boundaries = "p, li, h1, h2, h3, td, th, dt, dd, blockquote, figcaption, caption, pre, small, summary, button";
/** What is on the page without being its text: numbers of facts, words for screen readers, menus, the evidence. */
const leftOut = ".claim-mark, .sr-only, .icon-btn, .evidence, script, style";

interface Run {
  text: string;
  /** Its text nodes, each with the place in `text` where it begins. */
  nodes: { node: Text; at: number }[];
}

function runsOf(root: HTMLElement): Run[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (node instanceof Text) return NodeFilter.FILTER_ACCEPT;
    return node instanceof Element && node.matches(leftOut) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  });
  const runs: Run[] = [];
  let owner: Element | null = null;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.data === "") continue;
    const block: Element | null = node.parentElement?.closest(boundaries) ?? null;
    let run = runs.at(-1);
    if (!run || block !== owner || block === null) {
      run = { text: "", nodes: [] };
      runs.push(run);
      owner = block;
    }
    run.nodes.push({ node, at: run.text.length });
    run.text += node.data;
  }
  return runs;
}

function rangeOf({ nodes }: Run, from: number, to: number): Range {
  const range = document.createRange();
  for (const { node, at } of nodes) {
    const end = at + node.data.length;
    if (from >= at && from < end) range.setStart(node, from - at);
    if (to > at && to <= end) range.setEnd(node, to - at);
  }
  return range;
}

/** Ranges of words in a part of the page, in reading order, collapsed sections included. */
export function findRanges(root: HTMLElement, wanted: string): Range[] {
  const found: Range[] = [];
  if (wanted.trim() === "") return found;
  for (const run of runsOf(root))
    for (const { from, to } of matchesIn(run.text, wanted)) {
      found.push(rangeOf(run, from, to));
      if (found.length === maxMatches) return found;
    }
  return found;
}

const [all, current] = ["doc-find", "doc-find-current"];

/** Marks matches on the page, the one in hand stronger. Browsers without the means for it show nothing. */
export function highlight(ranges: readonly Range[], at: number): void {
  if (typeof Highlight !== "function" || !("highlights" in CSS)) return;
  const one = ranges[at];
  CSS.highlights.set(all, new Highlight(...ranges));
  if (one) {
    const strong = new Highlight(one);
    strong.priority = 1;
    CSS.highlights.set(current, strong);
  } else CSS.highlights.delete(current);
}

/** Takes all marks of a search away. */
export function clearHighlight(): void {
  if (!("highlights" in CSS)) return;
  CSS.highlights.delete(all);
  CSS.highlights.delete(current);
}
