import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LegalMarkdown } from "./LegalMarkdown.tsx";

const shown = (text: string): string => renderToStaticMarkup(<LegalMarkdown text={text} />);

test("renders Markdown headings, lists and links", () => {
  expect(shown("# Terms\n\n- *one*\n\n[here](/privacy) and [there](https://example.com)")).toBe(
    [
      "<h2>Terms</h2>",
      "<ul>\n<li><em>one</em></li>\n</ul>",
      '<p><a href="/privacy">here</a> and <a href="https://example.com" rel="noreferrer noopener" target="_blank">there</a></p>',
    ].join("\n"),
  );
});

test("renders no scripts, images or unsafe links", () => {
  const html = shown(
    [
      "<script>alert(1)</script>",
      "<img src=x onerror=alert(1)>",
      "![x](https://evil.example/x.png)",
      "[a](javascript:alert(1)) [b](data:text/html;base64,PHNjcmlwdD4=) [c](vbscript:x)",
      '<a href="javascript:alert(1)">d</a>',
      "<iframe srcdoc='<script>1</script>'></iframe>",
    ].join("\n\n"),
  );
  expect(html).not.toMatch(/<(script|img|iframe)|href="(javascript|data|vbscript)/i);
  expect(html).toContain("&lt;script&gt;");
});

/** The cells of every table, row by row. */
const tables = (text: string): string[][][] =>
  [...shown(text).matchAll(/<table>(.*?)<\/table>/gs)].map(([, table = ""]) =>
    [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
      [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) => cell.trim()),
    ),
  );

test("renders tables with formatted cells", () => {
  const text = [
    "Before",
    "",
    "| Purpose | Kept *for* |",
    "| :-- | --: |",
    "| Mail to [us](/privacy) | 30 days |",
    "| a \\| b | `x` and **y** |",
    "| one cell |",
    "",
    "After [ref]",
    "",
    "[ref]: https://example.com",
  ].join("\n");
  expect(tables(text)).toEqual([
    [
      ["Purpose", "Kept <em>for</em>"],
      ['Mail to <a href="/privacy">us</a>', "30 days"],
      ["a | b", "<code>x</code> and <strong>y</strong>"],
      ["one cell", ""],
    ],
  ]);
  expect(shown(text)).toMatch(/<p>Before<\/p>.*<th style="text-align:right">Kept.*<p>After <a href="https:/s);
  expect(tables("Name | Since\n--- | ---\nA | 2024")).toEqual([
    [
      ["Name", "Since"],
      ["A", "2024"],
    ],
  ]);
  expect(tables("- in a list:\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |")).toEqual([
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ]);
});

test.each([
  "| a | b |",
  "a | b\n--- | --- | ---\n1 | 2",
  "```\n| a |\n|---|\n```",
  "a | b\nc | d",
  "a\n---\nb",
  "\\| a \\|\n---",
])("does not render %j as a table", (text) => expect(shown(text)).not.toContain("<table>"));
